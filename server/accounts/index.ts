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
  learnsFromReviews,
  listUsers,
  personalRecord,
  setLearnsFromReviews,
  staffIds,
  type UserRow,
} from './people/store.ts'
export { suspendUser, unsuspendUser } from './people/suspend.ts'
export { bearsSession } from './sessions/bears-session.ts'
export { needFreshSignIn } from './sessions/fresh-sign-in.ts'
export { refuseForeignOrigins } from './sessions/origins.ts'
export { sessionGoesOn } from './sessions/session-goes-on.ts'
export { listSessions } from './sessions/store.ts'
export { sweepAccounts } from './sign-in/store.ts'
export { takeAway as takeAwayFactor } from './two-step/two-step.ts'
