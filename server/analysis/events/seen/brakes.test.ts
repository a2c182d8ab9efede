import { describe, expect, it } from 'vitest'
import { overlap } from '../../highlights/boundaries.ts'
import { evidenceIn, type SampleRide, sampleFacts, shaking } from '../../sample-ride.ts'
import { possibleBrakes } from './brakes.ts'
import { likelihoodOf } from './likelihood.ts'

const brakes = (ride: SampleRide) => evidenceIn(sampleFacts(ride)).filter(item => item.type === 'slowing')

/** From one value to another between 20 and 22 s. */
const from = (high: number, low: number) => (time: number) =>
  time < 20 ? high : time < 22 ? high + ((low - high) * (time - 20)) / 2 : low
/** A share of the sound that falls by so many dB, and returns 8 s later. */
const fades = (share: number, db: number) => (time: number) =>
  share * 10 ** (-(time < 28 ? from(0, db)(time) : 0) / 10)

const ego: NonNullable<SampleRide['ego']> = {
  growth: time => (time > 17 && time < 28 ? from(0.8, 0.15)(time) : 0.3),
  pitch: time => 0.2 * Math.sin(2 * Math.PI * 11.3 * time),
  yaw: time => 0.06 * Math.sin(time / 2.1),
}
/** The nose dives, so the horizon rises in the picture. */
const dives = (by: number) => (time: number) => 0.3 - (time > 20 && time < 22 ? by : 0)
const sound = { voice: fades(0.03, 9), high: fades(0.01, 9), engine: fades(0.06, 5) }
const braking: SampleRide = { seconds: 60, ego, sound, horizon: dives(0.08) }

describe('a brake without GPS', () => {
  it('slows the picture, quiets the wheels and lets the nose dive', () => {
    const [found, ...others] = brakes(braking)
    expect(others).toEqual([])
    expect(overlap(found!, { start: 20, end: 22 })).toBeGreaterThan(0.5)
    expect(found!.value).toBeGreaterThan(50)
    expect(found!.text).toMatch(/^forward motion down [78]\d% in \d\.\d s, [89] dB quieter$/)
  })

  it('is seen without sound, and then says nothing of it', () => {
    const [found, ...others] = brakes({ ...braking, sound: null })
    expect(others).toEqual([])
    expect(found!.text).toMatch(/^forward motion down [78]\d% in \d\.\d s$/)
  })

  it('is likelier the quieter wheels and wind get', () => {
    const likely = (db: number) => {
      const quieter = { voice: fades(0.03, db), high: fades(0.01, db), engine: fades(0.06, 5) }
      const found = possibleBrakes(sampleFacts({ ...braking, sound: quieter }))
      return Math.max(...found.map(({ signs }) => likelihoodOf(signs, 'brake')))
    }
    expect(likely(9)).toBeGreaterThan(likely(4))
  })

  it('is neither a wider view nor a lifted throttle, and the nose has to dive', () => {
    expect(brakes({ ...braking, sound: {}, horizon: () => 0.3 })).toEqual([])
    expect(brakes({ ...braking, ego: { ...ego, growth: 0.4 }, horizon: () => 0.3 })).toEqual([])
    expect(brakes({ ...braking, horizon: () => 0.3 })).toEqual([])
  })

  it('is not a stop, which ends in silence', () => {
    const growth = (time: number) => (time < 28 ? from(0.8, 0.01)(time) : 0.3)
    const silent = { voice: fades(0.03, 25), high: fades(0.01, 25), engine: fades(0.06, 20) }
    expect(brakes({ ...braking, ego: { ...ego, growth }, sound: silent })).toEqual([])
  })

  it('is left to GPS and to a motion sensor', () => {
    expect(brakes({ ...braking, speed: 9 })).toEqual([])
    expect(brakes({ ...braking, g: shaking(0.1) })).toEqual([])
  })

  it('includes the run that leads to it', () => {
    const growth = (time: number) => (time < 14 ? 0.3 : time < 28 ? from(0.8, 0.15)(time) : 0.3)
    const types = evidenceIn(sampleFacts({ ...braking, ego: { ...ego, growth } })).map(({ type }) => type)
    expect(types).toContain('slowing')
    expect(types).not.toContain('fast_stretch')
  })
})
