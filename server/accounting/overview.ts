import type { LedgerEntry, MoneyOverview, PersonMoney } from '#contract/money/accounting.ts'
import type { Deps } from '#server/deps.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { exactDollars, micros, minus, toDollars } from '#server/platform/money.ts'
import type { Language } from '#server/platform/sentences.ts'
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
    payable: toDollars(micros(p.payable)),
    onHold: toDollars(micros(p.on_hold)),
    inTransit: toDollars(micros(p.in_transit)),
    paid: toDollars(micros(p.paid)),
  }))

/** Entries as sentences in a language, newest first. */
export const entriesOf = async (
  db: Queryable,
  wanted: { userId?: string | undefined; before?: number | undefined; limit: number },
  language: Language,
): Promise<LedgerEntry[]> =>
  (await entriesNewestFirst(db, wanted)).map(e => ({
    id: e.id,
    at: e.occurred_at.toISOString(),
    type: e.type,
    sentence: sentenceOf(e, language),
    email: e.email,
    lines: e.lines.map(([kind, amount]) => ({
      name: chartOf(kind).name.in(language),
      amount: exactDollars(micros(amount)),
    })),
  }))
