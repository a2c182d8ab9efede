export { type Accounts, buildAccounts } from './build-accounts.ts'
export { identitiesOf } from './identities/store.ts'
export { accountsModule } from './module.ts'
export { changeRole, closeAccount, suspendUser, unsuspendUser } from './people/change-account.ts'
export {
  deletedUsers,
  displayNames,
  findUser,
  hasColleague,
  learnsFromReviews,
  listUsers,
  lockConfirmed,
  peopleNamed,
  personalRecord,
  publicName,
  readerOfRider,
  setLearnsFromReviews,
} from './people/store.ts'
export { isReservedName } from './reserved-names.ts'
export { needFreshSignIn, sessionContinues } from './sessions/authenticate.ts'
export { refuseForeignOrigins } from './sessions/origins.ts'
export { sessionCookie } from './sessions/session-cookie.ts'
export { listSessions } from './sessions/store.ts'
export { sweepAccounts } from './sign-in/store.ts'
export { resetTwoFactor as takeAwayFactor } from './two-step/factor.ts'
