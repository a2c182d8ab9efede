import { sql } from 'kysely'
import { planOf, type Tier } from '#contract/money/constants.ts'
import { sentences } from '#sentences/earnings.ts'
import type { Tx } from '#server/core/db/database.ts'
import { minus, toDollars } from '#server/core/money.ts'
import type { Deps } from '#server/deps.ts'
import { lockCreators, type NewEntry, reversalOf } from '#server/ledger/index.ts'
import { notify } from '#server/notifications/index.ts'
import { type GivenBack, returnTerms, unreturnedInvoices } from '#server/subscriptions/index.ts'
import { type Counter, counterKey, findCounters, type RangeFacts, segmentFrom } from './counters.ts'
import { type PlanTerms, planTermsOf } from './policy.ts'
import { earningOf, postEntries, sharesOf } from './post-views.ts'
import type { Segment } from './rules.ts'
import { asWaiting, dropWaiting, keepWaiting } from './waiting.ts'

type Repriced = { tierWithout: (at: Date) => Tier; plan: GivenBack }
const inTenths = (tier: Tier) => planTermsOf(planOf(tier)).planMultiplier

interface Standing {
  id: number
  video_id: string
  platform: string
  facts: RangeFacts
}

/** Unreversed entries of views between two counts of which one has the plan, in its period. */
async function viewsOf(tx: Tx, { userId, plan, from, to }: GivenBack): Promise<Standing[]> {
  const tenths = inTenths(plan.tier)
  const { rows } = await sql<Standing>`
    select e.id, e.video_id, e.platform, e.facts from ledger_entries e
    where e.user_id = ${userId} and e.type in ('premium_view_revenue', 'premium_view_repriced')
      and (((e.facts -> 'seen' ->> 0)::int = ${tenths} and (e.facts ->> 'sampledAt')::timestamptz >= ${from}
          and (e.facts ->> 'sampledAt')::timestamptz < ${to})
        or ((e.facts -> 'before' ->> 0)::int = ${tenths} and (e.facts ->> 'since')::timestamptz >= ${from}
          and (e.facts ->> 'since')::timestamptz < ${to}))
      and not exists (select from ledger_entries r where r.reverses = e.id)
    order by e.id`.execute(tx)
  return rows
}

/** The plan at a time, without the one that was given back. */
const without =
  ({ plan: { plan, from, to }, tierWithout }: Repriced) =>
  (terms: PlanTerms, at: Date): PlanTerms =>
    terms.planMultiplier === inTenths(plan.tier) && at >= from && at < to
      ? { ...terms, planMultiplier: inTenths(tierWithout(at)) }
      : terms

function repricedSegment(segment: Segment, repriced: Repriced): Segment {
  const plan = without(repriced)
  return {
    ...segment,
    before: plan(segment.before, segment.since),
    seen: plan(segment.seen, segment.sampledAt),
  }
}

/** Corrections are computed from samples, and views that wait from theirs, so both lose the plan as well. */
async function repriceSamples(tx: Tx, repriced: Repriced): Promise<void> {
  const { plan: given, tierWithout } = repriced
  for (const name of ['view_samples', 'folded_samples'] as const) {
    const samples = sql.table(name)
    const { rows } = await sql<{ counter_id: number; sampled_at: Date }>`
      select s.counter_id, s.sampled_at from ${samples} s
      join view_counters c on c.id = s.counter_id
      where c.user_id = ${given.userId} and s.plan_multiplier = ${inTenths(given.plan.tier)}
        and s.sampled_at >= ${given.from} and s.sampled_at < ${given.to}`.execute(tx)
    if (rows.length > 0)
      await sql`
        update ${samples} s set plan_multiplier = n.multiplier
        from unnest(${rows.map(r => r.counter_id)}::bigint[],
          ${rows.map(r => r.sampled_at.toISOString())}::timestamptz[],
          ${rows.map(r => inTenths(tierWithout(r.sampled_at)))}::integer[]) as n (counter_id, sampled_at, multiplier)
        where s.counter_id = n.counter_id and s.sampled_at = n.sampled_at`.execute(tx)
  }
  const waits = await tx
    .selectFrom('waiting_views as w')
    .innerJoin('view_counters as c', 'c.id', 'w.counter_id')
    .selectAll('w')
    .where('c.user_id', '=', given.userId)
    .execute()
  const waiting = waits.map(asWaiting)
  await dropWaiting(tx, waiting)
  await keepWaiting(
    tx,
    waiting.map(w => ({ ...w, ...repricedSegment(w, repriced) })),
  )
}

/**
 * Reverses the plan's views and posts them again with the multiplier they have without it; nothing else
 * changes.
 */
async function reprice(tx: Tx, repriced: Repriced, now: Date): Promise<void> {
  const { plan: given } = repriced
  await repriceSamples(tx, repriced)
  const standing = await viewsOf(tx, given)
  if (standing.length === 0) return
  const named = ({ video_id: videoId, platform, facts: { postId, counter } }: Standing) => ({
    ...{ videoId, platform, postId, counter },
  })
  const counters = await findCounters(tx, standing.map(named))
  const why = { invoiceId: given.invoiceId, ...(given.disputed ? { disputed: true } : {}) }
  const entries: NewEntry[] = []
  for (const entry of standing) {
    const counter = counters.get(counterKey(named(entry))) as Counter
    const back = await reversalOf(tx, entry.id, { occurredAt: now, facts: why })
    const repricedEntry = earningOf(counter, repricedSegment(segmentFrom(entry.facts), repriced), now)
    entries.push({ ...back, type: 'premium_view_refunded' })
    entries.push({
      ...repricedEntry,
      type: repricedEntry.type === 'view_revenue' ? 'view_repriced' : 'premium_view_repriced',
      facts: { ...repricedEntry.facts, ...why },
    })
  }
  await postEntries(tx, now, entries, [...counters.values()])
  const taken = minus(sharesOf(entries))
  if (taken > 0n) await tell(tx, given, toDollars(taken))
}

const tell = (tx: Tx, { userId, plan, invoiceId, disputed }: GivenBack, amount: number): Promise<void> =>
  notify(tx, {
    userId,
    videoId: null,
    type: 'payout_processed',
    title: sentences.planReturnedTitle({ plan: plan.name, disputed: disputed === true }),
    message: sentences.planReturnedMessage({ amount }),
    link: '/earnings',
    eventKey: `plan_refunded:${invoiceId}`,
  })

/**
 * Reverses the multiplier of every plan whose payment was refunded in full or lost in a dispute, once each:
 * its views earn what they would have earned without it. A failure for one is logged and retried in the next
 * round.
 */
export async function returnMultipliers({
  db,
  clock,
  log,
}: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  for (const { id: invoiceId } of await unreturnedInvoices(db))
    try {
      const now = clock.now()
      const lock = (tx: Tx, userId: string) => lockCreators(tx, [userId])
      await returnTerms(db, { invoiceId, now }, lock, (tx, plan, tierWithout) =>
        reprice(tx, { plan, tierWithout }, now),
      )
    } catch (error) {
      log.error(
        { err: error, invoiceId },
        'the multiplier of a plan that was paid back could not be returned',
      )
    }
}
