export type TelemetryErrorCode = 'damaged' | 'too_large' | 'unsupported'

/** Everything that can be wrong with a file. Each has its sentence in the server's catalog `telemetry`. */
const kinds = {
  damagedTable: 'damaged',
  damagedExcerpt: 'damaged',
  indexCutOff: 'damaged',
  longerThanFile: 'damaged',
  lineTooLong: 'damaged',
  noScale: 'damaged',
  notTrack: 'damaged',
  timesUnreadable: 'damaged',
  xmlAttributes: 'damaged',
  xmlCutOff: 'damaged',
  xmlDepth: 'damaged',
  xmlEntities: 'damaged',
  xmlTooLong: 'damaged',
  xmlUnclosed: 'damaged',
  excerptTooLarge: 'too_large',
  fileTooLarge: 'too_large',
  fitTooLarge: 'too_large',
  indexTooLarge: 'too_large',
  payloadTooLarge: 'too_large',
  tooManyBoxes: 'too_large',
  tooManyParts: 'too_large',
  tooManyPayloads: 'too_large',
  tooManyPoints: 'too_large',
  tooManySamples: 'too_large',
  tooMuchMemory: 'too_large',
  tooMuchToSend: 'too_large',
  tooSlow: 'too_large',
  kmlWithoutTimes: 'unsupported',
  noHeaderRow: 'unsupported',
  noTelemetry: 'unsupported',
  noTimeColumn: 'unsupported',
  noTrackPoints: 'unsupported',
  noUsablePoint: 'unsupported',
  noUsableRow: 'unsupported',
  notText: 'unsupported',
  onlyTimes: 'unsupported',
} as const satisfies Record<string, TelemetryErrorCode>
type Name = keyof typeof kinds

/** What the sentences of some problems say besides. */
interface Details {
  damagedTable: { table: 'size' | 'offset' | 'chunk' | 'time' }
  noScale: { key: string }
  noTrackPoints: { format: string }
  noUsablePoint: { format: string }
  noUsableRow: { rows: number }
  timesUnreadable: { unreadable: number; rows: number }
  xmlAttributes: { most: number }
  xmlDepth: { most: number }
}
type ProblemOf<N extends Name> = { name: N } & (N extends keyof Details ? Details[N] : unknown)

/** A problem as data, so that it can cross a process boundary and be put in the reader's language. */
export type TelemetryProblem = { [N in Name]: ProblemOf<N> }[Name]

/** The only error that hostile or broken input causes; I/O errors of the source pass through unchanged. */
export class TelemetryError extends Error {
  readonly code: TelemetryErrorCode
  readonly problem: TelemetryProblem

  constructor(problem: TelemetryProblem) {
    super(JSON.stringify(problem))
    this.name = 'TelemetryError'
    this.code = kinds[problem.name]
    this.problem = problem
  }
}
