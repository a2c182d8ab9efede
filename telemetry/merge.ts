import { matchInTime } from './match.ts'
import { isSidecar, type Telemetry, type TelemetrySeries } from './types.ts'

/** Streams of a receiver's fixes, of which a ride has one. */
const fixes = ['GPS5', 'GPS9']

/** A series whose second 0 is `seconds` later, without what was before. */
function later(series: TelemetrySeries, seconds: number): TelemetrySeries {
  const { times, values, axes } = series
  const kept = Array.from(times, time => time - seconds).filter(time => time >= 0)
  return {
    ...series,
    times: Float64Array.from(kept),
    values: values.slice((times.length - kept.length) * axes),
  }
}

/**
 * A camera's telemetry with what the rider added to it. An excerpt of the camera's original replaces the file's, because
 * the file lost its own. The ride of a watch or an app adds its streams to the camera's, at the time at which they were
 * recorded: a camera without a receiver keeps its motion sensors and gains speed and places.
 * @param clip the video's length in seconds, and when its clocks say that it began, the likeliest first, Unix seconds
 */
export function merged(
  own: Telemetry | null,
  added: Telemetry,
  clip: { seconds: number; starts: readonly number[] },
): Telemetry {
  if (!isSidecar(added.format)) return added
  const { begins } = added
  const track = added.series.get('GPS5')
  let shift = 0
  if (begins !== undefined && track) {
    const dated = { ...track, times: track.times.map(time => time + begins) }
    const gyro = own?.series.get('GYRO') ?? null
    const { guess } = matchInTime({ ...clip, satellite: null, gyro }, dated)
    // Without any clue, the ride and the video begin together.
    if (guess) shift = guess.start - begins
  }
  const series = new Map(own?.series)
  if (track) for (const name of fixes) series.delete(name)
  for (const [name, one] of added.series) {
    const placed =
      shift > 0 ? later(one, shift) : shift < 0 ? { ...one, times: one.times.map(t => t - shift) } : one
    if (placed.times.length) series.set(name, placed)
  }
  const dropped = (own?.dropped ?? 0) + (added.dropped ?? 0)
  return {
    device: own?.device ?? added.device,
    series,
    tags: own?.tags ?? added.tags,
    format: own?.format ?? added.format,
    ...(dropped ? { dropped } : {}),
  }
}
