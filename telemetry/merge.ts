import { type Match, matchInTime } from './match.ts'
import { isSidecar, type Placement, type Telemetry, type TelemetrySeries } from './types.ts'

/** Streams of a receiver's fixes, of which a ride has one. */
const fixes = ['GPS5', 'GPS9']

/** A video on which a ride is laid. */
export interface Clip {
  seconds: number
  /** when its clocks say that it began, the likeliest first, Unix seconds */
  clocks: readonly number[]
  /** how the camera turned, as its picture shows it; for one without a gyro */
  turns?: TelemetrySeries | null
  /** seconds of the ride at its second 0, as the rider chose; null: to be found */
  chosen?: number | null
}

/** A series on the video's clock, without what was before the video. */
function laid(series: TelemetrySeries, { offset, drift }: Placement, pace: number): TelemetrySeries {
  const rate = pace * (1 + drift)
  if (offset === 0 && rate === 1) return series
  const { times, values, axes } = series
  const kept = times.map(time => (time - offset) / rate).filter(time => time >= 0)
  return { ...series, times: kept, values: values.slice((times.length - kept.length) * axes) }
}

/** Where the video lies on the clock of a ride. */
function placementOf(own: Telemetry | null, added: Telemetry, clip: Clip): Placement {
  const begins = added.begins ?? null
  const track = added.series.get('GPS5')
  const { chosen = null } = clip
  const pace = own?.pace ?? 1
  const named = own?.recording === undefined ? undefined : added.recordings?.[own.recording]
  const found = track
    ? matchInTime(
        {
          seconds: clip.seconds * pace,
          satellite: begins === null ? null : (own?.satellite ?? null),
          clocks: begins === null ? [] : clip.clocks,
          // Nothing turns in a time lapse or in slow motion as fast as on the track.
          turns: pace === 1 ? (own?.series.get('GYRO') ?? clip.turns ?? null) : null,
        },
        { ...track, times: track.times.map(time => time + (begins ?? 0)) },
      )
    : { automatic: null, guess: null, best: [] }
  const offsetOf = ({ start }: Match) => start - (begins ?? 0)
  const best = found.best.map(match => ({ offset: offsetOf(match), confidence: match.peak }))
  if (chosen !== null) return { offset: chosen, method: 'rider', confidence: null, drift: 0, best }
  if (named !== undefined && begins !== null)
    return { offset: named - begins, method: 'recording', confidence: null, drift: 0, best }
  const { guess } = found
  if (!guess) return { offset: 0, method: 'start', confidence: null, drift: 0, best }
  return { offset: offsetOf(guess), method: guess.method, confidence: guess.peak, drift: guess.drift, best }
}

/**
 * A camera's telemetry with what the rider added to it. An excerpt of the camera's original replaces the file's, because
 * the file lost its own. The ride of a watch or an app adds its streams to the camera's, at the time at which they were
 * recorded: a camera without a receiver keeps its motion sensors and gains speed and places.
 */
export function merged(own: Telemetry | null, added: Telemetry, clip: Clip): Telemetry {
  if (!isSidecar(added.format)) return added
  const placement = placementOf(own, added, clip)
  const series = new Map(own?.series)
  if (added.series.has('GPS5')) for (const name of fixes) series.delete(name)
  const streams: string[] = []
  let seconds = 0
  for (const [name, one] of added.series) {
    seconds = Math.max(seconds, one.times.at(-1) ?? 0)
    // The camera's motion sensors know what the camera saw.
    if (series.has(name)) continue
    const placed = laid(one, placement, own?.pace ?? 1)
    if (!placed.times.length) continue
    series.set(name, placed)
    streams.push(name)
  }
  const dropped = (own?.dropped ?? 0) + (added.dropped ?? 0)
  const { format, device, begins = null } = added
  return {
    ...own,
    device: own?.device ?? device,
    series,
    tags: own?.tags ?? added.tags,
    format: own?.format ?? format,
    added: { format, device, begins, seconds, streams, placement },
    ...(dropped ? { dropped } : {}),
  }
}
