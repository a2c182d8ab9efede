import { describe, expect, it } from 'vitest'
import { during, ofType, type SampleRide, sampleFacts, shakes } from '../../sample-ride.ts'
import { likelihoodOf } from '../seen/likelihood.ts'
import { possibleCheers } from './cheers.ts'

const cheers = (ride: SampleRide) => ofType(ride, 'cheer')
const riding: NonNullable<SampleRide['ego']> = {
  pitch: shakes(() => 0.2),
  yaw: time => 0.06 * Math.sin(time / 2.1),
}
const cheering = (share: number): SampleRide => ({
  seconds: 60,
  ego: riding,
  sound: { voice: during(30, 33, share, 0.03), low: during(30, 33, 0.9 - share, 0.9) },
})

describe('a cheer', () => {
  it('is a few seconds of voices that rise above the ride', () => {
    const [found, ...others] = cheers(cheering(0.5))
    expect(others).toEqual([])
    expect(Math.abs(found!.start - 30)).toBeLessThan(0.4)
    expect(Math.abs(found!.end - 33)).toBeLessThan(0.4)
    expect(found!.text).toBe('voices 12 dB above the median')
  })

  it('may be heard without a picture at its own rate', () => {
    expect(cheers({ ...cheering(0.5), ego: null })).toHaveLength(1)
  })

  it('is likelier where one frequency stands out, as in a shout', () => {
    const likely = (tone: number) => {
      const facts = sampleFacts({
        ...cheering(0.25),
        sound: { ...cheering(0.25).sound, tone: during(30, 33, tone, 15) },
      })
      const found = possibleCheers(facts)
      return Math.max(...found.map(({ signs }) => likelihoodOf(signs, 'cheer')))
    }
    expect(likely(23)).toBeGreaterThan(likely(15))
    expect(likely(15)).toBeGreaterThan(likely(9))
  })

  it('is neither faint, nor long, nor at rest', () => {
    expect(cheers(cheering(0.05))).toEqual([])
    expect(cheers({ ...cheering(0.5), sound: { voice: during(30, 39, 0.5, 0.03) } })).toEqual([])
    expect(cheers({ ...cheering(0.5), picture: { flow: 0.004, spread: 0.004 } })).toEqual([])
  })

  it('is not talk around a camera that a hand moves', () => {
    expect(cheers({ ...cheering(0.5), ego: { ...riding, growth: 0 } })).toEqual([])
  })

  it('is neither a rattle, with its noise above 4 kHz, nor wind, with its own below 160 Hz', () => {
    const heard = (sound: NonNullable<SampleRide['sound']>): SampleRide => ({
      ...cheering(0.35),
      sound: { ...cheering(0.35).sound, ...sound },
    })
    expect(cheers(heard({ high: during(30, 33, 0.3, 0.01) }))).toEqual([])
    expect(cheers(heard({ low: during(30, 33, 0.99, 0.3) }))).toEqual([])
    expect(cheers(cheering(0.35))).toHaveLength(1)
  })

  it('may be in the range of the engine, where the vowels of a shout are', () => {
    const shouts = {
      voice: during(30, 33, 0.12, 0.03),
      engine: during(30, 33, 0.6, 0.06),
      low: during(30, 33, 0.25, 0.9),
    }
    expect(cheers({ ...cheering(0), sound: shouts })).toHaveLength(1)
  })
})
