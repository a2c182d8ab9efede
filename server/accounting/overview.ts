import type { z } from 'zod'
import type { entriesQuery, LedgerEntry, MoneyOverview, PersonMoney } from '#contract/money/accounting.ts'
import { listUsers } from '#server/accounts/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { exactDollars, larger, micros, minus, plus, toDollars, wholeCents, zero } from '#server/core/money.ts'
import type { Language } from '#server/core/sentences.ts'
import { dashboardUrl } from '#server/core/stripe.ts'
import type { Deps } from '#server/deps.ts'
import { chartOf } from './chart.ts'
import {
  entriesNewestFirst,
  lastCheck,
  moneyByPerson,
  recognizedSince,
  runningCheck,
  standingBalances,
} from './overview-store.ts'
import { sentenceOf } from './sentence-of.ts'

/** All current balances. */
export async function overviewOf({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<MoneyOverview> {
  const month = `${clock.now().toISOString().slice(0, 7)}-01`
  const [{ balances, people }, recognized, check, running] = await Promise.all([
    standingBalances(db),
    recognizedSince(db, month),
    lastCheck(db),
    runningCheck(db, clock.now()),
  ])
  const of = (...kinds: string[]) => micros(kinds.reduce((sum, kind) => sum + (balances.get(kind) ?? 0n), 0n))
  return {
    riders: {
      payable: toDollars(of('creator_payable')),
      onHold: toDollars(of('creator_pending')),
      inTransit: toDollars(of('payout_clearing')),
      paid: toDollars(of('creator_paid')),
      count: people,
    },
    plans: {
      recognized: toDollars(of('subscription_revenue')),
      recognizedThisMonth: toDollars(recognized),
      deferred: toDollars(of('deferred_revenue')),
      tax: toDollars(of('tax_payable')),
    },
    views: { revenue: toDollars(minus(of('view_revenue'))), platform: toDollars(of('platform')) },
    // Card fees are a cost, a debit; payout fees are kept from what is paid.
    fees: { cards: toDollars(minus(of('processing_fees'))), payouts: toDollars(of('fees')) },
    check: !check ? null : { at: check.checked_at.toISOString(), findings: check.findings },
    checking: running ?? null,
  }
}

/** Balances by person, most owed first. */
export const peopleMoney = async (
  db: Queryable,
  wanted: { search?: string | undefined; offset: number; limit: number },
): Promise<PersonMoney[]> =>
  (await moneyByPerson(db, wanted)).map(p => ({
    id: p.id,
    email: p.email,
    name: p.name,
    payable: toDollars(wholeCents(micros(p.payable))),
    onHold: toDollars(wholeCents(micros(p.on_hold))),
    inTransit: toDollars(micros(p.in_transit)),
    paid: toDollars(micros(p.paid)),
  }))

/** More people than this match only vague words, so only their first ones count. */
const ridersSearched = 50

/** The people a search text means: by address or name, or an id. */
async function ridersOf(db: Queryable, text: string): Promise<string[]> {
  const found = await listUsers(db, { search: text, cursor: null, limit: ridersSearched })
  return [...new Set([text, ...found.slice(0, ridersSearched).map(u => u.id)])]
}

const dayMs = 86_400_000

/** Entries as sentences in a language, newest first. */
export async function entriesOf(
  { db, stripe }: Pick<Deps, 'db' | 'stripe'>,
  { userId, rider, stripeId, from, to, before, limit }: z.infer<typeof entriesQuery>,
  language: Language,
): Promise<LedgerEntry[]> {
  const userIds = userId ? [userId] : rider ? await ridersOf(db, rider) : undefined
  const rows = await entriesNewestFirst(db, {
    userIds,
    stripeId,
    from: from ? new Date(from) : undefined,
    to: to ? new Date(Date.parse(to) + dayMs) : undefined,
    before,
    limit,
  })
  return rows.map(e => ({
    id: e.id,
    at: e.occurred_at.toISOString(),
    type: e.type,
    sentence: sentenceOf(e, language),
    email: e.email,
    amount: exactDollars(plus(...e.lines.map(([, amount]) => larger(micros(amount), zero)))),
    stripe: e.stripe.map(id => ({ id, url: dashboardUrl(stripe, id) })),
    lines: e.lines.map(([kind, amount]) => ({
      name: chartOf(kind).name.in(language),
      amount: exactDollars(micros(amount)),
    })),
  }))
}
