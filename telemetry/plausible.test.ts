import { expect, test } from 'vitest'
import { plausible } from './plausible.ts'
import { readSidecarFrom } from './sidecar/read-sidecar.ts'
import { blobSource } from './source.ts'
import type { Telemetry, TelemetrySeries } from './types.ts'

/** 180 fixes at 10 m/s to the north, 18 of them a second. */
function ride(change: (rows: number[][]) => void = () => undefined, hz = 18): Telemetry {
  const fourcc = 'GPS5'
  const rows = Array.from({ length: 180 }, (_, i) => [45 + (i * 10) / hz / 111_195, 7, 500, 10, 10])
  change(rows)
  const series: TelemetrySeries = {
    ...{ fourcc, name: fourcc, units: '', axes: 5 },
    times: Float64Array.from(rows, (_, i) => i / hz),
    values: Float64Array.from(rows.flat()),
  }
  return { device: null, series: new Map([[fourcc, series]]), tags: [], format: 'gpmf' }
}
const left = (telemetry: Telemetry) => [
  telemetry.series.get('GPS5')?.times.length ?? 0,
  telemetry.dropped ?? 0,
]

test('a ride stays as it is', () => {
  const telemetry = ride()
  expect(plausible(telemetry)).toBe(telemetry)
})

test.each<[string, number[]]>([
  ['a speed of 300 m/s', [45.0004, 7, 500, 300, 300]],
  ['a speed of 60 m/s', [45.0004, 7, 500, 60, 60]],
  ['a vertical speed', [45.0004, 7, 500, 10, 90]],
  ['no speed at all', [45.0004, 7, 500, Number.NaN, 10]],
  ['a place at 0° N 0° E', [0, 0, 500, 10, 10]],
  ['a place in the next town', [45.1, 7, 500, 10, 10]],
  ['a latitude of 95°', [95, 7, 500, 10, 10]],
  ['a height of 9,000 m', [45.0004, 7, 9000, 10, 10]],
])('one fix with %s is left out', (_, row) => {
  expect(left(plausible(ride(rows => rows.splice(90, 1, row))))).toEqual([179, 1])
})

test.each<[string, number[]]>([
  ['over ground that is far above the whole', [20, 10]],
  ['over ground that is far below the whole', [2, 10]],
  ['that the positions before and after contradict', [1, 1]],
])('of a receiver with one fix a second, a fix with a speed %s is left out', (_, speeds) => {
  expect(left(plausible(ride(rows => rows[90]!.splice(3, 2, ...speeds), 1)))).toEqual([179, 1])
})

test('a stop for a second, a drop off a ledge and a receiver whose speeds differ are left as they are', () => {
  const stop = ride(rows => {
    // Brakes to a stop, and 3 seconds later it goes on.
    const speeds = [10, 6, 2, 0, 2, 6, 10]
    let meters = 0
    rows.forEach((row, i) => {
      const speed = speeds[i - 87] ?? 10
      meters += (speed + (speeds[i - 88] ?? 10)) / 2
      row.splice(0, 5, 45 + meters / 111_195, 7, 500, speed, speed)
    })
  }, 1)
  expect(plausible(stop)).toBe(stop)
  const ledge = ride(rows => {
    for (const row of rows.slice(90, 95)) row.splice(3, 2, 4, 8.5)
  })
  expect(plausible(ledge)).toBe(ledge)
  const noHeight = ride(rows => {
    for (const row of rows) row[4] = 0
  })
  expect(left(plausible(noHeight))).toEqual([180, 0])
})

test('a burst of three wrong speeds is left out, and a full stop from 20 m/s is not', () => {
  const burst = ride(rows => {
    for (const i of [90, 91, 92]) rows[i]![3] = 40
  })
  expect(left(plausible(burst))).toEqual([177, 3])
  const stop = ride(rows => {
    rows.forEach((row, i) => {
      row[3] = row[4] = Math.max(0, 20 - Math.max(0, i - 60) * (8 / 18))
    })
  })
  expect(plausible(stop)).toBe(stop)
})

test('a receiver without any fix is no receiver', () => {
  const lost = ride(rows => {
    for (const row of rows) row.splice(0, 2, 0, 0)
  })
  expect(left(plausible(lost))).toEqual([0, 180])
})

test('of a motion sensor, a sample that neither neighbor knows of is left out, and a landing is not', () => {
  const force = (at: (i: number) => number): Telemetry => ({
    ...{ device: null, tags: [], format: 'gpmf' },
    series: new Map([
      [
        'ACCL',
        {
          ...{ fourcc: 'ACCL', name: 'ACCL', units: 'm/s²', axes: 3 },
          times: Float64Array.from({ length: 400 }, (_, i) => i / 200),
          values: Float32Array.from(Array.from({ length: 400 }, (_, i) => [0, 0, at(i)]).flat()),
        },
      ],
    ]),
  })
  expect(plausible(force(i => (i === 200 ? 400 : 9.8))).series.get('ACCL')?.times.length).toBe(399)
  // On rough ground and by little more than a landing has: it would shake the whole second.
  const shaken = (i: number) => 9.8 + 12 * Math.sin(i * 1.7)
  expect(plausible(force(i => (i === 200 ? 68 : shaken(i)))).series.get('ACCL')?.times.length).toBe(399)
  const rough = force(shaken)
  expect(plausible(rough)).toBe(rough)
  const landing = force(i => 9.8 + 90 * Math.exp(-(((i - 200) / 3) ** 2)))
  expect(plausible(landing)).toBe(landing)
})

test('a track keeps its points when the clock jumps ahead for one of them, or starts at 0° N 0° E', async () => {
  const point = (second: number, time = second) =>
    `<trkpt lat="${second < 2 ? 0 : 45 + second / 11_119.5}" lon="${second < 2 ? 0 : 7}"><time>${new Date(1_780_000_000_000 + time * 1000).toISOString()}</time></trkpt>`
  const points = Array.from({ length: 12 }, (_, second) => point(second, second === 6 ? 9000 : second))
  const text = `<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`
  const { series, dropped } = await readSidecarFrom(blobSource(new Blob([text])))
  const { times, values } = series.get('GPS5')!
  expect(Array.from(times)).toEqual([2, 3, 4, 5, 7, 8, 9, 10, 11])
  expect(Math.max(...Array.from(times, (_, i) => values[i * 5 + 3]!))).toBeLessThan(20)
  expect(dropped).toBeUndefined()
})
