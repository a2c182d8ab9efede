import type { Maneuver } from './maneuvers.ts'
import type { Plan, Shot } from './plan.ts'
import { clamp, smoothstep } from './random.ts'

export const G = 9.80665

/** The rider's inputs at one moment, and the effect of the ground. SI units. */
export interface Controls {
  targetSpeed: number
  /** limits of acceleration, m/s² */
  brake: number
  throttle: number
  /** rad/s, left positive */
  yawRate: number
  /** tangent of the requested climb */
  slope: number
  /** vertical acceleration of ramp, flight and landing, m/s² */
  hop: number
  phase: 'ground' | 'ramp' | 'air' | 'landing'
  /** amplitude of the whoops, m/s², and their length, m */
  whoops: number
  wavelength: number
  /** rattle relative to plain riding */
  rattle: number
  /** requested nose-up attitude beyond the slope, rad */
  nose: number
  /** 1/s: how fast the speed follows the requested speed */
  follow: number
}

export const rampSeconds = (airtime: number): number => 0.25 + 0.3 * airtime

/** Half-sine thrusts average 2/π of their peak. The landing's length follows from the wanted peak g. */
export const landingSeconds = (airtime: number, landingG: number): number =>
  ((Math.PI / 4) * airtime) / Math.max(0.4, landingG - 1)

/** Landing thrust from progress 0 to 1: peak 1, mean 2/π for any peak position. */
function thrust(part: number, skew: number | null): number {
  if (skew === null) return Math.sin(Math.PI * part)
  return part < skew
    ? Math.sin((Math.PI * part) / (2 * skew))
    : Math.cos((Math.PI * (part - skew)) / (2 * (1 - skew)))
}

function jump(controls: Controls, m: Maneuver & { type: 'jump' }, time: number) {
  const up = (G * m.airtime) / 2
  const { shape } = m
  const ramp = shape.pop * rampSeconds(m.airtime)
  const landing = landingSeconds(m.airtime, m.landingG)
  // Half a step of the clock: times lie on a grid, but sums of fractions don't.
  const since = time - m.start + 1e-6
  const steep = clamp(up / m.entrySpeed, 0, 0.3)
  if (since >= -ramp && since < 0) {
    controls.phase = 'ramp'
    controls.hop = ((Math.PI / 2) * up * Math.sin((Math.PI * (since + ramp)) / ramp)) / ramp
    controls.nose = steep
  } else if (since >= 0 && since < m.airtime) {
    controls.phase = 'air'
    controls.hop = -G
    controls.nose = steep * (1 - (shape.noseDrop * since) / m.airtime)
    controls.rattle = shape.airRattle
  } else if (since >= m.airtime && since < m.airtime + landing) {
    controls.phase = 'landing'
    controls.hop = ((Math.PI / 2) * up * thrust((since - m.airtime) / landing, shape.skew)) / landing
    controls.rattle = 2.2
  }
  // The track is straight and level from the run-up to the landing.
  const calm =
    1 - smoothstep(-1.6, -0.8, since) * (1 - smoothstep(m.airtime + landing, m.airtime + landing + 1, since))
  controls.yawRate *= calm
  controls.slope *= calm
}

function apply(controls: Controls, m: Maneuver, time: number) {
  const { shape } = m
  const { blend, edgeIn, edgeOut } = shape
  const inside = time >= m.start && time < m.end
  const ramped =
    smoothstep(m.start - blend, m.start + blend, time) * (1 - smoothstep(m.end - blend, m.end + blend, time))
  if (time < m.start) {
    controls.targetSpeed = m.entrySpeed
    controls.throttle = shape.throttle
    controls.brake = shape.brake
  }
  switch (m.type) {
    case 'jump':
      if (time < m.end + 0.6) controls.targetSpeed = m.entrySpeed
      return jump(controls, m, time)
    case 'speed':
      if (inside) {
        controls.targetSpeed = m.topSpeed
        controls.throttle = shape.push
      } else if (time >= m.end) controls.brake = shape.coast
      controls.yawRate *= 1 - 0.75 * ramped
      controls.rattle *= 1 + 0.4 * ramped
      return
    case 'corner': {
      const turn =
        smoothstep(m.start, m.start + edgeIn, time) * (1 - smoothstep(m.end - edgeOut, m.end, time))
      controls.yawRate = controls.yawRate * (1 - ramped) + m.yawRate * turn
      if (inside) controls.targetSpeed = m.entrySpeed
      return
    }
    case 'brake':
      if (inside) {
        controls.targetSpeed = shape.stopAt
        controls.brake =
          m.deceleration *
          smoothstep(m.start, m.start + edgeIn, time) *
          (1 - shape.fade * smoothstep(m.start + edgeIn, m.end, time))
      }
      controls.yawRate *= 1 - 0.85 * ramped
      return
    case 'rough':
      controls.whoops = ramped * m.rmsG * G * Math.SQRT2
      controls.wavelength =
        m.wavelength * (1 + shape.uneven * (0.5 * Math.sin(2.3 * time) + 0.3 * Math.sin(5.9 * time)))
      controls.rattle *= 1 + 2 * ramped
      if (inside) controls.targetSpeed = m.entrySpeed
      return
    case 'climb':
    case 'descent':
      controls.slope = controls.slope * (1 - ramped) + m.slope * ramped
      if (inside) controls.targetSpeed = m.entrySpeed
      return
    case 'water':
      controls.rattle *= 1 + 0.8 * ramped
      if (inside) controls.targetSpeed = m.entrySpeed * 0.75
      return
    case 'scenic':
      controls.rattle *= 1 - 0.6 * ramped
      if (inside) controls.targetSpeed = m.entrySpeed
      return
    case 'cheer':
      if (inside) controls.targetSpeed = m.entrySpeed
      return
    case 'parked':
      if (time < m.start) controls.brake = shape.brake
      if (inside) controls.targetSpeed = 0
      return
  }
}

/** The rider's inputs at `time`: plain riding along a winding track, modified by the current maneuver. */
export function controlsAt(plan: Plan, shot: Shot, time: number): Controls {
  const phase = shot.seed
  const moving = shot.cruiseSpeed > 0 ? 1 : 0
  const winding = moving * (plan.world.shapes?.winding ?? 1)
  const controls: Controls = {
    targetSpeed: shot.cruiseSpeed * (1 + 0.1 * Math.sin(0.19 * time + phase)),
    brake: 2,
    throttle: 2.2,
    yawRate: winding * (0.13 * Math.sin(0.31 * time + phase) + 0.08 * Math.sin(0.83 * time + 2 * phase)),
    slope: moving * (0.035 * Math.sin(0.17 * time + 3 * phase) + 0.02 * Math.sin(0.41 * time + phase)),
    hop: 0,
    phase: 'ground',
    whoops: 0,
    wavelength: 4,
    rattle: plan.kind === 'cruise' ? 0.7 : 1,
    nose: 0,
    follow: plan.world.shapes?.follow ?? 1.6,
  }
  for (const m of shot.maneuvers)
    if (time >= m.start - m.lead && time < m.end + m.shape.tail) apply(controls, m, time)
  return controls
}
