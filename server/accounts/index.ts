export { type AccountOptions, type Accounts, buildAccounts } from './accounts.ts'
export { identitiesOf } from './identities/store.ts'
export { accountsModule } from './module.ts'
export { changeRole } from './people/change-role.ts'
export { closeAccount } from './people/close-account.ts'
export type { AccountStats } from './people/present.ts'
export {
  deletedUsers,
  displayNames,
  findUser,
  hasColleague,
  learnsFromReviews,
  listUsers,
  personalRecord,
  publicName,
  setLearnsFromReviews,
  staffIds,
  type UserRow,
} from './people/store.ts'
export { suspendUser, unsuspendUser } from './people/suspend.ts'
export { needFreshSignIn } from './sessions/fresh-sign-in.ts'
export { refuseForeignOrigins } from './sessions/origins.ts'
export { sessionContinues } from './sessions/session-continues.ts'
export { hasSessionCookie } from './sessions/session-cookie.ts'
export { listSessions } from './sessions/store.ts'
export { sweepAccounts } from './sign-in/store.ts'
export { resetTwoFactor as takeAwayFactor } from './two-step/two-step.ts'
