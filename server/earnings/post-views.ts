import { createHash } from 'node:crypto'
import { type PlanFacts, planFacts } from '#contract/money/constants.ts'
import type { Tx } from '#server/core/db/database.ts'
import { type Micros, minus, plus } from '#server/core/money.ts'
import { type NewEntry, post } from '#server/ledger/index.ts'
import type { Room } from './budget.ts'
import { type Counter, type RangeFacts, saveCounters } from './counters.ts'
import { checkMilestones } from './milestones.ts'
import { arePremium, earningsOf, planTermsOf, termsAsFacts } from './policy.ts'
import { fitting, type Segment, termsOfSegment } from './rules.ts'
import { dropWaiting, keepWaiting, type Waiting } from './waiting.ts'

/**
 * The entry for a range of views on its terms; increments the counter's revision.
 * @throws Error for views without a price, because a missing number is not 0
 */
export function earningOf(counter: Counter, segment: Segment, occurredAt: Date): NewEntry {
  const { from, to, sampledAt, since, before, seen } = segment
  const terms = termsOfSegment(segment)
  if (!terms) throw new Error(`Views ${from} to ${to} of counter ${counter.id} have no price`)
  const { gross, creator, platform } = earningsOf(to - from, terms)
  counter.revision += 1
  return {
    sourceEvent: `views:${counter.platform}:${counter.postId}:${counter.counter}:${counter.revision}`,
    type: arePremium(terms) ? 'premium_view_revenue' : 'view_revenue',
    userId: counter.userId,
    videoId: counter.videoId,
    platform: counter.platform,
    views: to - from,
    facts: {
      counter: counter.counter,
      postId: counter.postId,
      from,
      to,
      sampledAt: sampledAt.toISOString(),
      since: since.toISOString(),
      before: [before.planMultiplier, before.creatorPercent],
      seen: [seen.planMultiplier, seen.creatorPercent],
      ...termsAsFacts(terms),
      gross: String(gross),
    } satisfies RangeFacts & { gross: string },
    occurredAt,
    lines: [
      { account: { kind: 'views_clearing' as const }, amount: minus(gross) },
      { account: { kind: 'creator_pending' as const, userId: counter.userId }, amount: creator },
      { account: { kind: 'platform' as const }, amount: platform },
    ].filter(line => line.amount !== 0n),
  }
}

/** One entry that offsets what all these entries take out of views clearing. */
function batchOf(entries: readonly NewEntry[], occurredAt: Date): NewEntry[] {
  const cleared = plus(
    ...entries.flatMap(e => e.lines.filter(l => l.account.kind === 'views_clearing').map(l => l.amount)),
  )
  if (cleared === 0n) return []
  const digest = createHash('sha256')
  for (const { sourceEvent } of entries) digest.update(sourceEvent).update('\n')
  return [
    {
      sourceEvent: `views_batch:${digest.digest('hex')}`,
      type: 'views_batch',
      facts: { entries: entries.length },
      occurredAt,
      lines: [
        { account: { kind: 'view_revenue' }, amount: cleared },
        { account: { kind: 'views_clearing' }, amount: minus(cleared) },
      ],
    },
  ]
}

/** Posts entries of views with what offsets them, and saves their counters. @returns how many were written */
export async function postEntries(
  tx: Tx,
  now: Date,
  entries: readonly NewEntry[],
  counters: readonly Counter[],
): Promise<number> {
  const posted = await post(tx, [...batchOf(entries, now), ...entries])
  await saveCounters(tx, counters)
  return posted.size
}

/** Views that have a price, of a locked creator's counter. */
export interface Ready {
  counter: Counter
  segment: Waiting
  /** posted in place of what a correction takes back */
  again?: boolean
}
/** What corrections take back, by counter. */
export type Back = ReadonlyMap<number, readonly NewEntry[]>

/** First seen, first posted. */
const inOrder = (a: Ready, b: Ready): number =>
  a.segment.sampledAt.getTime() - b.segment.sampledAt.getTime() ||
  a.counter.id - b.counter.id ||
  a.segment.from - b.segment.from

/** Riders' shares of all these entries. */
export const sharesOf = (entries: readonly NewEntry[]): Micros =>
  plus(...entries.flatMap(e => e.lines.filter(l => l.account.kind === 'creator_pending').map(l => l.amount)))

/**
 * Which of these are posted now. What a correction takes back pays for what it posts again, so that a budget never
 * turns a small correction into a large one. What waits already goes before anything else.
 */
function split(ready: readonly Ready[], back: Back, room: Room | null, plans: readonly PlanFacts[]) {
  if (!room) return { fits: ready, waits: [] }
  const multipliers = plans.map(plan => planTermsOf(plan).planMultiplier)
  const again = Map.groupBy(
    ready.filter(r => r.again),
    r => r.counter.id,
  )
  const corrected = [...back].map(([id, entries]) =>
    fitting((again.get(id) ?? []).toSorted(inOrder), minus(sharesOf(entries)), multipliers),
  )
  const others = [...ready.filter(r => !r.again), ...corrected.flatMap(c => c.waits)].toSorted(inOrder)
  const { fits, waits } = room.queued
    ? { fits: [], waits: others }
    : fitting(others, plus(room.left, ...corrected.map(c => c.left)), multipliers)
  return { fits: [...corrected.flatMap(c => c.fits), ...fits], waits }
}

/**
 * Posts reversals and as many of the views as the budget has room for; the rest waits. Notifies of milestones.
 * @param before what waited of these counters: what is no longer in `ready` or `unpriced` is dropped
 * @returns how many entries were written
 */
export async function postViews(
  tx: Tx,
  now: Date,
  given: {
    counters: readonly Counter[]
    back: Back
    ready: readonly Ready[]
    unpriced: readonly Waiting[]
    before: readonly Waiting[]
    room: Room | null
    plans?: readonly PlanFacts[]
  },
): Promise<number> {
  const { fits, waits } = split(given.ready, given.back, given.room, given.plans ?? planFacts)
  const entries = [
    ...[...given.back.values()].flat(),
    ...fits.map(({ counter, segment }) => earningOf(counter, segment, now)),
  ]
  const [was, stays] = [new Set(given.before), new Set([...given.unpriced, ...waits.map(w => w.segment)])]
  await dropWaiting(
    tx,
    given.before.filter(w => !stays.has(w)),
  )
  await keepWaiting(
    tx,
    [...stays].filter(w => !was.has(w)),
  )
  const posted = await postEntries(tx, now, entries, given.counters)
  await checkMilestones(tx, now, [...new Set(entries.map(e => e.userId as string))])
  return posted
}
