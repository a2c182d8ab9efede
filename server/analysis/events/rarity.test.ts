import { describe, expect, it } from 'vitest'
import { sampleFacts } from '../sample-ride.ts'
import { evidenceOf } from './evidence.ts'
import { findEvidence } from './index.ts'
import { discountFrequent } from './rarity.ts'

const thump = (at: number, source: 'sound' | 'imu' = 'sound') =>
  evidenceOf({ type: 'air_then_thump', source, start: at, end: at + 0.5, core: at, value: 1, text: '' })

describe('frequent suggestions', () => {
  it('say less the more there are, measurements do not', () => {
    const few = discountFrequent([thump(1), thump(20), thump(40)], 60)
    const many = discountFrequent(
      Array.from({ length: 40 }, (_, i) => thump(i)),
      60,
    )
    const felt = discountFrequent(
      Array.from({ length: 40 }, (_, i) => thump(i, 'imu')),
      60,
    )
    expect(few[0]!.strength).toBe(thump(1).strength)
    expect(many[0]!.strength).toBeCloseTo(thump(1).strength / 5)
    expect(felt[0]!.strength).toBe(thump(1).strength)
  })

  it('as the beats of music make no moments', () => {
    // a bass drum every 0.8 s with a hiss between, four beats loud and four soft
    const beat = (t: number) => t % 0.8 < 0.1
    const sound = {
      db: (t: number) => (beat(t) ? -8 : -18) + (t % 6.4 < 3.2 ? 4 : 0),
      low: (t: number) => (beat(t) ? 0.95 : 0.3),
      voice: (t: number) => (beat(t) ? 0.03 : t % 6.4 < 3.2 ? 0.4 : 0.2),
      high: (t: number) => (beat(t) ? 0.01 : 0.2),
    }
    const strongest = Math.max(
      0,
      ...findEvidence(sampleFacts({ seconds: 120, sound })).map(({ strength }) => strength),
    )
    expect(strongest).toBeLessThan(0.45)
  })
})
