import type { Measures } from './measure.ts'

/** What each method reached on one group of videos. */
export interface Group {
  name: string
  methods: Record<string, Measures>
}

const two = (value: number | null) => (value === null ? '–' : value.toFixed(2))
const none = (value: number | null) => (value === null ? '–' : value.toFixed(0))

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
    two(m.perMinute),
  ])
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    `${name}: ${first.videos} videos, ${first.minutes.toFixed(0)} minutes, ${first.events} moments`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
  ].join('\n')
}

/** Found and present per kind of moment, one line a method. */
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
