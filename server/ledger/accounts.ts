import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import { type Micros, micros, zero } from '#server/core/money.ts'
import { creatorKinds, type RiderKind, type SystemKind } from './types.ts'

export type AccountRef = { kind: SystemKind } | { kind: RiderKind; userId: string }

export const nameOf = (account: AccountRef): string =>
  'userId' in account ? `${account.kind}:${account.userId}` : account.kind

async function lock(tx: Queryable, userIds: readonly string[], kinds: readonly RiderKind[]): Promise<void> {
  const ids = [...new Set(userIds)].sort()
  if (ids.length === 0) return
  await sql`
    insert into ledger_accounts (kind, user_id)
    select k, u from unnest(${ids}::text[]) with ordinality as people (u, place), unnest(${kinds}::text[]) as k
    where not exists (select from ledger_accounts a where a.user_id = u and a.kind = k)
    order by place, k
    on conflict (kind, coalesce(user_id, '')) do nothing`.execute(tx)
  await sql`select from ledger_accounts where user_id = any(${ids}::text[]) and kind = any(${kinds}::text[])
    order by user_id, id for no key update`.execute(tx)
}

/**
 * Locks the creators' accounts until the transaction ends, creating missing ones. Call it before reading a
 * balance in order to act on it, or before posting for several creators: it always locks in the same order,
 * so that transactions don't deadlock.
 */
export const lockCreators = (tx: Queryable, userIds: readonly string[]): Promise<void> =>
  lock(tx, userIds, creatorKinds)

/** Locks a rider's credit for later invoices likewise. */
export const lockCredit = (tx: Queryable, userId: string): Promise<void> =>
  lock(tx, [userId], ['customer_credit'])

/** Ids of the system accounts and of these creators' accounts, by name. */
export async function accountIds(tx: Queryable, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; kind: string; user_id: string | null }>`
    select id, kind, user_id from ledger_accounts where user_id is null
    union all
    select id, kind, user_id from ledger_accounts where user_id = any(${userIds}::text[])`.execute(tx)
  return new Map(rows.map(r => [r.user_id === null ? r.kind : `${r.kind}:${r.user_id}`, r.id]))
}

export interface CreatorBalances {
  /** still in the hold period */
  pending: Micros
  /** available for payout */
  payable: Micros
  /** paid out, after fees */
  paid: Micros
}
export const noBalances: CreatorBalances = { pending: zero, payable: zero, paid: zero }

/** Balances by user id; people without accounts are left out. */
export async function balancesOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, CreatorBalances>> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['user_id', 'kind', 'balance'])
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .where('kind', 'in', creatorKinds)
    .execute()
  const found = new Map<string, CreatorBalances>()
  for (const row of rows) {
    const id = row.user_id as string
    const balances = found.get(id) ?? { ...noBalances }
    balances[row.kind.replace('creator_', '') as keyof CreatorBalances] = micros(row.balance)
    found.set(id, balances)
  }
  return found
}

/** The balance of a system account. */
export async function systemBalance(db: Queryable, kind: SystemKind): Promise<Micros> {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(p.amount), 0) as amount from ledger_balance_parts p
    where p.account_id = (select id from ledger_accounts where kind = ${kind})`.execute(db)
  return micros(rows[0]?.amount ?? 0)
}

/** Merges the parts of each system account's balance into one. Safe to run while others post. */
export async function foldBalances(db: Queryable): Promise<void> {
  await sql`
    with taken as (delete from ledger_balance_parts returning account_id, amount)
    insert into ledger_balance_parts (account_id, amount)
    select account_id, sum(amount) from taken group by account_id`.execute(db)
}
