import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { during, evidenceIn, ofType, type SampleRide, sampleFacts, shaking } from '../sample-ride.ts'

const evidence = (ride: SampleRide) => evidenceIn(sampleFacts(ride))
/** From `low` up to `high` and back, linearly. */
const hill = (from: number, to: number, low: number, high: number) => (time: number) => {
  const share = (time - from) / (to - from)
  return share < 0 || share > 1 ? low : low + (high - low) * Math.min(1, 4 * share, 4 * (1 - share))
}

describe('events from GPS', () => {
  it('find hard braking with its force', () => {
    const speed = (t: number) => (t < 10 ? 18 : Math.max(3, 18 - 6 * (t - 10)))
    const [found] = ofType({ seconds: 25, speed }, 'hard_braking')
    expect(found!.value).toBeCloseTo(6 / 9.80665, 1)
    expect(found!.text).toMatch(/^from \d+ to \d+ km\/h at 0\.6 g$/)
  })

  it('find no braking in a gentle stop', () => {
    const speed = (t: number) => (t < 10 ? 18 : Math.max(3, 18 - 2 * (t - 10)))
    expect(ofType({ seconds: 25, speed }, 'hard_braking')).toEqual([])
  })

  it('find a brake from where it starts to where it eases, without a jerk', () => {
    const speed = (t: number) => (t < 10 ? 18 : Math.max(3, 18 - 6 * (t - 10)))
    const [found] = ofType({ seconds: 25, speed }, 'hard_braking')
    expect(found!.start).toBeCloseTo(10, 0)
    expect(found!.end).toBeCloseTo(12.5, 0)
    const lurch = (t: number) => (t < 10 ? 12 : Math.max(9.5, 12 - 8 * (t - 10)))
    expect(ofType({ seconds: 25, speed: lurch }, 'hard_braking')).toEqual([])
  })

  it('treat the approach to a hard brake as part of it', () => {
    const braked = (brake: number) => (t: number) =>
      t < 20 ? 7 : Math.max(4, Math.min(7 + 4 * (t - 20), 19, 19 - brake * (t - 26)))
    const types = (brake: number) =>
      evidence({ seconds: 60, speed: braked(brake) })
        .map(({ type }) => type)
        .filter(type => type === 'speed' || type === 'hard_braking')
    expect(types(7)).toEqual(['hard_braking'])
    expect(types(1.5)).toEqual(['speed'])
  })

  it('find a section of speed that stands out and is fast', () => {
    const [found] = ofType({ seconds: 60, speed: hill(20, 32, 9, 25) }, 'speed')
    expect(found!.value).toBeCloseTo(90, -1)
    expect(found!.start).toBeGreaterThan(20)
    expect(found!.end).toBeLessThan(32)
    expect(ofType({ seconds: 60, speed: hill(20, 32, 4, 10) }, 'speed')).toEqual([])
    expect(ofType({ seconds: 60, speed: 25 }, 'speed')).toEqual([])
  })

  it('find two consecutive speed runs, and one ended by a cut', () => {
    const twice = (t: number) =>
      Math.max(hill(20, 30, 9, 28)(t), hill(32, 42, 9, 25)(t), t > 26 && t < 36 ? 18 : 0)
    const found = ofType({ seconds: 80, speed: twice }, 'speed')
    expect(found.map(({ value }) => Math.round(value / 10) * 10)).toEqual([100, 90])
    const facts = sampleFacts({ seconds: 60, speed: hill(20, 32, 9, 25) })
    facts.shots = [
      { start: 0, end: 27 },
      { start: 27, end: 60 },
    ]
    const cut = evidenceIn(facts).filter(({ type }) => type === 'speed')
    expect(cut.every(({ start, end }) => end <= 27 || start >= 27)).toBe(true)
    // GPS continues across the cut: it is one run, not two.
    expect(cut).toHaveLength(1)
  })

  it('find a climb and its grade, but no cliff', () => {
    const climb = (t: number) => 500 + Math.min(Math.max(t - 20, 0), 8) * 2
    const [found] = ofType({ seconds: 60, speed: 7, altitude: climb }, 'climb')
    expect(found!.value).toBeCloseTo(30, -1)
    const cliff = (t: number) => (t < 20 ? 500 : 900)
    expect(ofType({ seconds: 60, speed: 7, altitude: cliff }, 'climb')).toEqual([])
  })

  it('accept a lower speed as fast on a steep descent', () => {
    const down = (t: number) => 500 - Math.min(Math.max(t - 20, 0), 12) * 3
    const run = { seconds: 60, speed: hill(20, 32, 7, 12) }
    const [found] = ofType({ ...run, altitude: down }, 'speed')
    expect(found!.text).toBe('43 km/h')
    expect(ofType(run, 'speed')).toEqual([])
  })

  it('let the speed of a descent last into the run-out', () => {
    // As on the HERO7 track of gopro2gpx: 4 s of steep trail, top speed after it, 1.4 times the usual one.
    const down = (t: number) => 500 - Math.min(Math.max(t - 20, 0), 4) * 3
    const run = { seconds: 60, speed: hill(19, 31, 8.8, 12.4) }
    const [found] = ofType({ ...run, altitude: down }, 'speed')
    expect(found!.text).toBe('45 km/h')
    expect(found!.end).toBeGreaterThan(25)
    const earlier = (t: number) => 500 - Math.min(Math.max(t - 5, 0), 4) * 3
    expect(ofType({ ...run, altitude: earlier }, 'speed')).toEqual([])
  })

  it("ignore a receiver's altitude right after it regained its fix", () => {
    const down = (t: number) => 500 - Math.min(Math.max(t - 20, 0), 4) * 6
    const facts = sampleFacts({ seconds: 60, speed: 12, altitude: down })
    const descents = () => evidenceIn(facts).filter(({ type }) => type === 'descent')
    expect(descents()).toHaveLength(1)
    const gps = facts.telemetry!.series.get('GPS5')!
    const kept = Array.from(gps.times.keys()).filter(i => gps.times[i]! < 12 || gps.times[i]! > 20)
    facts.telemetry!.series.set('GPS5', {
      ...gps,
      times: Float64Array.from(kept, i => gps.times[i]!),
      values: Float64Array.from(kept.flatMap(i => [...gps.values.subarray(i * 5, i * 5 + 5)])),
    })
    expect(descents()).toEqual([])
  })
})

