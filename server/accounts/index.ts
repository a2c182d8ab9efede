export { type AccountOptions, type Accounts, buildAccounts } from './accounts.ts'
export { bearsSession } from './bears-session.ts'
export { changeRole } from './change-role.ts'
export { closeAccount } from './close-account.ts'
export { needFreshSignIn } from './fresh-sign-in.ts'
export { accountsModule } from './module.ts'
export { refuseForeignOrigins } from './origins.ts'
export type { AccountStats } from './present.ts'
export { takeAway as takeAwayFactor } from './second-factor.ts'
export { sessionGoesOn } from './session-goes-on.ts'
export {
  deletedUsers,
  displayNames,
  findUser,
  identitiesOf,
  listSessions,
  listUsers,
  personalRecord,
  staffIds,
  sweepAccounts,
  type UserRow,
} from './store.ts'
export { suspendUser, unsuspendUser } from './suspend.ts'
