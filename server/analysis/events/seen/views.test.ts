import { describe, expect, it } from 'vitest'
import { during, ofType, type SampleRide, sampleFacts } from '../../sample-ride.ts'
import { likelihoodOf } from './likelihood.ts'
import { possibleViews } from './views.ts'

const views = (ride: SampleRide) => ofType(ride, 'scenic')

/** More colorful from 30 to 38, and seen with this share of the usual shaking. */
const view = (colorfulness: number, shaking: number): SampleRide => ({
  seconds: 90,
  picture: { colorfulness: during(30, 38, colorfulness, 40) },
  ego: {
    pitch: t => during(30, 38, 0.2 * shaking, 0.2)(t) * Math.sin(70 * t),
    yaw: t => 0.06 * Math.sin(t / 2.1),
  },
})

describe('a view in a long take', () => {
  it('is calm and more colorful than what is before and after it', () => {
    const [found, ...others] = views(view(50, 0.3))
    expect(others).toEqual([])
    expect(Math.abs(found!.start - 30)).toBeLessThan(0.6)
    expect(Math.abs(found!.end - 38)).toBeLessThan(0.6)
    expect(found!.text).toBe('1.3× as colorful as before and after')
  })

  it('may last long, and is then shown in part', () => {
    const picture = { colorfulness: during(30, 54, 55, 40) }
    const ego = {
      ...view(55, 0.3).ego,
      pitch: (t: number) => during(30, 54, 0.06, 0.2)(t) * Math.sin(70 * t),
    }
    const [found, ...others] = views({ seconds: 120, picture, ego })
    expect(others).toEqual([])
    expect(Math.abs(found!.start - 30)).toBeLessThan(1)
    expect(Math.abs(found!.end - 54)).toBeLessThan(1)
  })

  it('is less likely where people stop to talk, but only so much', () => {
    const likely = (voice: number) => {
      const facts = sampleFacts({ ...view(50, 0.3), sound: { voice: during(30, 38, voice, 0.03) } })
      return Math.max(...possibleViews(facts, facts.shots).map(({ signs }) => likelihoodOf(signs, 'view')))
    }
    expect(likely(0.1)).toBeLessThan(likely(0.03))
    expect(likely(0.5)).toBeCloseTo(likely(0.3))
  })

  it('may be passed at speed, if the camera is calm', () => {
    const passed = view(50, 0.3)
    expect(views({ ...passed, picture: { ...passed.picture, flow: 0.3, spread: 0.2 } })).toHaveLength(1)
  })

  it('is neither a stop in dull surroundings nor a colorful stretch that is ridden like the rest', () => {
    expect(views(view(40, 0.05))).toEqual([])
    expect(views(view(46, 1))).toEqual([])
  })

  it('is clear: neither dark, overexposed nor flat', () => {
    const { picture, ...rest } = view(50, 0.3)
    for (const unclear of [{ luma: 22 }, { luma: 225 }, { lumaSd: 9 }])
      expect(views({ ...rest, picture: { ...picture, ...unclear } })).toEqual([])
  })

  it('counts color relative to brightness: shade on the rest makes no view', () => {
    const shaded = view(40, 0.3)
    const picture = {
      colorfulness: during(30, 38, 48, 40),
      luma: during(30, 38, 120, 100),
    }
    expect(views({ ...shaded, picture })).toEqual([])
  })
})
