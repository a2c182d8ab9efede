import { type PlanFacts, planFacts } from '#contract/money/constants.ts'
import type { Tx } from '#server/core/db/database.ts'
import { type Micros, minus, plus } from '#server/core/money.ts'
import { type NewEntry, post } from '#server/ledger/index.ts'
import type { Room } from './budget.ts'
import { type Counter, saveCounters } from './counters.ts'
import { checkMilestones } from './milestones.ts'
import { planTermsOf } from './policy.ts'
import { fitting } from './rules.ts'
import { batchOf, earningOf } from './view-entries.ts'
import { dropWaiting, keepWaiting, type Waiting } from './waiting.ts'

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

const sharesOf = (entries: readonly NewEntry[]): Micros =>
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
  const posted = await post(tx, [...batchOf(entries, now), ...entries])
  await saveCounters(tx, given.counters)
  await checkMilestones(tx, now, [...new Set(entries.map(e => e.userId as string))])
  return posted.size
}
