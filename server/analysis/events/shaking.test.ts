import { describe, expect, it } from 'vitest'
import { ofType, shaking } from '../sample-ride.ts'

describe("events from a motion sensor's shaking", () => {
  it("don't take the hand on the shutter for a hit", () => {
    const hit = (at: number) => (t: number) => (t >= at && t < at + 0.1 ? 6 : shaking(0.1)(t))
    const types = (at: number) => ofType({ seconds: 30, speed: 9, g: hit(at) }, 'impact')
    expect(types(0.2)).toEqual([])
    expect(types(29.6)).toEqual([])
    expect(types(15)).toHaveLength(1)
  })

  it.each([30, 50])("don't take one sample of a sensor with %i a second for a hit", hz => {
    const g = (samples: number) => (t: number) => {
      const i = Math.round((t - 15) * hz)
      return i >= 0 && i < samples ? 5 - 2 * i : shaking(0.1)(t)
    }
    const hits = (samples: number) =>
      ofType({ seconds: 30, speed: 9, imuHz: hz, g: g(samples) }, 'impact').length
    expect([hits(1), hits(2)]).toEqual([0, 1])
  })

  it('find rough ground relative to the rest of the ride', () => {
    const g = (t: number) => (t >= 20 && t < 24 ? shaking(0.9)(t) : shaking(0.1)(t))
    const [found] = ofType({ seconds: 60, speed: 9, g }, 'rough_ground')
    expect(found!.value).toBeGreaterThan(0.7)
    expect(found!.start).toBeCloseTo(20, 0)
    expect(ofType({ seconds: 60, speed: 9, g: shaking(0.9) }, 'rough_ground')).toEqual([])
  })

  it('find no rough ground where a faster ride shakes twice as much', () => {
    const g = (factor: number) => (t: number) => shaking(t >= 20 && t < 26 ? 0.3 * factor : 0.3)(t)
    expect(ofType({ seconds: 60, speed: 9, g: g(1.9) }, 'rough_ground')).toEqual([])
    expect(ofType({ seconds: 60, speed: 9, g: g(3) }, 'rough_ground')).toHaveLength(1)
  })

  it('find one stretch of rough ground that is smoother for a moment', () => {
    const strength = (t: number) => (t < 20 || t >= 28 ? 0.13 : t >= 23 && t < 25 ? 0.44 : 0.7)
    const found = ofType({ seconds: 60, speed: 9, g: t => shaking(strength(t))(t) }, 'rough_ground')
    expect(found).toHaveLength(1)
    expect(found[0]!.end - found[0]!.start).toBeGreaterThan(6.5)
  })

  it('find rough ground that is only at times far above the usual', () => {
    const strength = (most: number) => (t: number) => (t < 20 || t >= 25 ? 0.27 : t < 21.5 ? most : 0.5)
    const rough = (most: number) =>
      ofType({ seconds: 60, speed: 9, g: t => shaking(strength(most)(t))(t) }, 'rough_ground')
    expect(rough(0.7)).toHaveLength(1)
    expect(rough(0.5)).toEqual([])
  })
})
