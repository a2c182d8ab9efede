import { type PlanFacts, planFacts, planOf, type Tier } from '#contract/money/constants.ts'
import type { Tx } from '#server/core/db/database.ts'
import { lockCreators, type NewEntry, reversalOf } from '#server/ledger/index.ts'
import { tiersAt } from '#server/subscriptions/index.ts'
import { roomIn } from './budget.ts'
import {
  activeSegments,
  beginCounters,
  type Counter,
  type CounterName,
  counterKey,
  findCounters,
  keptSamples,
  priceCounters,
  saveSamples,
} from './counters.ts'
import { currentRate, planTermsOf, viralTerms } from './policy.ts'
import { postViews, type Ready } from './post-views.ts'
import {
  type OpenPrice,
  type Sample,
  type Segment,
  samplesKeptFrom,
  segmentsOf,
  segmentTo,
  termsOfSegment,
} from './rules.ts'
import { addViews } from './store.ts'
import { type Waiting, waitingOf } from './waiting.ts'

/** A platform's counter for a post of a video at a time. */
export interface ViewSample extends CounterName {
  /** the creator who earns from it */
  userId: string
  /** total views so far, not those since the last sample */
  views: number
  /** the score that prices the video, 0 to 1; null: it has none yet, so its views wait */
  viralScore: number | null
  /** when the first of these views could have come: the post went out */
  since: Date
  sampledAt: Date
}

/** @throws RangeError for an invalid score, because a missing number is not 0 */
function priceOf({ videoId, viralScore }: ViewSample): OpenPrice {
  if (viralScore === null) return { ratePerView: currentRate, viralScore: null, viralMultiplier: null }
  if (!(viralScore >= 0 && viralScore <= 1))
    throw new RangeError(`The views of video ${videoId} have no price: ${viralScore}`)
  return { ratePerView: currentRate, ...viralTerms(viralScore) }
}

/** Views counted on the same terms: a part of them is a part of the other. */
const termsKey = ({ sampledAt, since, before, seen, ...s }: Segment) =>
  [
    ...[sampledAt.getTime(), since.getTime(), before.planMultiplier, before.creatorPercent],
    ...[seen.planMultiplier, seen.creatorPercent, s.ratePerView, s.viralScore, s.viralMultiplier],
  ].join(' ')

/** Whether all of a part is in one of these, on the same terms. */
function isWithin(part: Segment, whole: readonly Segment[]): boolean {
  const key = termsKey(part)
  return whole.some(w => w.from <= part.from && part.to <= w.to && termsKey(w) === key)
}

/** What of these ranges the parts don't cover; parts begin and end within one. */
function uncovered(wanted: readonly Segment[], parts: readonly Segment[]): Segment[] {
  const sorted = parts.toSorted((a, b) => a.from - b.from)
  return wanted.flatMap(segment => {
    const gaps: Segment[] = []
    let { from } = segment
    for (const part of sorted.filter(p => p.from >= segment.from && p.to <= segment.to)) {
      if (part.from > from) gaps.push({ ...segment, from, to: part.from })
      from = part.to
    }
    return from < segment.to ? [...gaps, { ...segment, from }] : gaps
  })
}

/** What has to change so that a counter's entries and waiting views match its samples. */
interface Changes {
  back: NewEntry[]
  dropped: Waiting[]
  /** views that were first seen and are not posted yet */
  seen: Segment[]
}

async function changesOf(
  tx: Tx,
  { counter, added, waiting }: { counter: Counter; added: Sample[]; waiting: Waiting[] },
  now: Date,
): Promise<Changes> {
  const [only] = added
  if (added.length === 1 && only && only.sampledAt > counter.sampledAt && only.views >= counter.views) {
    const { views: from, last, sampledAt } = counter
    Object.assign(counter, { sampledAt: only.sampledAt, views: only.views, last: only })
    const seen = only.views > from ? [segmentTo(only, { ...last, sampledAt }, from)] : []
    return { back: [], dropped: [], seen }
  }
  const samples = await keptSamples(tx, counter)
  const [oldest, newest] = [samples[0] as Sample, samples.at(-1) as Sample]
  const active = await activeSegments(tx, counter)
  const wanted = segmentsOf(
    [...active, ...waiting].filter(a => a.sampledAt <= oldest.sampledAt).toSorted((a, b) => a.from - b.from),
    samples,
  )
  Object.assign(counter, { sampledAt: newest.sampledAt, views: wanted.at(-1)?.to ?? 0, last: newest })
  const back: NewEntry[] = []
  for (const segment of active.filter(s => !isWithin(s, wanted)))
    back.push(
      await reversalOf(tx, segment.entryId, { occurredAt: now, facts: { counterNow: counter.views } }),
    )
  const dropped = waiting.filter(w => !isWithin(w, wanted))
  const stays = [...active, ...waiting].filter(s => isWithin(s, wanted))
  return { back, dropped, seen: uncovered(wanted, stays) }
}

