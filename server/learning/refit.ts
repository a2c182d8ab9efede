import { enoughLabels } from '#contract/constants.ts'
import type { WeightsReport, WeightsRow } from '#contract/learning.ts'
import {
  type CalibrationModel,
  calibrate,
  expectedCalibrationError,
  fitCalibration,
  standardModel,
} from '#server/analysis/index.ts'
import { type Sample, videosOf } from './labels.ts'

const foldCount = 5
/** The minimum decrease of the left-out calibration error. Half of the product's allowed error (0.05). */
const margin = 0.02
/** A curve can't be fitted without some verdicts of both kinds. */
const leastOfEach = 5
/**
 * How far reviews may move a kind's curve from the built-in one, in log odds: as far as its labels say, since
 * a kind has at least 50. Other kinds' curves don't change.
 */
const spread = { pooled: { offset: 0.01, slope: 0.01 }, kind: { offset: 2, slope: 4 } }
/** Raw scores at which admins see the change. */
const shownAt = [0.5, 0.7, 0.9]

/** Every video is left out in one fold, with all its labels. */
function foldsOf(samples: readonly Sample[]): Map<string, number> {
  const videos = [...new Set(samples.map(({ videoId }) => videoId))].sort()
  return new Map(videos.map((videoId, index) => [videoId, index % foldCount]))
}

interface Judged extends Sample {
  fold: number
  today: number
  /** by a fit that has not seen this video; today's if the kind is unchanged */
  proposed: number
  /** the share of right labels in the other folds: the baseline without any score */
  share: number
}

const errorOf = (judged: readonly Judged[], score: (one: Judged) => number) =>
  expectedCalibrationError(judged.map(one => ({ score: score(one), right: one.right }))) ?? 0

type Kind = Pick<Sample, 'kind' | 'source'>

const scoreBy = (model: CalibrationModel, { kind, source }: Kind, raw: number) =>
  calibrate(model, kind, raw, source)

/** A model with one kind's curve fitted to that kind's samples, and everything else unchanged. */
function withCurve(
  model: CalibrationModel,
  { kind, source }: Kind,
  samples: readonly Sample[],
): CalibrationModel {
  const fitted = fitCalibration(
    samples.map(({ raw, right }) => ({ kind, source, score: raw, right })),
    { version: 'reviews', fittedOn: 'verdicts of reviewers', prior: standardModel, spread },
  ).sources[source].kinds[kind]
  if (!fitted) return model
  const { all, kinds } = model.sources[source]
  return {
    ...model,
    fittedOn: 'verdicts of reviewers',
    sources: { ...model.sources, [source]: { all, kinds: { ...kinds, [kind]: fitted } } },
  }
}

/** A difference must be this many standard errors: by chance this happens in 1 of 44 nights. */
const clearly = 2

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
/** 0 for an empty list. */
const mean = (values: readonly number[]) => sum(values) / Math.max(1, values.length)
/** Squared error of a score. */
const squared = (score: number, right: boolean) => (score - (right ? 1 : 0)) ** 2

/** Whether the mean of the values is significantly above 0, with videos as the sampling units. */
function isClear(values: readonly { videoId: string; value: number }[]): boolean {
  const middle = mean(values.map(({ value }) => value))
  const videos = [...Map.groupBy(values, ({ videoId }) => videoId).values()]
  const squares = sum(videos.map(ofVideo => sum(ofVideo.map(({ value }) => value - middle)) ** 2))
  const error = Math.sqrt((squares * videos.length) / Math.max(1, videos.length - 1)) / values.length
  return middle > clearly * error
}

/** A kind's labels, scored by fits that have not seen their videos; null when there are too few. */
function leftOut(group: readonly Judged[]): Judged[] | null {
  const right = group.filter(one => one.right).length
  if (group.length < enoughLabels.ofKind.labels || videosOf(group) < enoughLabels.ofKind.videos) return null
  if (Math.min(right, group.length - right) < leastOfEach) return null
  const [kind] = group
  if (!kind) return null
  const models = Array.from({ length: foldCount }, (_, fold) =>
    withCurve(
      standardModel,
      kind,
      group.filter(one => one.fold !== fold),
    ),
  )
  const scored = group.map(one => {
    const model = models[one.fold]
    return model ? { ...one, proposed: scoreBy(model, one, one.raw) } : one
  })
  const better =
    mean(scored.map(one => squared(one.proposed, one.right))) <
    mean(scored.map(one => squared(one.today, one.right)))
  return better ? scored : null
}

function rowOf(
  judged: readonly Judged[],
  changed: boolean,
  today: CalibrationModel,
  model: CalibrationModel,
): WeightsRow[] {
  const [first] = judged
  if (!first) return []
  const { kind, source } = first
  return [
    {
      kind,
      source,
      labels: judged.length,
      videos: videosOf(judged),
      precision: mean(judged.map(one => (one.right ? 1 : 0))),
      changed,
      scores: shownAt.map(raw => ({
        raw,
        today: scoreBy(today, first, raw),
        proposed: scoreBy(model, first, raw),
      })),
      errorToday: errorOf(judged, one => one.today),
      errorProposed: errorOf(judged, one => one.proposed),
    },
  ]
}

export type Refit =
  | { outcome: 'too_few' | 'no_order' | 'no_better' }
  | { outcome: 'proposed'; model: CalibrationModel; report: WeightsReport }

/**
 * Fits weights to reviews and decides whether to propose them. On videos the fit has not seen, they must beat
 * the plain share of kept highlights, and be better calibrated than today's by a margin.
 * @param against version of today's weights
 */
export function refit(samples: readonly Sample[], today: CalibrationModel, against: number): Refit {
  if (samples.length < enoughLabels.labels || videosOf(samples) < enoughLabels.videos)
    return { outcome: 'too_few' }
  const folds = foldsOf(samples)
  const shares = Array.from({ length: foldCount }, (_, fold) =>
    mean(samples.filter(one => folds.get(one.videoId) !== fold).map(one => (one.right ? 1 : 0))),
  )
  const judged = samples.map((sample): Judged => {
    const fold = folds.get(sample.videoId) ?? 0
    const score = scoreBy(today, sample, sample.raw)
    return { ...sample, fold, today: score, proposed: score, share: shares[fold] ?? 0 }
  })
  const groups = [...Map.groupBy(judged, ({ kind, source }) => `${kind} ${source}`).values()].map(group => {
    const scored = leftOut(group)
    return { changed: scored !== null, judged: scored ?? group }
  })
  const all = groups.flatMap(group => group.judged)
  if (!groups.some(group => group.changed)) return { outcome: 'no_better' }
  const gain = (than: (one: Judged) => number) =>
    all.map(one => ({
      videoId: one.videoId,
      value: squared(than(one), one.right) - squared(one.proposed, one.right),
    }))
  if (!isClear(gain(one => one.share))) return { outcome: 'no_order' }
  const [errorToday, errorProposed] = [errorOf(all, one => one.today), errorOf(all, one => one.proposed)]
  if (errorToday - errorProposed < margin || !isClear(gain(one => one.today))) return { outcome: 'no_better' }

  const model = groups.reduce(
    (before, { changed, judged: [first, ...rest] }) =>
      changed && first ? withCurve(before, first, [first, ...rest]) : before,
    today,
  )
  return {
    outcome: 'proposed',
    model,
    report: {
      labels: all.length,
      videos: videosOf(all),
      against,
      errorToday,
      errorProposed,
      rows: groups
        .flatMap(group => rowOf(group.judged, group.changed, today, model))
        .sort((a, b) => Number(b.changed) - Number(a.changed) || b.labels - a.labels),
    },
  }
}
