import type { Measures } from './measure.ts'

/** The results of each method on one group of videos. */
export interface Group {
  name: string
  methods: Record<string, Measures>
}

export const two = (value: number | null) => (value === null ? '–' : value.toFixed(2))
const none = (value: number | null) => (value === null ? '–' : value.toFixed(0))

export const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** The figures of one group as a table in Markdown. */
export function tableOf({ name, methods }: Group): string {
  const first = Object.values(methods)[0]!
  const head = [
    'method',
    'found',
    'P',
    'R',
    'F1@0.5',
    'F1@0.3',
    'AP@0.5',
    'edge s',
    'jump R',
    'airtime ms',
    'rank',
    'cut F1',
    'scene F1',
    'per min',
  ]
  const rows = Object.entries(methods).map(([method, m]) => [
    method,
    none(m.found),
    two(m.precision),
    two(m.recall),
    two(m.f1),
    two(m.f1Loose),
    two(m.averagePrecision),
    two(m.medianEdgeError),
    two(m.jumpRecall),
    none(m.airtimeErrorMs),
    two(m.rankCorrelation),
    two(m.cutF1),
    two(m.sceneF1),
    two(m.perMinute),
  ])
  return [
    `${name}: ${first.videos} videos, ${first.minutes.toFixed(0)} minutes, ${first.events} moments`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
  ].join('\n')
}

/** Found and present per kind of highlight, one line per method. */
export function typesOf({ methods }: Group): string {
  return Object.entries(methods)
    .map(
      ([method, m]) =>
        `${method}: ${Object.entries(m.recallByType)
          .map(([type, { found, of }]) => `${type} ${found}/${of}`)
          .join(', ')}`,
    )
    .join('\n')
}

/** Kinds that are found less often with telemetry than by picture and sound alone: knowing more must hide nothing. */
export const lostByKnowing = (known: Measures, unknown: Measures): string[] =>
  Object.entries(unknown.recallByType)
    .filter(([type, { found }]) => (known.recallByType[type]?.found ?? 0) < found)
    .map(([type]) => type)

/** Figures per class of each factor: whether a method does worse with one lens, engine or light than with another. */
export function factorTable(
  rows: readonly { factor: string; value: string; methods: readonly Measures[] }[],
): string {
  const figures = (m: Measures) => [
    two(m.f1),
    two(m.averagePrecision),
    two(m.rankCorrelation),
    two(m.sceneF1),
  ]
  const names = ['F1', 'AP', 'rank', 'scene F1']
  return [
    line(['factor', 'class', 'videos', 'moments', ...names, ...names.map(name => `${name}, no telemetry`)]),
    line(Array(4 + 2 * names.length).fill('---')),
    ...rows.map(({ factor, value, methods }) =>
      line([factor, value, `${methods[0]!.videos}`, `${methods[0]!.events}`, ...methods.flatMap(figures)]),
    ),
  ].join('\n')
}

/** How reliable scores are: one line per kind, and the bins of all finds together. */
export function calibrationTable(method: string, { calibration }: Measures): string {
  return [
    `Calibration, ${method}`,
    '',
    line(['kind', 'finds', 'mean score', 'right', 'expected error']),
    line(Array(5).fill('---')),
    ...Object.entries(calibration).map(([kind, { finds, expectedError, bins }]) => {
      const mean = (value: (bin: (typeof bins)[number]) => number) =>
        finds === 0 ? null : bins.reduce((sum, bin) => sum + bin.finds * value(bin), 0) / finds
      return line([
        kind,
        `${finds}`,
        two(mean(bin => bin.meanScore)),
        two(mean(bin => bin.rightShare)),
        two(expectedError),
      ])
    }),
    '',
    line(['score', 'finds', 'mean score', 'right']),
    line(Array(4).fill('---')),
    ...(calibration.all?.bins ?? []).map(bin =>
      line([
        `${bin.from.toFixed(1)} to ${bin.to.toFixed(1)}`,
        `${bin.finds}`,
        two(bin.meanScore),
        two(bin.rightShare),
      ]),
    ),
  ].join('\n')
}