/** Finds the samples' counters and begins those that never counted, each with the plan of its start. */
async function openCounters(
  tx: Tx,
  samples: readonly ViewSample[],
  plans: readonly PlanFacts[],
): Promise<Map<string, Counter>> {
  const counters = await findCounters(tx, samples)
  const begun = new Map(samples.filter(s => !counters.has(counterKey(s))).map(s => [counterKey(s), s]))
  const first = [...begun.values()]
  const tiers = await tiersAt(
    tx,
    first.map(s => ({ userId: s.userId, at: s.since })),
  )
  const made = await beginCounters(
    tx,
    first.map((s, i) => ({ ...s, ...priceOf(s), ...planTermsOf(planOf(tiers[i] as Tier, plans)) })),
  )
  for (const counter of made) counters.set(counterKey(counter), counter)
  return counters
}

/** Gives what waits its price, where the video has one by now. @returns what waits of these counters */
async function pricedWaiting(
  tx: Tx,
  counters: readonly Counter[],
  priceFor: (counter: Counter) => OpenPrice,
): Promise<Waiting[]> {
  const waiting = await waitingOf(
    tx,
    counters.map(c => c.id),
  )
  const unpriced = new Set(waiting.filter(w => w.viralScore === null).map(w => w.counterId))
  const priced = counters.flatMap(c => {
    const { viralScore, viralMultiplier } = priceFor(c)
    return unpriced.has(c.id) && viralScore !== null && viralMultiplier !== null
      ? [{ counterId: c.id, viralScore, viralMultiplier }]
      : []
  })
  if (priced.length === 0) return waiting
  await priceCounters(tx, priced)
  const prices = new Map(priced.map(p => [p.counterId, p]))
  return waiting.map(w => {
    const { viralScore, viralMultiplier } = prices.get(w.counterId) ?? w
    return w.viralScore === null ? { ...w, viralScore, viralMultiplier } : w
  })
}

/**
 * Turns platforms' counts into earnings on the terms in policy.ts, in the caller's transaction. A repeated
 * sample changes nothing; a late one is inserted at its time; a falling counter reverses its newest entries.
 * Views without a price wait, on the plan of the time they were first seen, and so do those beyond the month's budget.
 * Notifies of milestones. Locks the creators concerned, so pass all samples of a transaction in one call.
 * @param plans the plans' facts
 * @returns how many samples were new, and the entries posted
 */
export async function recordViews(
  tx: Tx,
  now: Date,
  samples: readonly ViewSample[],
  plans: readonly PlanFacts[] = planFacts,
): Promise<{ samples: number; entries: number }> {
  if (samples.length === 0) return { samples: 0, entries: 0 }
  await lockCreators(
    tx,
    samples.map(s => s.userId),
  )
  const counters = await openCounters(tx, samples, plans)
  const counterOf = (s: CounterName) => counters.get(counterKey(s)) as Counter
  const room = await roomIn(tx, now)
  const horizon = samplesKeptFrom(now)
  const timely = samples.filter(s => {
    const { since, sampledAt } = counterOf(s)
    return s.sampledAt > sampledAt || (s.sampledAt > horizon && s.sampledAt > since)
  })
  const tiers = await tiersAt(
    tx,
    timely.map(s => ({ userId: s.userId, at: s.sampledAt })),
  )
  const prices = new Map(samples.map(s => [counterOf(s).id, priceOf(s)]))
  const waiting = Map.groupBy(
    await pricedWaiting(tx, [...counters.values()], c => prices.get(c.id) as OpenPrice),
    w => w.counterId,
  )
  const fresh = await saveSamples(
    tx,
    timely.map((s, i) => ({
      ...s,
      counterId: counterOf(s).id,
      ...priceOf(s),
      ...planTermsOf(planOf(tiers[i] as Tier, plans)),
    })),
  )
  const added = Map.groupBy(fresh, s => s.counterId)
  const back = new Map<number, NewEntry[]>()
  const ready: Ready[] = []
  const unpriced: Waiting[] = []
  const grown = new Map<string, number>()
  for (const counter of counters.values()) {
    const { id } = counter
    const before = counter.views
    const waits = waiting.get(id) ?? []
    const changes = added.has(id)
      ? await changesOf(tx, { counter, added: added.get(id) as Sample[], waiting: waits }, now)
      : { back: [], dropped: [], seen: [] }
    const gone = new Set(changes.dropped)
    if (changes.back.length > 0) back.set(id, changes.back)
    const seen = changes.seen.map(segment => ({ ...segment, counterId: id }))
    const again = new Set<Waiting>(changes.back.length > 0 ? seen : [])
    for (const segment of [...waits.filter(w => !gone.has(w)), ...seen].toSorted((a, b) => a.from - b.from))
      if (termsOfSegment(segment)) ready.push({ counter, segment, again: again.has(segment) })
      else unpriced.push(segment)
    grown.set(counter.videoId, (grown.get(counter.videoId) ?? 0) + counter.views - before)
  }
  const entries = await postViews(tx, now, {
    counters: [...counters.values()],
    ...{ back, ready, unpriced, room, plans },
    before: [...waiting.values()].flat(),
  })
  await addViews(
    tx,
    [...grown].filter(([, views]) => views !== 0).map(([videoId, views]) => ({ videoId, views })),
  )
  return { samples: fresh.length, entries }
}
