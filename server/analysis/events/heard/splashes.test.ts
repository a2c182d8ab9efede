import { describe, expect, it } from 'vitest'
import { during, ofType, type SampleRide } from '../../sample-ride.ts'

describe('splashes', () => {
  it('weight a splash by its speed where that is known, and else by how loud wheels and wind were before', () => {
    const strength = (speed: number | undefined, before: number, loud: number) => {
      const high = (t: number) => (t >= 20 && t < 23 ? loud : t >= 18 && t < 20 ? before : 0.01)
      const sound = { high, voice: during(20, 23, 0.1, 0.03) }
      return ofType({ seconds: 60, ...(speed ? { speed } : {}), sound }, 'splash')[0]!.strength
    }
    expect(strength(5, 0.01, 0.3)).toBeCloseTo(0.6, 1)
    expect(strength(10, 0.01, 0.3)).toBeCloseTo(0.8, 1)
    expect(strength(10, 0.02, 0.2)).toBe(strength(10, 0.01, 0.3))
    expect(strength(undefined, 0.02, 0.3)).toBeGreaterThan(strength(undefined, 0.005, 0.3))
    expect(strength(undefined, 0.01, 0.2)).toBe(strength(undefined, 0.01, 0.3))
  })

  it('hear quiet spray by what else it does: it covers the colors', () => {
    const sound = {
      high: during(20, 23, 0.025, 0.01),
      engine: during(20, 23, 0.03, 0.06),
      low: during(20, 23, 0.7, 0.9),
      voice: during(20, 23, 0.04, 0.03),
    }
    const picture = (inside: number) => ({ colorfulness: during(20, 23, inside, 40) })
    expect(ofType({ seconds: 60, sound, picture: picture(26) }, 'splash')).toHaveLength(1)
    expect(ofType({ seconds: 60, sound, picture: picture(41) }, 'splash')).toEqual([])
  })

  it('hear no spray around a vehicle at rest, however its camera is knocked', () => {
    const sound = { high: during(20, 23, 0.3, 0.01), voice: during(20, 23, 0.1, 0.03) }
    const ride: SampleRide = { seconds: 60, sound, ego: { growth: 0.3 } }
    expect(ofType(ride, 'splash')).toHaveLength(1)
    expect(ofType({ ...ride, ego: { growth: 0 } }, 'splash')).toEqual([])
  })
})
