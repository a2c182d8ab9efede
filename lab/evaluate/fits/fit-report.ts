import {
  type CalibrationModel,
  type CalibrationSource,
  calibrate,
} from '#server/analysis/calibration/model.ts'
import type { Reliability } from '#server/analysis/calibration/reliability.ts'
import { line, two } from '../report.ts'
import type { Fit } from './fit.ts'

const sourceNames = { telemetry: 'with telemetry', picture: 'picture and sound' } satisfies Record<
  CalibrationSource,
  string
>
const three = (value: number | null) => (value === null ? '–' : value.toFixed(3))

/** Figures before and after, one line per source and world. */
export function fitTable({ rows }: Fit): string {
  const head = ['rides', 'finds', 'right', 'error before', 'after', 'by chance', 'F1 before', 'after']
  return [
    line(['scores', ...head, 'AP before', 'after', 'rank before', 'after']),
    line(Array(13).fill('---')),
    ...rows.map(({ source, world, before, after, byChance }) =>
      line([
        sourceNames[source],
        world,
        `${after.found}`,
        two(after.precision),
        three(before.calibration.all?.expectedError ?? null),
        three(after.calibration.all?.expectedError ?? null),
        three(byChance),
        ...[before.f1, after.f1, before.averagePrecision, after.averagePrecision].map(three),
        three(before.rankCorrelation),
        three(after.rankCorrelation),
      ]),
    ),
  ].join('\n')
}

/**
 * The model, one line per kind: how many finds its curves are based on, and the scores of three strengths.
 */
export function modelTable(model: CalibrationModel): string {
  const kinds = [
    ...new Set(Object.values(model.sources).flatMap(({ kinds: own }) => Object.keys(own))),
  ].sort()
  const strengths = [0.5, 0.6, 0.8]
  const cells = (kind: string | null, source: CalibrationSource) => {
    const { all, kinds: own } = model.sources[source]
    const curve = kind === null ? all : own[kind]
    if (!curve) return Array(1 + strengths.length).fill('–')
    return [
      `${curve.right}/${curve.finds}`,
      ...strengths.map(raw => two(calibrate(model, kind ?? '', raw, source))),
    ]
  }
  const head = ['right', ...strengths.map(raw => `at ${raw}`)]
  return [
    line(['kind', ...head, ...head.map(name => `${name}, no telemetry`)]),
    line(Array(1 + 2 * head.length).fill('---')),
    ...[null, ...kinds].map(kind =>
      line([kind ?? 'all kinds', ...cells(kind, 'telemetry'), ...cells(kind, 'picture')]),
    ),
  ].join('\n')
}

/** The diagram's data. */
export interface Diagram {
  version: string
  fittedOn: string
  panels: { name: string; error: number | null; before: Reliability['bins']; after: Reliability['bins'] }[]
}

const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(3)))

const bins = (found: Reliability | undefined) =>
  (found?.bins ?? []).map(bin => ({
    ...bin,
    meanScore: Number(bin.meanScore.toFixed(3)),
    rightShare: Number(bin.rightShare.toFixed(3)),
  }))

export const diagramOf = ({ model, rows }: Fit): Diagram => ({
  version: model.version,
  fittedOn: model.fittedOn,
  panels: rows
    .filter(({ world }) => world === 'both')
    .map(({ source, before, after }) => ({
      name: sourceNames[source],
      error: rounded(after.calibration.all?.expectedError ?? null),
      before: bins(before.calibration.all),
      after: bins(after.calibration.all),
    })),
})

const side = 260
const margin = { left: 52, top: 54, bottom: 46, gap: 64 }

function panelOf({ name, error, before, after }: Diagram['panels'][number], left: number): string {
  const x = (value: number) => (left + value * side).toFixed(1)
  const y = (value: number) => (margin.top + (1 - value) * side).toFixed(1)
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
  const dots = (list: Reliability['bins'], style: string) =>
    list.map(
      bin =>
        `<circle cx="${x(bin.meanScore)}" cy="${y(bin.rightShare)}" r="${(2 + Math.sqrt(bin.finds)).toFixed(1)}" ${style}><title>${bin.finds} finds scored ${bin.meanScore}: ${bin.rightShare} right</title></circle>`,
    )
  return [
    `<text x="${x(0)}" y="${margin.top - 14}" font-weight="bold">${name}, expected error ${three(error)}</text>`,
    `<rect x="${x(0)}" y="${y(1)}" width="${side}" height="${side}" fill="none" stroke="#999"/>`,
    ...ticks.flatMap(tick => [
      `<text x="${x(tick)}" y="${Number(y(0)) + 16}" text-anchor="middle">${tick}</text>`,
      `<text x="${Number(x(0)) - 8}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick}</text>`,
      `<path d="M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}" stroke="#eee"/>`,
    ]),
    `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#666" stroke-dasharray="4 4"/>`,
    ...dots(before, 'fill="none" stroke="#8a8a8a" stroke-width="1.5"'),
    ...dots(after, 'fill="#c2500f" fill-opacity="0.75"'),
    `<text x="${x(0.5)}" y="${Number(y(0)) + 36}" text-anchor="middle">mean score</text>`,
  ].join('\n')
}

/**
 * The reliability diagram as SVG: share of right finds over their score; on the dashed line scores are
 * perfectly calibrated.
 */
export function drawDiagram({ panels, version }: Diagram): string {
  const width = margin.left + panels.length * (side + margin.gap)
  const height = margin.top + side + margin.bottom
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Reliability diagram" font-family="sans-serif" font-size="11">
<title>Reliability diagram</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${margin.left}" y="18">Share of right finds over their score, model ${version}, each ride by a model of the other rides. Gray: before.</text>
${panels.map((panel, i) => panelOf(panel, margin.left + i * (side + margin.gap))).join('\n')}
</svg>
`
}
