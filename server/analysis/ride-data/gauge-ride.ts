import type { TimeSpan } from '#contract/analysis.ts'
import { type GaugeDataAnswer, gaugeMeasures } from '#contract/gauges/schemas.ts'
import type { TrackPoint } from '#contract/ride-data.ts'
import { standardWording } from '#server/core/sentences.ts'
import type { ShownFindings, WholeMinute } from '../private-places/shown.ts'
import { rideAnswer } from './answer.ts'
import { lttb } from './lttb.ts'

/** Points of the way and of the heights: a gauge is a few hundred pixels wide. */
const points = 400

/** Keeps the points of a line that matter most for how it looks, of each stretch its share. */
function thin<P extends TrackPoint | [number, number]>(
  stretches: readonly P[][],
  at: (point: P) => [x: number, y: number],
): P[][] {
  const all = stretches.flat().length
  return stretches.map(stretch => {
    const places = stretch.map(at)
    const kept = lttb(
      places.map(([x]) => x),
      places.map(([, y]) => y),
      Math.max(2, Math.ceil((points * stretch.length) / all)),
    )
    return kept.map(index => stretch[index] as P)
  })
}

/**
 * What gauges are drawn from.
 * @param found by the newest completed analysis, as the viewer may see it; null when there is none
 * @param minutes of that analysis in which the spans lie
 * @param name of the rider
 */
export function gaugeDataOf(
  found: ShownFindings | null,
  minutes: readonly WholeMinute[],
  spans: readonly TimeSpan[],
  name: string,
): GaugeDataAnswer {
  const { state, track, markers } = rideAnswer(found, standardWording)
  const ride = found?.ride
  if (state !== 'ready' || !ride) return { state, ride: null }
  const [speed = [], g = [], height = []] = gaugeMeasures.map(measure =>
    ride.samplesIn(minutes, measure, spans),
  )
  // Only the newest analysis keeps minutes.
  if (minutes.length === 0) return { state: 'none', ride: null }
  const stretchesOf = (measure: string) => ride.series.find(one => one.measure === measure)?.stretches ?? []
  const speeds = stretchesOf('speed').flat()
  const jumps = markers.filter(({ kind }) => kind === 'jump')
  const flights = [...new Map(jumps.map(({ start, end }) => [start, { start, end }])).values()]
  return {
    state,
    ride: {
      speed,
      g,
      height,
      flights,
      track: thin(track, ([, north, east]) => [east * Math.cos((north * Math.PI) / 180), north]),
      profile: thin(stretchesOf('height'), ([time, meters]) => [time, meters]),
      topSpeed: speeds.length > 0 ? speeds.reduce((top, [, speed]) => Math.max(top, speed), 0) : null,
      name,
    },
  }
}
