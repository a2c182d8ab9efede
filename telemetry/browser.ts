/**
 * The part of the telemetry reader that doesn't need Node: for a `File` in the browser, through blobSource.
 */
export { excerptLimit, excerptSource, isExcerpt, recordReads } from './excerpt.ts'
export type { Note } from './film.ts'
export { parseGpmfPayloads } from './gpmf.ts'
export { TelemetryError, type TelemetryProblem } from './problems/index.ts'
export { readTelemetryFrom } from './read.ts'
export { readSidecarFrom } from './sidecar/read-sidecar.ts'
export { blobSource, type RandomAccessSource } from './source.ts'