describe('events from the motion sensor', () => {
  it('find a sharp turn and its angle', () => {
    const turn = during(10, 12, 1, 0)
    const [found] = ofType({ seconds: 30, speed: 8, turn }, 'sharp_turn')
    expect(found!.value).toBeCloseTo((2 * 180) / Math.PI, -1)
  })

  it('weight a turn by the sideways force when the speed is known', () => {
    const turn = during(10, 12, 1, 0)
    const [slow] = ofType({ seconds: 30, speed: 3, turn }, 'sharp_turn')
    const [fast] = ofType({ seconds: 30, speed: 9.80665, turn }, 'sharp_turn')
    const [unknown] = ofType({ seconds: 30, turn, aside: during(10, 12, 0.4, 0) }, 'sharp_turn')
    expect(fast!.text).toMatch(/^11\d° in \d\.\d s at 35 km\/h, 1\.0 g to the side$/)
    // Half for its angle (0.6), half for 1 g (0.725).
    expect(fast!.strength).toBeCloseTo(0.66, 2)
    expect(slow!.strength).toBeLessThan(unknown!.strength)
    expect(unknown!.strength).toBeLessThan(fast!.strength)
  })

  it("don't take a turn of the head for the vehicle's, because nothing pulls sideways", () => {
    const turn = during(10, 11.6, 1.3, 0)
    expect(ofType({ seconds: 30, speed: 14.7, turn, aside: 0 }, 'sharp_turn')).toEqual([])
    expect(ofType({ seconds: 30, speed: 14.7, turn }, 'sharp_turn')).toHaveLength(1)
  })

  it('find a fast bend, which is wide but pulls as hard as a tight one', () => {
    const turn = during(10, 13, 0.35, 0)
    const [found] = ofType({ seconds: 30, speed: 16.7, turn }, 'sharp_turn')
    expect(found!.text).toMatch(/^5[5-9]° in [23]\.\d s at 60 km\/h, 0\.6 g to the side$/)
    expect(ofType({ seconds: 30, speed: 5, turn }, 'sharp_turn')).toEqual([])
  })

  it('show a turn from where it is nearly as tight as at its tightest', () => {
    const turn = (t: number) => (t >= 12 && t < 14 ? 1.3 : t >= 10 && t < 16 ? 0.4 : 0)
    const [found] = ofType({ seconds: 30, speed: 7.85, turn }, 'sharp_turn')
    expect(found!.start).toBeCloseTo(12, 0)
    expect(found!.end).toBeCloseTo(14, 0)
    expect(found!.value).toBeGreaterThan(200)
  })

  it('report more than 270° as a rotation', () => {
    const turn = during(10, 12, 3, 0)
    expect(ofType({ seconds: 30, speed: 8, turn }, 'rotation')[0]!.value).toBeGreaterThan(300)
    expect(ofType({ seconds: 30, speed: 8, turn }, 'sharp_turn')).toEqual([])
  })

  it("don't take shaking for a turn", () => {
    expect(ofType({ seconds: 30, speed: 8, turn: shaking(2, 0) }, 'sharp_turn')).toEqual([])
  })
})

