import { catalog, type Sentence, sentenceBy } from '#server/core/sentences.ts'
import type { TelemetryProblem } from '#telemetry/problems/index.ts'

/** Each problem, from its details. */
type Writes = {
  [P in TelemetryProblem as P['name']]: keyof P extends 'name' ? string : (problem: Omit<P, 'name'>) => string
}

/** What is wrong with a telemetry file, by problem. */
export const problems = catalog('telemetry', {
  damagedTable: ({ table }: { table: string }) => `The ${table} table of the telemetry track is damaged.`,
  damagedExcerpt: 'The telemetry was damaged on its way. Choose the original file again.',
  indexCutOff: 'The index (moov) of the MP4 is cut off.',
  longerThanFile: 'The telemetry claims to be longer than its file.',
  lineTooLong: 'A line of the telemetry file is longer than 16 kB.',
  noScale: ({ key }: { key: string }) => `The .gcsv file has no usable ${key}.`,
  notTrack: "The file isn't GPX, TCX or KML.",
  timesUnreadable: ({ unreadable, rows }: { unreadable: number; rows: number }) =>
    `The time can't be read in ${unreadable} of ${rows} rows of the CSV.`,
  xmlAttributes: ({ most }: { most: number }) => `A tag of the XML file has more than ${most} attributes.`,
  xmlCutOff: 'The XML file ends in the middle of a tag.',
  xmlDepth: ({ most }: { most: number }) => `The XML file is nested more than ${most} levels deep.`,
  xmlEntities: "The XML file defines its own entities (DOCTYPE), which isn't allowed here.",
  xmlTooLong: 'A tag, comment or text of the XML file is longer than 64 kB.',
  xmlUnclosed: "A tag of the XML file isn't closed.",
  excerptTooLarge: 'This file has more telemetry than we can take.',
  fileTooLarge: 'The telemetry file is larger than 256 MB.',
  fitTooLarge: 'The FIT file is larger than 64 MB.',
  indexTooLarge: 'The index (moov) of the MP4 is larger than 64 MB.',
  payloadTooLarge: 'A telemetry payload is too large.',
  tooManyBoxes: 'The MP4 has too many boxes.',
  tooManyParts: 'The telemetry has too many parts.',
  tooManyPayloads: 'The telemetry has too many payloads.',
  tooManyPoints: 'The track has too many points.',
  tooManySamples: 'The telemetry has too many samples.',
  tooMuchMemory:
    'The telemetry file needs too much memory to read. Export a shorter ride, or as CSV, and try again.',
  tooMuchToSend: 'This file has more telemetry than can be sent.',
  tooSlow: 'The telemetry file takes too long to read. Export a shorter ride, or as CSV, and try again.',
  kmlWithoutTimes:
    "The KML file has no times, so we can't match it to the video. Export the recorded track as GPX, or as KML with times.",
  noHeaderRow: 'The file has no header row with column names.',
  noTelemetry: "There's no telemetry in this file.",
  noTimeColumn: 'The CSV has no time column. Name one "time" (seconds) or "date".',
  noTrackPoints: ({ format }: { format: string }) => `The ${format} file has no track points.`,
  noUsablePoint: ({ format }: { format: string }) =>
    `No track point of the ${format} file has both a place and a time, so we can't match it to the video.`,
  noUsableRow: ({ rows }: { rows: number }) => `No row of the CSV has a usable value (rows: ${rows}).`,
  notText: "The telemetry file isn't a text file.",
  onlyTimes:
    'The CSV has a time but nothing to go with it. Columns are: lat and lon, alt, speed, ax ay az, gx gy gz.',
} satisfies Writes)

/** What a rider reads about a problem. */
export function telemetrySentence({ name, ...details }: TelemetryProblem): Sentence {
  const sentence = sentenceBy(`telemetry.${name}`, details)
  if (!sentence) throw new Error(`No sentence for the telemetry problem ${name}`)
  return sentence
}
