import type { AccountingMonths } from '#contract/money/accounting.ts'
import { sentences as refusals } from '#sentences/accounting.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { checkLedger, recognizeRevenue } from '#server/ledger/index.ts'
import { daysOfMonth, monthAfter, spanOf } from './rules.ts'
import { closedMonths, firstMonth, saveClosedMonth } from './store.ts'

type CloseDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** The next month to close: the one after the last closed month, or that of the first entry. */
async function nextMonth(db: Queryable): Promise<string | null> {
  const [last] = await closedMonths(db)
  return last ? monthAfter(last.month) : firstMonth(db)
}

const isOver = (month: string, now: Date) => spanOf(daysOfMonth(month)).end <= now

/** Closed months, and the next one to close. */
export async function monthsOf({ db, clock }: Pick<CloseDeps, 'db' | 'clock'>): Promise<AccountingMonths> {
  const next = await nextMonth(db)
  return {
    closed: (await closedMonths(db)).map(m => ({
      month: m.month,
      closedAt: m.closed_at.toISOString(),
      closedBy: m.email ?? '',
      entries: m.entries,
    })),
    next: next === null ? null : { month: next, ready: isOver(next, clock.now()) },
  }
}

/**
 * Closes a month permanently: from then on the database refuses entries dated in it.
 * @throws AppError conflict: another month comes first, it isn't over, or the ledger check has findings
 */
export async function closeMonth(deps: CloseDeps, by: Auditor, month: string): Promise<void> {
  const { db, clock } = deps
  const next = await nextMonth(db)
  if (next !== month)
    throw new AppError('conflict', next ? refusals.nextMonth({ month: next }) : refusals.nothingPosted)
  if (!isOver(month, clock.now())) throw new AppError('conflict', refusals.notOver({ month }))
  // The month includes what plans earned in it.
  await recognizeRevenue(deps)
  const { findings } = await checkLedger(db)
  if (findings.length)
    throw new AppError(
      'conflict',
      refusals.findings({ count: findings.length, first: findings[0]?.rule ?? '' }),
    )
  await db.transaction().execute(async tx => {
    const entries = await saveClosedMonth(tx, {
      month,
      by: by.actorId ?? '',
      now: clock.now(),
      span: spanOf(daysOfMonth(month)),
    })
    await record(tx, {
      ...by,
      action: 'month.close',
      objectType: 'month',
      objectId: month,
      after: { entries },
    })
  })
}
