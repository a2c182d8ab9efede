import type { TimeSpan } from '#contract/analysis.ts'
import { type GaugeDataAnswer, gaugeMeasures } from '#contract/gauges/gauges.ts'
import type { TrackPoint } from '#contract/ride-data.ts'
import { hiddenZone } from '../home-zone.ts'
import { cutTrack, type Found, rideAnswer } from './answer.ts'
import { lttb } from './lttb.ts'
import type { StoredRide } from './measure.ts'
import { type RideMinute, samplesIn } from './minutes.ts'

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
 * @param found of the newest completed analysis; null when there is none
 * @param minutes of that analysis in which the spans lie
 * @param rider their name, and whether they have turned hiding their home zone off
 */
export function gaugeDataOf(
  found: { result: { telemetry: unknown; highlights: readonly Found[] }; ride: StoredRide | null } | null,
  minutes: readonly RideMinute[],
  spans: readonly TimeSpan[],
  rider: { name: string; showHomeZone: boolean },
): GaugeDataAnswer {
  const { state, track, markers } = rideAnswer(found, rider.showHomeZone)
  const ride = found?.ride
  if (state !== 'ready' || !ride) return { state, ride: null }
  const [speed = [], g = [], height = []] = gaugeMeasures.map(measure => samplesIn(minutes, measure, spans))
  // An analysis from before minutes were kept has the thinned lines alone.
  if (minutes.length === 0) return { state: 'outdated', ride: null }
  const stretchesOf = (measure: string) => ride.series.find(one => one.measure === measure)?.stretches ?? []
  // Heights tell a place apart as the way does, so they end where it does.
  const zone = hiddenZone(ride.homeZone, rider.showHomeZone)
  const heights = cutTrack(stretchesOf('height'), zone)
  const outside = (time: number) => !zone.some(({ start, end }) => time >= start && time <= end)
  const speeds = stretchesOf('speed').flat()
  const jumps = markers.filter(({ kind }) => kind === 'jump')
  const flights = [...new Map(jumps.map(({ start, end }) => [start, { start, end }])).values()]
  return {
    state,
    ride: {
      speed,
      g,
      height: height.map(one => ({
        ...one,
        values: one.values.map((value, i) => (outside(one.start + i / one.hz) ? value : null)),
      })),
      flights,
      track: thin(track, ([, north, east]) => [east * Math.cos((north * Math.PI) / 180), north]),
      profile: thin(heights, ([time, meters]) => [time, meters]),
      topSpeed: speeds.length > 0 ? speeds.reduce((top, [, speed]) => Math.max(top, speed), 0) : null,
      name: rider.name,
    },
  }
}
