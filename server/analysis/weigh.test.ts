import { describe, expect, it } from 'vitest'
import { evidenceOf } from './events/evidence.ts'
import { evidenceIn, sampleFacts, sentenceOf } from './sample-ride.ts'
import { discountFrequent } from './weigh.ts'

const thump = (at: number, source: 'sound' | 'imu' = 'sound') =>
  evidenceOf({
    type: 'air_then_thump',
    source,
    start: at,
    end: at + 0.5,
    core: at,
    value: 1,
    says: sentenceOf(''),
  })

describe('frequent suggestions', () => {
  it("count less the more there are; measurements don't", () => {
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

  it('such as the beats of music make no highlights', () => {
    // a one-second chord every five seconds, 9 dB louder than what lies between
    const chord = (t: number) => t % 5 < 1
    const sound = {
      db: (t: number) => (chord(t) ? -9 : -18),
      low: 0.3,
      voice: (t: number) => (chord(t) ? 0.24 : 0.2),
      high: 0.2,
    }
    const strongest = Math.max(
      0,
      ...evidenceIn(sampleFacts({ seconds: 120, sound })).map(({ strength }) => strength),
    )
    expect(strongest).toBeLessThan(0.45)
  })
})
