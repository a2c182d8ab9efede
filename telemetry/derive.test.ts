import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Samples } from '#server/analysis/types.ts'
import {
  accelerationInG,
  altitudeSeries,
  axisOf,
  indexAt,
  magnitude,
  meanBetween,
  movingMean,
  resample,
  slope,
  speedSeries,
} from './derive.ts'
import type { TelemetrySeries } from './types.ts'

const series = (
  fourcc: string,
  axes: number,
  hz: number,
  values: number[],
  columns?: string[],
): TelemetrySeries => ({
  fourcc,
  name: fourcc,
  units: '',
  axes,
  times: Float64Array.from({ length: values.length / axes }, (_, index) => index / hz),
  values: Float32Array.from(values),
  ...(columns ? { columns } : {}),
})
const samples = (hz: number, values: number[]): Samples => ({
  times: Float64Array.from(values, (_, index) => index / hz),
  values: Float32Array.from(values),
})
const gps = (hz: number, speeds: number[], altitude: (time: number) => number = () => 500) =>
  series(
    'GPS5',
    5,
    hz,
    speeds.flatMap((speed, index) => [45, 7, altitude(index / hz), speed, speed]),
  )
const telemetryOf = (...all: TelemetrySeries[]) => ({
  device: null,
  series: new Map(all.map(one => [one.fourcc, one])),
  tags: [],
  format: 'gpmf' as const,
})

describe('magnitude', () => {
  it('of three axes, in any order and with any sign', () => {
    expect(Array.from(magnitude(series('ACCL', 3, 1, [3, -4, 12, 12, 3, 4])).values)).toEqual([13, 13])
  })
  it("ignores a fourth axis (the MAX's magnetometer has one)", () => {
    expect(magnitude(series('MAGN', 4, 1, [3, 4, 0, 6000])).values[0]).toBe(5)
  })
  it('in g: 1 at rest, 0 in free fall', () => {
    const { values } = accelerationInG(series('ACCL', 3, 1, [0, 9.80665, 0, 0, 0, 0]))
    expect(values[0]).toBeCloseTo(1, 6)
    expect(values[1]).toBe(0)
  })
})

describe('axisOf', () => {
  it('accepts an axis by number or name and rejects others', () => {
    const one = series('AALP', 2, 1, [-30, -20, -31, -21], ['rms', 'peak'])
    expect(Array.from(axisOf(one, 'peak').values)).toEqual([-20, -21])
    expect(Array.from(axisOf(one, 0).values)).toEqual([-30, -31])
    expect(() => axisOf(one, 'loudness')).toThrow(RangeError)
    expect(() => axisOf(one, 2)).toThrow(RangeError)
  })
})

describe('windows', () => {
  it('averages from ≤ time < to, null when empty', () => {
    const one = samples(2, [1, 2, 3, Number.NaN, 5])
    expect(meanBetween(one, 0.5, 1.5)).toBe(2.5)
    expect(meanBetween(one, 1.5, 2)).toBeNull()
    expect(meanBetween(one, 9, 10)).toBeNull()
  })

  it('moving mean is the mean of every window (any data)', () => {
    const number = fc.float({ min: -100, max: 100, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (values, width) => {
          const one = samples(10, values)
          const seconds = (width + 0.5) / 10
          const means = movingMean(one, seconds).values
          means.forEach((mean, index) => {
            const time = one.times[index]!
            const expected = meanBetween(one, time - seconds / 2, time + seconds / 2)!
            expect(mean).toBeCloseTo(expected, 3)
          })
        },
      ),
    )
  })

  it('moving mean ignores missing values', () => {
    expect(Array.from(movingMean(samples(1, [1, Number.NaN, 3]), 2).values)).toEqual([1, 2, 3])
    expect(movingMean(samples(1, [Number.NaN]), 2).values[0]).toBeNaN()
  })

  it('indexAt finds the first time that is not earlier', () => {
    const times = Float64Array.from([0, 1, 1, 2])
    expect([-1, 0, 0.5, 1, 1.5, 2, 3].map(time => indexAt(times, time))).toEqual([0, 0, 1, 1, 3, 3, 4])
  })
})

describe('slope', () => {
  it("equals a line's slope, even late in a long ride", () => {
    const one = samples(
      18,
      Array.from({ length: 200 }, (_, index) => 3 - 2.5 * (index / 18)),
    )
    one.times.forEach((_, index) => {
      one.times[index]! += 36_000
    })
    for (const value of slope(one, 1).values) expect(value).toBeCloseTo(-2.5, 4)
  })
  it('is NaN where there are fewer than three samples', () => {
    expect(Array.from(slope(samples(1, [1, 2, 3]), 1).values)).toEqual([Number.NaN, Number.NaN, Number.NaN])
  })
})

describe('speed', () => {
  const braking = Array.from({ length: 72 }, (_, index) => Math.max(0, 20 - Math.max(0, index / 18 - 1) * 6))

  it('falls by 6 m/s² while braking, and is constant before', () => {
    const { times, speed, acceleration } = speedSeries(telemetryOf(gps(18, braking)))!
    expect(speed[indexAt(times, 0.3)]).toBeCloseTo(20, 3)
    expect(acceleration[indexAt(times, 0.3)]).toBeCloseTo(0, 3)
    expect(acceleration[indexAt(times, 2.5)]).toBeCloseTo(-6, 2)
    expect(speed[indexAt(times, 2.5)]).toBeCloseTo(11, 2)
  })

  it('prefers GPS9 and is null without positions', () => {
    const gps9 = series(
      'GPS9',
      9,
      10,
      Array.from({ length: 30 }, () => [45, 7, 500, 33, 33, 9000, 1, 1, 3]).flat(),
    )
    expect(speedSeries(telemetryOf(gps(18, braking), gps9))!.speed[0]).toBe(33)
    expect(speedSeries(telemetryOf())).toBeNull()
  })
})

it('altitude is smoothed', () => {
  const noisy = altitudeSeries(
    gps(10, new Array(100).fill(0), time => 500 + time + (Math.round(time * 10) % 2 ? 4 : -4)),
  )
  const at = indexAt(noisy.times, 5)
  expect(Math.abs(noisy.values[at]! - 505)).toBeLessThan(0.3)
})

describe('resample', () => {
  it('interpolates linearly between samples', () => {
    expect(Array.from(resample(samples(1, [0, 10, 20]), 4, 2))).toEqual([0, 2.5, 5, 7.5, 10, 12.5, 15, 17.5])
  })
  it('extends half a gap at the ends and keeps holes', () => {
    const one = { times: Float64Array.from([0.5, 1, 4]), values: Float32Array.from([1, 2, 3]) }
    const out = Array.from(resample(one, 2, 6))
    expect(out.slice(0, 3)).toEqual([1, 1, 2])
    expect(out.slice(3, 8).every(Number.isNaN)).toBe(true)
    expect(out.slice(8)).toEqual([3, 3, Number.NaN, Number.NaN])
  })
  it('has one value per step of the duration, and only holes without samples', () => {
    expect(resample(samples(1, []), 4, 2.5).length).toBe(10)
    expect(resample(samples(1, []), 4, 2.5).every(Number.isNaN)).toBe(true)
    expect(resample(samples(1, [1]), 10, 0.3).length).toBe(3)
  })
})
