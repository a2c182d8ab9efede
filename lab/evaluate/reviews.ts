import { type Reliability, reliability } from '#server/analysis/calibration/reliability.ts'
import { isRight, type Label } from '#server/learning/index.ts'
import { line, two } from './report.ts'
import { median } from './statistics.ts'

/** Reviewers' verdicts on highlights, and how many labels each figure is based on. */
export interface ReviewFigures {
  name: string
  labels: number
  videos: number
  reviewers: number
  approved: number
  trimmed: number
  rejected: number
  /** share of labels that reviewers kept; null without labels */
  precision: number | null
  /** half the width of its 95% interval, by videos: labels of one video are not independent */
  precisionWithin: number | null
  /** of kept highlights, seconds; positive: reviewers moved the edge later */
  edges: {
    kept: number
    moved: number
    startShift: number | null
    endShift: number | null
    startError: number | null
    endError: number | null
  }
  calibration: Reliability
}

export interface ReviewReport {
  all: ReviewFigures
  sources: ReviewFigures[]
  kinds: ReviewFigures[]
  /** whole videos, by viral potential; their labels are in no other group */
  videos: ReviewFigures
  /** labels derived from a verdict on the whole video */
  byVideo: number
  /** highlights judged by two or more reviewers, and those on which they agree */
  agreement: { judgedTwice: number; agreed: number }
}

/** A trim that moved an edge by less than this many seconds left it unchanged. */
const unmoved = 0.05

function edgesOf(labels: readonly Label[]): ReviewFigures['edges'] {
  const shifts = labels.flatMap(({ foundStart, foundEnd, givenStart, givenEnd, ...label }) =>
    isRight(label) && foundStart !== null && foundEnd !== null && givenStart !== null && givenEnd !== null
      ? [{ start: givenStart - foundStart, end: givenEnd - foundEnd }]
      : [],
  )
  const moved = shifts.filter(({ start, end }) => Math.abs(start) > unmoved || Math.abs(end) > unmoved)
  return {
    kept: shifts.length,
    moved: moved.length,
    startShift: median(moved.map(({ start }) => start)),
    endShift: median(moved.map(({ end }) => end)),
    startError: median(moved.map(({ start }) => Math.abs(start))),
    endError: median(moved.map(({ end }) => Math.abs(end))),
  }
}

/**
 * Half the 95% interval of the share of right labels, with videos as the sampling units (a ratio estimate).
 */
function shareWithin(labels: readonly Label[], share: number): number | null {
  const videos = Map.groupBy(labels, ({ videoId }) => videoId)
  const count = videos.size
  if (count < 2) return null
  let squares = 0
  for (const ofVideo of videos.values())
    squares += ofVideo.reduce((sum, label) => sum + (isRight(label) ? 1 : 0) - share, 0) ** 2
  return (1.96 * Math.sqrt((squares * count) / (count - 1))) / labels.length
}

function figuresOf(name: string, labels: readonly Label[]): ReviewFigures {
  const of = (verdict: Label['verdict']) => labels.filter(label => label.verdict === verdict).length
  const precision = labels.length === 0 ? null : labels.filter(isRight).length / labels.length
  return {
    name,
    labels: labels.length,
    videos: new Set(labels.map(({ videoId }) => videoId)).size,
    reviewers: new Set(labels.map(({ reviewerId }) => reviewerId)).size,
    approved: of('approved'),
    trimmed: of('trimmed'),
    rejected: of('rejected'),
    precision,
    precisionWithin: precision === null ? null : shareWithin(labels, precision),
    edges: edgesOf(labels),
    calibration: reliability(
      labels.map(label => ({ kind: name, score: label.shownScore, right: isRight(label) })),
    ),
  }
}

/** Scores the analysis on reviewers' verdicts. */
export function reviewReport(labels: readonly Label[]): ReviewReport {
  const highlights = labels.filter(({ highlight }) => highlight !== null)
  const groups = (nameOf: (label: Label) => string) =>
    [...Map.groupBy(highlights, nameOf)]
      .map(([name, members]) => figuresOf(name, members))
      .sort((a, b) => b.labels - a.labels || a.name.localeCompare(b.name))
  const several = [
    ...Map.groupBy(highlights, ({ runId, highlight }) => `${runId} ${highlight}`).values(),
  ].filter(ofHighlight => ofHighlight.length > 1)
  return {
    all: figuresOf('all', highlights),
    sources: groups(({ source }) => source),
    kinds: groups(({ kind }) => kind ?? 'unknown'),
    videos: figuresOf(
      'whole videos',
      labels.filter(({ highlight }) => highlight === null),
    ),
    byVideo: highlights.filter(({ byVideo }) => byVideo).length,
    agreement: {
      judgedTwice: several.length,
      agreed: several.filter(ofHighlight => new Set(ofHighlight.map(isRight)).size === 1).length,
    },
  }
}

const share = ({ precision, precisionWithin }: ReviewFigures) =>
  precisionWithin === null ? two(precision) : `${two(precision)} ± ${two(precisionWithin)}`

function calibrationOf({ calibration: { finds, expectedError, bins } }: ReviewFigures): string[] {
  const mean = bins.reduce((sum, bin) => sum + bin.finds * bin.meanScore, 0) / Math.max(1, finds)
  return [two(finds === 0 ? null : mean), two(expectedError)]
}

/** The report as tables in Markdown. */
export function reviewTables(report: ReviewReport): string {
  const { all, sources, kinds, videos, agreement } = report
  const counts = ({ labels, videos, approved, trimmed, rejected }: ReviewFigures) =>
    [labels, videos, approved, trimmed, rejected].map(String)
  const row = (figures: ReviewFigures) => {
    const { kept, moved, ...edges } = figures.edges
    return line([
      figures.name,
      ...counts(figures),
      share(figures),
      ...calibrationOf(figures),
      `${moved} of ${kept}`,
      two(edges.startError),
      two(edges.endError),
    ])
  }
  const head = ['highlights', 'labels', 'videos', 'approved', 'trimmed', 'rejected']
  const figures = ['precision', 'mean score', 'expected error', 'moved ends', 'start s', 'end s']
  const videoHead = [...head.slice(1), 'share approved', 'mean score', 'expected error']
  return [
    line([...head, ...figures]),
    line(Array(head.length + figures.length).fill('---')),
    ...[all, ...sources, ...kinds].map(row),
    '',
    line(['score', 'labels', 'mean score', 'kept']),
    line(Array(4).fill('---')),
    ...all.calibration.bins.map(bin =>
      line([
        `${bin.from.toFixed(1)} to ${bin.to.toFixed(1)}`,
        `${bin.finds}`,
        two(bin.meanScore),
        two(bin.rightShare),
      ]),
    ),
    '',
    line(['viral potential', ...videoHead]),
    line(Array(videoHead.length + 1).fill('---')),
    line([videos.name, ...counts(videos), share(videos), ...calibrationOf(videos)]),
    '',
    `${all.labels} labels on highlights by ${all.reviewers} reviewers, ${report.byVideo} of them from a verdict on the whole video. Reviewers agree on ${agreement.agreed} of ${agreement.judgedTwice} highlights that two or more judged.`,
  ].join('\n')
}
