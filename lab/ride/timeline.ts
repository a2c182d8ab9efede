import type { Maneuver } from './maneuvers.ts'
import { integrateShot, type Motion, motionAt, motionHz } from './motion.ts'
import { type Plan, planRide, type Shot } from './plan.ts'
import { clamp } from './random.ts'
import {
  cutLength,
  intensityFloor,
  jumpMargins,
  type RideDistractor,
  type RideEvent,
  type RideKind,
  type RideTruth,
  sustainedCut,
} from './truth.ts'
import { drawWorld } from './world/draw.ts'
import type { Factor, WorldName } from './world/world.ts'

export interface Ride {
  plan: Plan
  /** one per shot */
  motions: Motion[]
  truth: RideTruth
}

export interface RideOptions {
  seed: number
  kind: RideKind
  durationSeconds: number
  /** default plain */
  world?: WorldName
  /** in a wide world: the factor that keeps its plain value */
  fixed?: Factor
}

/** Where a signal stays above a share of its peak around that peak, within [from, to]. */
function sustained(motion: Motion, from: number, to: number, signal: (row: number) => number) {
  const first = Math.max(0, Math.round((from - motion.start) * motionHz))
  const last = Math.min(motion.count - 1, Math.round((to - motion.start) * motionHz))
  let peakRow = first
  for (let row = first; row <= last; row++) if (signal(row) > signal(peakRow)) peakRow = row
  const peak = signal(peakRow)
  let [low, high] = [peakRow, peakRow]
  while (low > first && signal(low - 1) > sustainedCut.share * peak) low--
  while (high < last && signal(high + 1) > sustainedCut.share * peak) high++
  const time = (row: number) => motion.start + row / motionHz
  return {
    peak,
    core: time(peakRow),
    start: time(low) - sustainedCut.margin,
    end: time(high) + sustainedCut.margin,
  }
}

type Seen = Omit<RideEvent, 'type'>

/**
 * How a viewer perceives a maneuver, measured on the resulting motion, not on the plan.
 * @param speedUntil seconds up to which a fast run may last
 */
function see(motion: Motion, m: Exclude<Maneuver, { type: 'parked' }>, speedUntil: number): Seen {
  const around = (signal: (row: number) => number) => sustained(motion, m.start - 1, m.end + 2, signal)
  const plain = (intensity: number): Seen => ({
    start: m.start - 0.4,
    end: m.end + 0.4,
    core: (m.start + m.end) / 2,
    intensity,
    value: m.end - m.start,
    unit: 's',
  })
  switch (m.type) {
    case 'jump': {
      const landing = m.start + m.airtime
      const intensity = 0.28 + 0.42 * m.airtime + 0.03 * (m.landingG - 2) + (m.cheered ? 0.06 : 0)
      return {
        start: m.start - jumpMargins.before,
        end: landing + jumpMargins.after,
        core: landing,
        intensity,
        value: m.airtime,
        unit: 's',
      }
    }
    case 'speed': {
      // Speed falls slowly: at 60% of it the run is long over. The power moves the cut to 82% (0.82^2.57 =
      // 0.6).
      const run = sustained(motion, m.start - 1, speedUntil, row => motion.speed[row]! ** 2.57)
      const kmh = motionAt(motion, 'speed', run.core) * 3.6
      return { ...run, intensity: 0.3 + (0.55 * (kmh - 60)) / 50, value: kmh, unit: 'km/h' }
    }
    case 'corner': {
      const turn = around(row => Math.abs(motion.yawRate[row]!))
      const degrees =
        (Math.abs(motionAt(motion, 'heading', m.end) - motionAt(motion, 'heading', m.start)) * 180) / Math.PI
      const lateralG = (turn.peak * motionAt(motion, 'speed', turn.core)) / 9.81
      return { ...turn, intensity: 0.2 + 0.35 * lateralG + (0.15 * degrees) / 120, value: degrees, unit: '°' }
    }
    case 'brake': {
      const stop = around(row => -motion.acceleration[row]!)
      return { ...stop, intensity: 0.2 + (0.55 * stop.peak) / 9.81, value: stop.peak / 9.81, unit: 'g' }
    }
    case 'rough':
      return { ...plain(0.2 + 0.5 * m.rmsG), value: m.rmsG, unit: 'g' }
    case 'climb':
    case 'descent': {
      const hill = around(row => Math.abs(motion.slope[row]!))
      const degrees = (hill.peak * 180) / Math.PI
      return { ...hill, intensity: 0.12 + degrees / 45, value: degrees, unit: '°' }
    }
    case 'water':
      return { ...plain(0.38 + 0.05 * m.entrySpeed * 0.8), end: m.end + 0.8 }
    case 'scenic':
      return plain(0.42 + 0.35 * m.beauty)
    case 'cheer':
      return plain(0.32 + 0.35 * m.loudness)
  }
}

