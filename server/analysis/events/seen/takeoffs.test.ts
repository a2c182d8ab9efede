import { describe, expect, it } from 'vitest'
import { type SampleRide, sampleFacts } from '../../sample-ride.ts'
import { airtimeBefore, likelihoodsOf, possibleTakeoffs } from './takeoffs.ts'

const landing = 31
/** Shakes on the ground and hardly in the air; the ramp lifts the nose, and the hiss of the wheels stops. */
const jump = (airtime: number): SampleRide => {
  const takeoff = landing - airtime
  const flies = (time: number) => time > takeoff && time < landing
  const lifted = (time: number) => time > takeoff - 0.3 && time < landing
  return {
    seconds: 60,
    ego: {
      pitch: time => (flies(time) ? 0.03 : 0.2) * Math.sin(2 * Math.PI * 11.3 * time),
      yaw: time => 0.06 * Math.sin(time / 2.1),
    },
    horizon: time => (lifted(time) ? 0.38 : 0.3),
    sound: { high: time => (flies(time) ? 0.001 : 0.01) },
  }
}
const airtimeOf = (ride: SampleRide, at = landing) => {
  const { seen, heard } = sampleFacts(ride)
  return airtimeBefore(seen!, heard, at)
}

describe('the airtime before a landing', () => {
  it.each([0.5, 0.8, 1.2, 1.6])('of %d s is seen and heard', airtime => {
    expect(Math.abs(airtimeOf(jump(airtime)) - airtime)).toBeLessThan(0.15)
  })

  it.each([0.5, 0.8, 1.2])('of %d s is seen without sound', airtime => {
    expect(Math.abs(airtimeOf({ ...jump(airtime), sound: null }) - airtime)).toBeLessThan(0.2)
  })

  it('is a usual one where nothing shows, and at the very start of a film', () => {
    const { ego } = jump(0)
    for (const at of [landing, 0.2]) {
      const airtime = airtimeOf({ seconds: 60, ego: { ...ego, pitch: 0 }, sound: null }, at)
      expect(airtime).toBeGreaterThan(0.4)
      expect(airtime).toBeLessThan(1)
    }
  })

  it('is the mean of all possible ones, whose likelihoods sum to 1', () => {
    const { seen, heard } = sampleFacts(jump(0.8))
    const likely = likelihoodsOf(possibleTakeoffs(seen!, heard, landing))
    expect(likely.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1)
    expect(Math.min(...likely)).toBeGreaterThanOrEqual(0)
  })
})
