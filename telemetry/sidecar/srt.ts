import { isPlace } from '../plausible.ts'
import { TelemetryError } from '../problems/index.ts'
import type { Meter } from '../source.ts'
import type { Telemetry } from '../types.ts'
import { readLines } from './lines.ts'
import { sidecarTelemetry, Track } from './series-of.ts'

/** The line of a cue's times: when it begins. */
const cue = /^(\d\d):(\d\d):(\d\d)[,.](\d{3}) --> /

/** Whether a text begins as subtitles do: a number, then the times of the first cue. */
export const isSrt = (head: string): boolean =>
  cue.test(/^\s*\d+\s*\n(.{0,80})/.exec(head.replaceAll('\r', ''))?.[1] ?? '')

const number = String.raw`\s?:\s?(-?\d+(?:\.\d+)?)`
const [latitude, longitude, altitude] = [
  String.raw`\blatitude`,
  // Older firmware misspells it.
  String.raw`\blongt?itude`,
  String.raw`\b(?:abs_alt|altitude)`,
].map(name => new RegExp(name + number)) as [RegExp, RegExp, RegExp]
const numberAfter = (line: string, name: RegExp) => Number(name.exec(line)?.[1] ?? Number.NaN)

/**
 * Reads the subtitles that DJI's drones write beside a video: a cue per frame, with "[latitude: …]", "[longitude: …]"
 * and "abs_alt: …" in its text. The cues' times are the video's own; the time of day in them is local, so it isn't
 * used. Speeds are computed from the positions.
 * @throws TelemetryError unsupported when no cue has a position
 */
export async function readSrt(text: AsyncIterable<string>, meter: Meter): Promise<Telemetry> {
  const track = new Track()
  let time: number | null = null
  let points = 0
  for await (const line of readLines(text, meter)) {
    const begins = cue.exec(line)
    if (begins) {
      const [, hours, minutes, seconds, milliseconds] = begins.map(Number)
      time = hours! * 3600 + minutes! * 60 + seconds! + milliseconds! / 1000
    }
    const [north, east] = [numberAfter(line, latitude), numberAfter(line, longitude)]
    if (Number.isFinite(north)) points++
    if (time === null || !isPlace(north, east)) continue
    track.add({
      ...{ time, latitude: north, longitude: east, altitude: numberAfter(line, altitude) },
      ...{ speed: Number.NaN, segment: 0 },
    })
  }
  const telemetry = sidecarTelemetry('srt', null, null, [track.finish('SRT track')])
  if (telemetry.series.size === 0)
    throw new TelemetryError({ name: points > 0 ? 'noUsablePoint' : 'noTrackPoints', format: 'SRT' })
  return telemetry
}