describe('events from picture and sound', () => {
  const jumpSound = {
    // wheels are silent and the engine revs freely from 10 to 10.8 s, then a thump
    engine: during(10, 10.8, 0.25, 0.06),
    db: during(10.8, 10.95, -8, -20),
    high: during(10.8, 10.95, 0.03, 0.01),
  }

  /** The landing jolts the camera down. */
  const jolt = { flowY: during(10.8, 11.2, 0.3, 0.02) }

  it('hear a jump, and how long it lasted', () => {
    // A thump without a jolt is a door or a voice.
    expect(ofType({ seconds: 30, sound: jumpSound, picture: { flowY: 0.02 } }, 'air_then_thump')).toEqual([])
    const [found] = ofType({ seconds: 30, sound: jumpSound, picture: jolt }, 'air_then_thump')
    expect(found!.value).toBeCloseTo(0.8, 1)
    expect(found!.core).toBeCloseTo(10.8, 1)
  })

  it('hear no jump at a standstill, or where the motion sensor measured none', () => {
    const still = { flow: 0.005, spread: 0.005, ...jolt }
    expect(ofType({ seconds: 30, sound: jumpSound, picture: still }, 'air_then_thump')).toEqual([])
    const ride = { seconds: 30, sound: jumpSound, picture: jolt, g: shaking(0.1), speed: 9 }
    expect(ofType(ride, 'air_then_thump')).toEqual([])
  })

  it("don't take flare for motion", () => {
    const flare = {
      residual: during(10, 11, 0.8, 0.3),
      spread: during(10, 11, 0.9, 0.06),
      luma: (t: number) => (t >= 10 && t < 11 ? 110 + 80 * Math.sin(Math.PI * (t - 10)) : 110),
    }
    expect(ofType({ seconds: 40, picture: flare }, 'motion_burst')).toEqual([])
    expect(
      ofType({ seconds: 40, picture: { spread: during(10, 13, 0.4, 0.06) } }, 'motion_burst'),
    ).toHaveLength(1)
  })

  it('find a shaking, loud burst between two calm parts of a short video', () => {
    const shaking = { flow: during(5, 10, 0.25, 0.02), spread: during(5, 10, 0.2, 0.01) }
    const noise = { db: during(5, 10, -10, -35), voice: during(5, 10, 0.2, 0.03) }
    const [found, ...others] = ofType({ seconds: 15, picture: shaking, sound: noise }, 'motion_burst')
    expect(others).toEqual([])
    expect(found!.start).toBeCloseTo(5, 0)
    expect(found!.end).toBeCloseTo(10, 0)
    expect(found!.strength).toBeGreaterThan(0.5)
    // Picking up a stationary camera shakes it too, but the surroundings get no louder.
    expect(ofType({ seconds: 15, picture: shaking, sound: {} }, 'motion_burst')).toEqual([])
    const knock = { flow: during(5, 6.5, 0.25, 0.02), spread: during(5, 6.5, 0.2, 0.01) }
    expect(ofType({ seconds: 15, picture: knock, sound: noise }, 'motion_burst')).toEqual([])
  })

  it('know that a hand moves a camera whose receiver stands still, or in the calm part of a long film', () => {
    const moved = (from: number, seconds: number): SampleRide => ({
      seconds,
      picture: { flow: during(from, from + 5, 0.25, 0.02), spread: during(from, from + 5, 0.2, 0.01) },
      sound: { db: during(from, from + 5, -10, -35), voice: during(from, from + 5, 0.2, 0.03) },
    })
    expect(ofType(moved(5, 15), 'motion_burst')).toHaveLength(1)
    expect(ofType({ ...moved(5, 15), speed: 0.1 }, 'motion_burst')).toEqual([])
    expect(ofType(moved(40, 90), 'motion_burst')).toEqual([])
  })

  it('see a view only where it is calm and more colorful than the rest', () => {
    const view = { flow: during(20, 28, 0.02, 0.12), colorfulness: during(20, 28, 60, 40) }
    expect(ofType({ seconds: 60, picture: view }, 'scenic')).toHaveLength(1)
    expect(ofType({ seconds: 60, picture: { ...view, flow: 0.12 } }, 'scenic')).toEqual([])
    expect(ofType({ seconds: 60, picture: { ...view, colorfulness: 40 } }, 'scenic')).toEqual([])
    expect(ofType({ seconds: 60, picture: { ...view, luma: 20 } }, 'scenic')).toEqual([])
  })

  it('see a view passed at speed, where the picture moves evenly', () => {
    const passing = (jerk: number) => (t: number) => 0.2 + jerk * (Math.round(t * 8) % 2 === 0 ? 1 : -1)
    const flowX = (t: number) => passing(t >= 20 && t < 28 ? 0.01 : 0.05)(t)
    const view = { flow: 0.2, spread: 0.06, flowX, colorfulness: during(20, 28, 60, 40) }
    const [found, ...others] = ofType({ seconds: 60, picture: view }, 'scenic')
    expect(others).toEqual([])
    expect(found!.end - found!.start).toBeGreaterThan(6)
    expect(ofType({ seconds: 60, picture: { ...view, flowX: passing(0.05) } }, 'scenic')).toEqual([])
  })

  it('see no view in a short take from a stationary vehicle', () => {
    const yard = { colorfulness: 70, flow: 0.004, spread: 0.004 }
    expect(ofType({ seconds: 10, picture: yard }, 'scenic')).toEqual([])
    expect(ofType({ seconds: 10, picture: { ...yard, spread: 0.08 } }, 'scenic')).toHaveLength(1)
  })

  it('hear spray and a rush of speed', () => {
    const spray = { high: during(20, 23, 0.3, 0.01), voice: during(20, 23, 0.1, 0.03) }
    expect(ofType({ seconds: 60, sound: spray }, 'splash')).toHaveLength(1)
    const fast = { voice: during(20, 26, 0.16, 0.03), high: during(20, 26, 0.05, 0.01) }
    const [found] = ofType({ seconds: 60, sound: fast }, 'rush')
    expect(found!.start).toBeCloseTo(20, 0)
    expect(found!.end).toBeCloseTo(26, 0)
  })

  it('hear the same at any volume', () => {
    const ride = (gain: number): SampleRide => ({
      seconds: 60,
      picture: jolt,
      sound: {
        ...jumpSound,
        db: t => gain + jumpSound.db(t) + (t > 45 && t < 46.5 ? 8 : 0),
        voice: t => (t > 45 && t < 46.5 ? 0.6 : t > 25 && t < 31 ? 0.16 : 0.03),
      },
    })
    const reference = evidence(ride(0))
    expect(new Set(reference.map(({ type }) => type)).size).toBeGreaterThan(2)
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 7 }), gain => {
        const strip = (items: typeof reference) => items.map(({ type, start, end }) => ({ type, start, end }))
        expect(strip(evidence(ride(gain)))).toEqual(strip(reference))
      }),
    )
  })

  it('hear nothing in a muted file', () => {
    expect(evidence({ seconds: 60, sound: { db: -96 } })).toEqual(evidence({ seconds: 60, sound: null }))
  })
})
