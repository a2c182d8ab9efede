import { sql } from 'kysely'
import { type PlanFacts, planFacts, planOf, type Tier } from '#contract/money/constants.ts'
import { lockCreators, type NewEntry, post, reversalOf } from '#server/ledger/index.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { tiersAt } from '#server/subscriptions/index.ts'
import {
  activeSegments,
  type Counter,
  findCounters,
  keptSamples,
  saveCounters,
  saveSamples,
} from './counters.ts'
import { checkMilestones } from './milestones.ts'
import { termsAsFacts, termsOf } from './policy.ts'
import { type Sample, type Segment, segmentsOf } from './rules.ts'
import { addViews } from './store.ts'
import { batchOf, earningOf } from './view-entries.ts'

/** A platform's counter for a video at a time. */
export interface ViewSample {
  videoId: string
  /** the creator who earns from it */
  userId: string
  /** the platform, by its name in the contract */
  platform: string
  /** total views so far, not those since the last sample */
  views: number
  /** the score that prices the video, 0 to 1; a video without a score is not sampled */
  viralScore: number
  sampledAt: Date
}

/** How long after its time a sample still counts; platforms' numbers are not kept longer either. */
const samplesKeptDays = 30
const dayMs = 24 * 3600_000

/** @throws RangeError for an invalid score, because a missing number is not 0 */
function scoreOf({ videoId, viralScore }: ViewSample): number {
  if (!(viralScore >= 0 && viralScore <= 1))
    throw new RangeError(`The views of video ${videoId} have no price: ${viralScore}`)
  return viralScore
}

const counterKey = (c: { videoId: string; platform: string }) => `${c.platform}:${c.videoId}`
const segmentKey = ({ from, to, sampledAt, ...terms }: Segment) =>
  [from, to, sampledAt.getTime(), ...Object.values(termsAsFacts(terms))].join(' ')

/** The entries to post so that a counter's entries match its samples. */
async function entriesFor(tx: Tx, counter: Counter, added: Sample[], now: Date): Promise<NewEntry[]> {
  const [only] = added
  const inOrder = added.length === 1 && only && (!counter.sampledAt || only.sampledAt > counter.sampledAt)
  if (inOrder && only.views >= counter.views) {
    const from = counter.views
    counter.sampledAt = only.sampledAt
    counter.views = only.views
    return only.views > from ? [earningOf(counter, { ...only, from, to: only.views }, now)] : []
  }
  const samples = await keptSamples(tx, counter)
  const oldest = samples[0] as Sample
  const active = await activeSegments(tx, counter)
  const wanted = segmentsOf(
    active.filter(a => a.sampledAt < oldest.sampledAt),
    samples,
  )
  counter.sampledAt = (samples.at(-1) as Sample).sampledAt
  counter.views = wanted.at(-1)?.to ?? 0
  const keep = new Set(wanted.map(segmentKey))
  const posted = new Set(active.map(segmentKey))
  const back: NewEntry[] = []
  for (const segment of active)
    if (!keep.has(segmentKey(segment)))
      back.push(
        await reversalOf(tx, segment.entryId, { occurredAt: now, facts: { counterNow: counter.views } }),
      )
  return [...back, ...wanted.filter(s => !posted.has(segmentKey(s))).map(s => earningOf(counter, s, now))]
}

/**
 * Turns platforms' counts into earnings on the terms in policy.ts, in the caller's transaction. A repeated
 * sample changes nothing; a late one is inserted at its time; a falling counter reverses its newest entries.
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
  const counters = await findCounters(tx, samples)
  const horizon = new Date(now.getTime() - samplesKeptDays * dayMs)
  const timely = samples.filter(s => s.sampledAt > horizon || !counters.get(counterKey(s))?.sampledAt)
  const tiers = await tiersAt(
    tx,
    timely.map(s => ({ userId: s.userId, at: s.sampledAt })),
  )
  const fresh = await saveSamples(
    tx,
    timely.map((s, i) => ({
      ...s,
      ...termsOf(scoreOf(s), planOf(tiers[i] as Tier, plans)),
    })),
  )
  const byCounter = Map.groupBy(fresh, counterKey)
  const entries: NewEntry[] = []
  const grown = new Map<string, number>()
  const touched: Counter[] = []
  for (const [key, added] of byCounter) {
    const [{ videoId, platform, userId }] = added as [(typeof added)[number]]
    const counter = counters.get(key) ?? { videoId, platform, userId, views: 0, sampledAt: null, revision: 0 }
    const before = counter.views
    entries.push(...(await entriesFor(tx, counter, added, now)))
    grown.set(videoId, (grown.get(videoId) ?? 0) + counter.views - before)
    touched.push(counter)
  }
  const posted = await post(tx, [...batchOf(entries, now), ...entries])
  await saveCounters(tx, touched)
  await addViews(
    tx,
    [...grown].filter(([, views]) => views !== 0).map(([videoId, views]) => ({ videoId, views })),
  )
  await checkMilestones(tx, now, [...new Set(entries.map(e => e.userId as string))])
  return { samples: fresh.length, entries: posted.size }
}

/** Deletes samples that are too old to matter; the ledger keeps their entries. */
export async function purgeSamples(tx: Tx, now: Date): Promise<void> {
  await sql`delete from view_samples where sampled_at < ${new Date(now.getTime() - samplesKeptDays * dayMs)}`.execute(
    tx,
  )
}
