import { describe, expect, it } from 'vitest'
import { ofType, type SampleRide, sampleFacts } from '../../sample-ride.ts'
import { skyShare } from './horizon.ts'

const usual = 0.28
/** The horizon of a ride that tilts by `by` from one time to another, within `seconds`, with the usual trembling. */
const tilting =
  (from: number, to: number, by: number, seconds = 0.8) =>
  (time: number) => {
    const reached = (at: number) => Math.min(1, Math.max(0, (time - at) / seconds + 0.5))
    return usual + by * (reached(from) - reached(to)) + 0.006 * Math.sin(1.7 * time)
  }
const ride = (horizon: (time: number) => number): SampleRide => ({
  seconds: 90,
  horizon,
  ego: { pitch: t => 0.2 * Math.sin(70 * t), yaw: t => 0.06 * Math.sin(t / 2.1) },
})
const kinds = ['seen_climb', 'seen_descent'] as const
const nothing = (given: SampleRide) => expect(kinds.flatMap(kind => ofType(given, kind))).toEqual([])

describe('a hill', () => {
  it.each([
    ['seen_climb', 0.12, /^the horizon sinks by 1\d% of the picture's height for [67]\.\d s$/],
    ['seen_descent', -0.16, /^the horizon rises by 1\d% of the picture's height for [67]\.\d s$/],
  ] as const)('shows as %s by where the sky ends', (kind, by, says) => {
    const given = ride(tilting(40, 47, by))
    const [found, ...others] = kinds.flatMap(type => ofType(given, type))
    expect(others).toEqual([])
    expect(found!.type).toBe(kind)
    expect(Math.abs(found!.start - 40)).toBeLessThan(0.6)
    expect(Math.abs(found!.end - 47)).toBeLessThan(0.6)
    expect(found!.text).toMatch(says)
  })

  it('is neither a jump, a slow change, nor half of one at the start of a take', () => {
    nothing(ride(tilting(40, 41, 0.15, 0.3)))
    nothing(ride(tilting(30, 70, -0.16, 30)))
    nothing(ride(tilting(-5, 6, -0.16)))
    nothing(ride(tilting(40, 47, 0.02)))
  })

  it('is not a camera that a hand tilts at rest', () => {
    const given = ride(tilting(40, 47, -0.16))
    nothing({ ...given, ego: { ...given.ego, growth: 0 } })
  })

  it('is left to GPS where there is GPS, and needs enough frames', () => {
    const given = ride(tilting(40, 47, -0.16))
    nothing({ ...given, speed: 8 })
    nothing({ ...given, ego: null })
  })
})

describe('the share of sky', () => {
  const { signals, shots } = sampleFacts(ride(tilting(40, 47, -0.16)))
  const share = skyShare(signals, shots)
  const at = (values: Float32Array, time: number) => values[Math.round(time * signals.pictureHz)]!

  it('falls as the horizon rises', () => {
    expect(at(share, 43)).toBeLessThan(at(share, 35) - 0.25)
    expect(at(share, 55)).toBeCloseTo(at(share, 35), 1)
  })

  it("doesn't depend on exposure", () => {
    const darker = signals.picture.bands.map((value, i) => (i % 54 < 18 ? 0.7 * value : value))
    const dimmed = skyShare({ ...signals, picture: { ...signals.picture, bands: darker } }, shots)
    for (const time of [20, 35, 43, 60]) expect(at(dimmed, time)).toBeCloseTo(at(share, time), 1)
  })

  it('is a number in a picture of one color', () => {
    const even = sampleFacts({ seconds: 30, ego: {} })
    expect(skyShare(even.signals, even.shots).every(value => value === 0)).toBe(true)
  })
})
