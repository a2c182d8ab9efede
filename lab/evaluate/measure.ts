import { type Reliability, reliability } from '#server/analysis/calibration/reliability.ts'
import { type Match, matchSpans } from './match.ts'
import { averagePrecision, median, spearman } from './statistics.ts'
import type { Found, Judged, TruthCut, TruthEvent } from './types.ts'

/**
 * Figures over a set of videos, all events pooled. Null: not measurable (nothing to find, nothing matched).
 */
export interface Measures {
  videos: number
  minutes: number
  events: number
  found: number
  precision: number | null
  recall: number | null
  f1: number | null
  f1Loose: number | null
  averagePrecision: number | null
  /** seconds */
  medianEdgeError: number | null
  recallByType: Record<string, { found: number; of: number }>
  /** jumps of at least half a second in the air, at overlap 0.3 */
  jumpRecall: number | null
  /** milliseconds, median absolute error where an airtime was measured */
  airtimeErrorMs: number | null
  airtimesMeasured: number
  /** Spearman of score and intensity over matched events */
  rankCorrelation: number | null
  ranked: number
  cutF1: number | null
  /** the same for scene starts as users see them */
  sceneF1: number | null
  /** how reliable scores are: for `all` finds, and by the kind they were taken for */
  calibration: Record<string, Reliability>
  perMinute: number
}

/** Overlaps that count as found: the usual one, and one for highlights that are right but cut differently. */
export const overlap = { strict: 0.5, loose: 0.3 } as const
/** Shorter flights are the hard class even for body-worn sensors: https://doi.org/10.1371/journal.pone.0307255 */
const clearJump = 0.5

const f1Of = (right: number, wrong: number, missed: number) =>
  right + wrong + missed === 0 ? null : (2 * right) / (2 * right + wrong + missed)

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)

function recallByType(pairs: readonly Match<Found, TruthEvent>[], events: readonly TruthEvent[]) {
  const types = [...new Set(events.map(event => event.type))].sort()
  return Object.fromEntries(
    types.map(type => [
      type,
      {
        found: pairs.filter(pair => pair.truth.type === type).length,
        of: events.filter(event => event.type === type).length,
      },
    ]),
  )
}

/** F1 of shot changes, pooled; null when the method looks for none. */
function changesF1(videos: readonly Judged[], timesOf: (video: Judged) => number[] | null): number | null {
  const matched = videos.flatMap(video => {
    const times = timesOf(video)
    return times ? [matchCuts(times, video.truth.cuts)] : []
  })
  const total = (pick: (match: (typeof matched)[number]) => number) =>
    matched.reduce((sum, match) => sum + pick(match), 0)
  return f1Of(
    total(match => match.hits),
    total(match => match.wrong),
    total(match => match.missed),
  )
}

/** Measures one method over a set of videos. */
export function measure(videos: readonly Judged[]): Measures {
  const events = videos.flatMap(video => video.truth.events)
  const found = videos.flatMap(video => video.found)
  const strict = videos.map(video => matchSpans(video.found, video.truth.events, overlap.strict))
  const loose = videos.map(video => matchSpans(video.found, video.truth.events, overlap.loose))
  const pairs = strict.flatMap(match => match.pairs)
  const loosePairs = loose.flatMap(match => match.pairs)
  const right = new Set(pairs.map(pair => pair.found))

  const judged = pairs.filter(pair => pair.truth.intensity !== null)
  const isClear = (event: TruthEvent) => event.type === 'jump' && (event.value ?? 0) >= clearJump
  const clearPairs = loosePairs.filter(pair => isClear(pair.truth))
  const airtimes = clearPairs.filter(pair => pair.found.airtime !== null)
  const minutes = videos.reduce((sum, video) => sum + video.truth.durationSeconds, 0) / 60

  return {
    videos: videos.length,
    minutes,
    events: events.length,
    found: found.length,
    precision: share(pairs.length, found.length),
    recall: share(pairs.length, events.length),
    f1: f1Of(pairs.length, found.length - pairs.length, events.length - pairs.length),
    f1Loose: f1Of(loosePairs.length, found.length - loosePairs.length, events.length - loosePairs.length),
    averagePrecision: averagePrecision(
      found.map(one => ({ score: one.score, right: right.has(one) })),
      events.length,
    ),
    medianEdgeError: median(
      pairs.flatMap(({ found: f, truth: t }) => [Math.abs(f.start - t.start), Math.abs(f.end - t.end)]),
    ),
    recallByType: recallByType(pairs, events),
    jumpRecall: share(clearPairs.length, events.filter(isClear).length),
    airtimeErrorMs: median(airtimes.map(pair => 1000 * Math.abs(pair.found.airtime! - pair.truth.value!))),
    airtimesMeasured: airtimes.length,
    rankCorrelation: spearman(
      judged.map(pair => pair.found.score),
      judged.map(pair => pair.truth.intensity!),
    ),
    ranked: judged.length,
    cutF1: changesF1(videos, video => video.cuts),
    sceneF1: changesF1(videos, video => video.sceneStarts),
    calibration: reliabilityByKind(
      found.flatMap(one =>
        one.kind === undefined ? [] : [{ kind: one.kind, score: one.score, right: right.has(one) }],
      ),
    ),
    perMinute: minutes === 0 ? 0 : found.length / minutes,
  }
}

interface ScoredFind {
  /** the kind it was taken for */
  kind: string
  score: number
  right: boolean
}

/** Reliability of all found highlights together, under the name `all`, and of each kind. */
function reliabilityByKind(finds: readonly ScoredFind[]): Record<string, Reliability> {
  const kinds = [...new Set(finds.map(find => find.kind))].sort()
  return Object.fromEntries([
    ['all', reliability(finds)],
    ...kinds.map(kind => [kind, reliability(finds.filter(find => find.kind === kind))] as const),
  ])
}

/**
 * One-to-one matching of shot changes, nearest first. A hard cut counts as found within `tolerance` seconds;
 * a fade or dissolve anywhere in its span plus the tolerance, as TRECVID counts gradual transitions.
 */
export function matchCuts(
  found: readonly number[],
  truth: readonly TruthCut[],
  tolerance = 0.26,
): { hits: number; wrong: number; missed: number } {
  const distance = (time: number, cut: TruthCut) => Math.max(0, cut.start - time, time - cut.end)
  const pairs = found
    .flatMap((time, f) =>
      truth.map((cut, t) => ({ f, t, far: distance(time, cut), off: Math.abs(time - cut.time) })),
    )
    .filter(({ far }) => far <= tolerance)
    .sort((a, b) => a.far - b.far || a.off - b.off)
  const usedFound = new Set<number>()
  const usedTruth = new Set<number>()
  for (const { f, t } of pairs)
    if (!usedFound.has(f) && !usedTruth.has(t)) {
      usedFound.add(f)
      usedTruth.add(t)
    }
  return { hits: usedTruth.size, wrong: found.length - usedFound.size, missed: truth.length - usedTruth.size }
}
