import { describe, expect, it } from 'vitest'
import { during, ofType, type SampleRide, shaking } from '../sample-ride.ts'

describe('what picture and sound have to confirm', () => {
  const fast: SampleRide = {
    seconds: 60,
    sound: { voice: during(20, 26, 0.16, 0.03), high: during(20, 26, 0.05, 0.01) },
  }

  it('count a rush for less when neither the picture moves more nor the wind is louder', () => {
    const [alone] = ofType(fast, 'rush')
    const [seen] = ofType({ ...fast, picture: { spread: during(20, 26, 0.12, 0.06) } }, 'rush')
    const [blown] = ofType({ ...fast, sound: { ...fast.sound, low: during(20, 26, 2.7, 0.9) } }, 'rush')
    expect(seen!.strength).toBe(blown!.strength)
    expect(alone!.value).toBe(seen!.value)
    expect(alone!.strength).toBeCloseTo(0.9 * seen!.strength, 3)
  })

  it("don't take a revving engine for a rush, because it is hardly louder above 4 kHz", () => {
    const revving = { engine: during(20, 26, 6, 0.06), voice: during(20, 26, 0.3, 0.03) }
    const moving = { spread: during(20, 26, 0.12, 0.06) }
    expect(ofType({ ...fast, picture: moving }, 'rush')).toHaveLength(1)
    expect(ofType({ seconds: 60, sound: revving, picture: moving }, 'rush')).toEqual([])
  })

  it("hear no rush at rest, because the picture doesn't grow", () => {
    const loud = { ...fast, picture: { spread: during(20, 26, 0.12, 0.06) } }
    const still = (divergence: SampleRide['g']): SampleRide => ({
      ...loud,
      picture: { ...loud.picture, divergence: divergence! },
      g: shaking(0.1),
    })
    expect(ofType(still(0.2), 'rush')).toHaveLength(1)
    expect(ofType(still(during(20, 26, 0.2, 0.005)), 'rush')).toHaveLength(1)
    expect(ofType(still(0.005), 'rush')).toEqual([])
    expect(ofType({ ...still(0.005), speed: 9 }, 'rush')).toHaveLength(1)
  })

  it("don't take a jolt for a burst where the picture grows neither before nor after", () => {
    const knocked = (divergence: number): SampleRide => ({
      seconds: 40,
      picture: { divergence, spread: during(20, 21, 0.5, 0.06) },
    })
    expect(ofType(knocked(0.2), 'motion_burst')).toHaveLength(1)
    expect(ofType(knocked(0.005), 'motion_burst')).toEqual([])
    // A camera facing backward sees the surroundings shrink.
    expect(ofType(knocked(-0.2), 'motion_burst')).toHaveLength(1)
  })
})