/** Widens to the shortest cut, narrows to the longest around the core, and stays within the shot. */
function fitCut(seen: Seen, shot: Shot): Seen {
  let { start, end } = seen
  if (end - start > cutLength.max) {
    start = clamp(seen.core - cutLength.max / 2, start, end - cutLength.max)
    end = start + cutLength.max
  }
  const missing = Math.max(0, cutLength.min - (end - start)) / 2
  return { ...seen, start: Math.max(shot.start, start - missing), end: Math.min(shot.end, end + missing) }
}

/** In the plain world a run is over 3 s after the throttle closes; in the wide one it may roll on to the next maneuver. */
function runEnd(plan: Plan, shot: Shot, m: Maneuver): number {
  if (!plan.world.shapes) return m.end + 3
  const next = shot.maneuvers[shot.maneuvers.indexOf(m) + 1]
  return Math.min(m.end + 10, shot.end, next ? next.start - next.lead : shot.end)
}

function judge(plan: Plan, motions: readonly Motion[]): Pick<RideTruth, 'events' | 'distractors'> {
  const events: RideEvent[] = []
  const distractors: RideDistractor[] = plan.flares.map(flare => ({ type: 'flare', ...flare }))
  plan.shots.forEach((shot, index) => {
    for (const m of shot.maneuvers) {
      if (m.type === 'parked') {
        distractors.push({
          type: m.activity === 'silent' ? 'parked' : `parked_${m.activity}`,
          start: m.start,
          end: m.end,
        })
        continue
      }
      const seen = fitCut(see(motions[index]!, m, runEnd(plan, shot, m)), shot)
      const intensity = clamp(seen.intensity + 0.05 * m.appeal)
      if (intensity >= intensityFloor) events.push({ type: m.type, ...seen, intensity })
      else distractors.push({ type: `minor_${m.type}`, start: seen.start, end: seen.end })
    }
  })
  const whole = { start: 0, end: plan.durationSeconds }
  if (plan.stabilized) distractors.push({ type: 'stabilized', ...whole })
  if (plan.mountCutoff > 0) distractors.push({ type: 'mount_damping', ...whole })
  if (plan.kind === 'vibration') distractors.push({ type: 'heavy_vibration', ...whole })
  for (const { what, start, end } of plan.company) distractors.push({ type: `company_${what}`, start, end })
  const byStart = (a: { start: number }, b: { start: number }) => a.start - b.start
  return { events: events.sort(byStart), distractors: distractors.sort(byStart) }
}

/**
 * Plans and simulates a ride and records its ground truth. The same options give the same ride, bit for bit.
 */
export function rideTimeline({ seed, kind, durationSeconds, world = 'plain', fixed }: RideOptions): Ride {
  const plan = planRide(seed, kind, durationSeconds, drawWorld(world, seed, fixed))
  const motions = plan.shots.map(shot => integrateShot(plan, shot))
  return { plan, motions, truth: { seed, kind, durationSeconds, ...judge(plan, motions), cuts: plan.cuts } }
}
