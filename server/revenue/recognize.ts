import { minus } from '#server/core/money.ts'
import type { Deps } from '#server/deps.ts'
import { post } from '#server/ledger/index.ts'
import { dayOf } from './rules.ts'
import { nextDay, recognizePortions } from './store.ts'

const dayMs = 86_400_000

/**
 * Recognizes as income what was paid for past days, day by day in UTC: one entry per day, dated at its end.
 * Missed days are recognized later. May run twice and be killed anywhere.
 */
export async function recognizeRevenue({
  db,
  clock,
  log,
}: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const yesterday = dayOf(new Date(clock.now().getTime() - dayMs))
  for (let day = await nextDay(db); day !== null && day <= yesterday; day = await nextDay(db)) {
    const today = day
    await db.transaction().execute(async tx => {
      const done = await recognizePortions(tx, today, clock.now())
      if (!done || done.amount === 0n) return
      await post(tx, [
        {
          sourceEvent: `revenue:${today}`,
          type: 'revenue_recognized',
          facts: { day: today, portions: done.portions },
          occurredAt: new Date(Date.parse(today) + dayMs - 1),
          lines: [
            { account: { kind: 'deferred_revenue' }, amount: minus(done.amount) },
            { account: { kind: 'subscription_revenue' }, amount: done.amount },
          ],
        },
      ])
      log.info({ day: today, portions: done.portions }, 'what was paid for a day is income')
    })
  }
}
