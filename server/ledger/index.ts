export {
  balancesOf,
  type CreatorBalances,
  foldBalances,
  lockCreators,
  lockCredit,
  noBalances,
  systemBalance,
} from './accounts.ts'
export { checkLedger, type LedgerCheck } from './check.ts'
export { type Line, type NewEntry, post, reversalOf } from './post.ts'
export type { EntryType } from './types.ts'
