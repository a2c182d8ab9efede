import { describe, expect, it } from 'vitest'
import { G } from './controls.ts'
import { inertialRows, rideTelemetry } from './instruments.ts'
import { type Motion, motionAt, motionHz } from './motion.ts'
import { rideTimeline } from './timeline.ts'
import { cutLength, intensityFloor, type RideKind, rideKinds } from './truth.ts'

const ride = (seed: number, kind: RideKind = 'ride', durationSeconds = 140) =>
  rideTimeline({ seed, kind, durationSeconds })
const bytes = (seed: number) => Buffer.concat(rideTelemetry(ride(seed, 'ride', 20)).payloads)

describe('a ride is determined by its seed', () => {
  it('has the same truth and the same sensor bytes every time', () => {
    expect(ride(3).truth).toEqual(ride(3).truth)
    expect(bytes(3).equals(bytes(3))).toBe(true)
  })

  it('differs from the ride of another seed', () => {
    expect(ride(3).truth).not.toEqual(ride(4).truth)
    expect(bytes(3).equals(bytes(4))).toBe(false)
  })
})

describe('truth', () => {
  it.each(rideKinds)(
    'of kind %s lies within the film, has a valid cut length, and is above the floor',
    kind => {
      for (const seed of [1, 2, 3]) {
        const { events, cuts } = ride(seed, kind).truth
        for (const event of events) {
          expect(event.start).toBeGreaterThanOrEqual(0)
          expect(event.end).toBeLessThanOrEqual(140)
          expect(event.core).toBeGreaterThanOrEqual(event.start)
          expect(event.core).toBeLessThanOrEqual(event.end)
          expect(event.end - event.start).toBeLessThanOrEqual(cutLength.max + 1e-9)
          expect(event.end - event.start).toBeGreaterThanOrEqual(cutLength.min - 1e-9)
          expect(event.intensity).toBeGreaterThanOrEqual(intensityFloor)
          expect(cuts.every(cut => cut.time <= event.start || cut.time >= event.end)).toBe(true)
        }
      }
    },
  )

  it('has highlights in rides and none in a parking lot or on a plain cruise', () => {
    for (const seed of [1, 2, 3]) {
      expect(ride(seed).truth.events.length).toBeGreaterThan(4)
      expect(ride(seed, 'lot').truth.events).toEqual([])
      expect(ride(seed, 'cruise').truth.events).toEqual([])
      expect(ride(seed, 'edited').truth.cuts.length).toBeGreaterThan(4)
    }
  })
})

/** Integral of a column over [from, to) in seconds. */
function integral(motion: Motion, value: (row: number) => number, from: number, to: number) {
  let sum = 0
  for (
    let row = Math.round((from - motion.start) * motionHz);
    row < Math.round((to - motion.start) * motionHz);
    row++
  )
    sum += value(row) / motionHz
  return sum
}

describe('physics', () => {
  const rides = [1, 2, 5].map(seed => ride(seed))

  it('speed and position are the integrals of acceleration and speed', () => {
    for (const { plan, motions } of rides)
      plan.shots.forEach((shot, index) => {
        const motion = motions[index]!
        const [from, to] = [shot.start, shot.end]
        const gained = integral(motion, row => motion.acceleration[row]!, from, to)
        expect(motionAt(motion, 'speed', to) - motionAt(motion, 'speed', from)).toBeCloseTo(gained, 1)
        const driven = integral(motion, row => motion.speed[row]!, from, to)
        expect(motionAt(motion, 'traveled', to) - motionAt(motion, 'traveled', from)).toBeCloseTo(driven, 0)
        const climbed = integral(motion, row => motion.verticalSpeed[row]!, from, to)
        expect(motionAt(motion, 'altitude', to) - motionAt(motion, 'altitude', from)).toBeCloseTo(climbed, 1)
      })
  })

  it("the accelerometer's vertical reading integrates to the height", () => {
    // Over a jump the track is straight and level: vertical specific force minus 1 g is the change of
    // vertical speed.
    for (const { plan, motions } of rides)
      plan.shots.forEach((shot, index) => {
        const motion = motions[index]!
        for (const m of shot.maneuvers.filter(each => each.type === 'jump')) {
          const upward = (row: number) => {
            const [pitch, roll] = [motion.pitch[row]!, motion.roll[row]!]
            const up = motion.accelZ[row]! * Math.cos(roll) - motion.accelY[row]! * Math.sin(roll)
            return (motion.accelX[row]! * Math.sin(pitch) + up * Math.cos(pitch) - 1) * G
          }
          const [from, to] = [m.start - 0.2, m.start + m.airtime * 0.5]
          const gained = integral(motion, upward, from, to)
          expect(motionAt(motion, 'verticalSpeed', to) - motionAt(motion, 'verticalSpeed', from)).toBeCloseTo(
            gained,
            0,
          )
        }
      })
  })

  it("floats for exactly the airtime in the truth, in the camera's sensors too", () => {
    let seen = 0
    for (const whole of rides) {
      const { acceleration } = inertialRows({
        ...whole,
        plan: { ...whole.plan, vibration: 0.02, mountCutoff: 0 },
      })
      for (const event of whole.truth.events.filter(each => each.type === 'jump')) {
        let [longest, current] = [0, 0]
        acceleration.times.forEach((time, index) => {
          if (time < event.start || time > event.end) return
          const [z, x, y] = acceleration.values.subarray(index * 3, index * 3 + 3)
          current = Math.hypot(z!, x!, y!) < 0.3 * G ? current + 1 / motionHz : 0
          longest = Math.max(longest, current)
        })
        // Ramp and landing have soft edges, which adds a few hundredths.
        expect(longest - event.value).toBeGreaterThan(-0.011)
        expect(longest - event.value).toBeLessThan(0.05)
        seen++
      }
    }
    expect(seen).toBeGreaterThan(4)
  })

  it('lands with the planned g', () => {
    for (const { plan, motions } of rides)
      plan.shots.forEach((shot, index) => {
        for (const m of shot.maneuvers)
          if (m.type === 'jump') {
            const motion = motions[index]!
            const peak = Math.max(
              ...motion.thump.subarray(
                Math.round((m.start - motion.start) * motionHz),
                Math.round((m.end + 1 - motion.start) * motionHz),
              ),
            )
            expect(peak + 1).toBeCloseTo(m.landingG, 1)
          }
      })
  })
})
