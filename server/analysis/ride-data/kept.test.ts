import { expect, test } from 'vitest'
import { streamsWeWrote } from '#server/core/media/streams.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { analysisResult } from '#test/harness/review.ts'
import { conclude } from '../analyze.ts'
import { sampleDrive } from '../attitude/sample-drive.ts'
import { shownTo, showsEverything } from '../private-places/shown.ts'
import { receiverOf } from '../receiver.ts'
import { sampleInput, sampleSignals } from '../sample-ride.ts'
import type { AnalysisInput } from '../types.ts'
import { keptRide } from './kept.ts'

const seconds = 80
const hz = 10
const lag = 0.8
const degree = 111_195

/** 20 m/s, with a brake at 20 s, a start at 30 s and a brake at 60 s. */
const speed = (time: number) => {
  if (time < 30) return Math.max(8, Math.min(20, 20 - 6 * (time - 20)))
  return time < 60 ? Math.min(18, 8 + 3 * (time - 30)) : Math.max(4, 18 - 7 * (time - 60))
}
/** Meters north of the start. */
const way = (time: number) => {
  let meters = 0
  for (let at = 0; at < time; at += 0.01) meters += speed(at) * Math.min(0.01, time - at)
  return meters
}

/** The drive northward, told by a receiver that is late. */
function drive(late = lag): Telemetry {
  const telemetry = sampleDrive({ seconds, speed, mount: [0.3, 0.1, 0.8] })
  const times = Float64Array.from({ length: seconds * hz }, (_, i) => i / hz)
  const values = Float64Array.from(
    [...times].flatMap(time => {
      const meant = Math.max(0, time - late)
      return [45 + way(meant) / degree, 7, 500, speed(meant), 0]
    }),
  )
  const columns = ['latitude', 'longitude', 'altitude', 'speed2d', 'speed3d']
  telemetry.series.set('GPS5', { fourcc: 'GPS5', name: 'GPS', units: '', axes: 5, times, values, columns })
  return telemetry
}

test('plots, map and gauges show a late receiver at the times at which its measurements were true', () => {
  const { ride: whole, minutes } = keptRide(receiverOf(drive(), seconds).telemetry, seconds)
  const found = { runId: '', result: analysisResult(), ride: whole }
  const { ride } = shownTo('owner', found, showsEverything)
  const points = ride?.series.find(({ measure }) => measure === 'speed')?.stretches.flat() ?? []
  // While braking hard, being 0.8 s late would be 5 m/s too fast.
  const braking = points.filter(([time]) => time > 60.5 && time < 61.5)
  expect(braking.length).toBeGreaterThan(3)
  for (const [time, value] of braking) expect(Math.abs(value - speed(time))).toBeLessThan(1)
  const track = ride?.track.flat() ?? []
  expect(track.length).toBeGreaterThan(3)
  for (const [time, latitude] of track.filter(([at]) => at > 1 && at < 79))
    expect(Math.abs((latitude - 45) * degree - way(time))).toBeLessThan(3)
  const samples = ride?.samplesIn(minutes, 'speed', [{ start: 61, end: 62 }]).at(-1)
  const { start = 0, hz: rate = 0, values = [] } = samples ?? {}
  expect(Math.abs((values[Math.round((61 - start) * rate)] ?? Number.NaN) - speed(61))).toBeLessThan(1)
})

test('texts leave out a place at the time at which it was true, not when the receiver says so', () => {
  const input = (late: number): number => {
    let entered = Number.NaN
    const hide: AnalysisInput['hide'] = track => {
      entered = track.flat().find(([, latitude]) => (latitude - 45) * degree > 800)?.[0] ?? Number.NaN
      return []
    }
    const about = sampleInput({ durationSeconds: seconds, streams: streamsWeWrote(false), hide })
    conclude(about, sampleSignals({ seconds }), drive(late))
    return entered
  }
  expect(input(0)).toBeGreaterThan(40)
  expect(Math.abs(input(lag) - input(0))).toBeLessThanOrEqual(0.2)
})
