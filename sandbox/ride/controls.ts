import type { Manoeuvre } from './manoeuvres.ts'
import type { Plan, Shot } from './plan.ts'
import { clamp, smoothstep } from './random.ts'

export const G = 9.80665

/** What the rider asks of the vehicle at one moment, and what the ground does to it. SI units. */
export interface Controls {
  targetSpeed: number
  /** limits of the change of speed, m/s² */
  brake: number
  throttle: number
  /** rad/s, left positive */
  yawRate: number
  /** tangent of the climb asked for */
  slope: number
  /** vertical acceleration of ramp, flight and landing, m/s² */
  hop: number
  phase: 'ground' | 'ramp' | 'air' | 'landing'
  /** amplitude of the whoops, m/s², and their length, m */
  whoops: number
  wavelength: number
  /** rattle relative to plain riding */
  rattle: number
  /** nose-up attitude asked for beyond the slope, rad */
  nose: number
}

export const rampSeconds = (airtime: number): number => 0.25 + 0.3 * airtime

/** Half-sine thrusts: the mean of their peak is 2/π. The landing is as long as the wanted peak g makes it. */
export const landingSeconds = (airtime: number, landingG: number): number =>
  ((Math.PI / 4) * airtime) / Math.max(0.4, landingG - 1)

function jump(controls: Controls, m: Manoeuvre & { type: 'jump' }, time: number) {
  const up = (G * m.airtime) / 2
  const ramp = rampSeconds(m.airtime)
  const landing = landingSeconds(m.airtime, m.landingG)
  // Half a step of the clock: times lie on a grid, sums of fractions do not.
  const since = time - m.start + 1e-6
  const steep = clamp(up / m.entrySpeed, 0, 0.3)
  if (since >= -ramp && since < 0) {
    controls.phase = 'ramp'
    controls.hop = ((Math.PI / 2) * up * Math.sin((Math.PI * (since + ramp)) / ramp)) / ramp
    controls.nose = steep
  } else if (since >= 0 && since < m.airtime) {
    controls.phase = 'air'
    controls.hop = -G
    controls.nose = steep * (1 - (1.6 * since) / m.airtime)
    controls.rattle = 0.12
  } else if (since >= m.airtime && since < m.airtime + landing) {
    controls.phase = 'landing'
    controls.hop = ((Math.PI / 2) * up * Math.sin((Math.PI * (since - m.airtime)) / landing)) / landing
    controls.rattle = 2.2
  }
  // The line is straight and level from the run-up to the landing.
  const calm =
    1 - smoothstep(-1.6, -0.8, since) * (1 - smoothstep(m.airtime + landing, m.airtime + landing + 1, since))
  controls.yawRate *= calm
  controls.slope *= calm
}

function apply(controls: Controls, m: Manoeuvre, time: number) {
  const inside = time >= m.start && time < m.end
  const ramped =
    smoothstep(m.start - 0.3, m.start + 0.3, time) * (1 - smoothstep(m.end - 0.3, m.end + 0.3, time))
  if (time < m.start) {
    controls.targetSpeed = m.entrySpeed
    controls.throttle = 3.2
    controls.brake = 3.4
  }
  switch (m.type) {
    case 'jump':
      if (time < m.end + 0.6) controls.targetSpeed = m.entrySpeed
      return jump(controls, m, time)
    case 'speed':
      if (inside) controls.targetSpeed = m.topSpeed
      controls.yawRate *= 1 - 0.75 * ramped
      controls.rattle *= 1 + 0.4 * ramped
      return
    case 'corner': {
      const turn = smoothstep(m.start, m.start + 0.4, time) * (1 - smoothstep(m.end - 0.4, m.end, time))
      controls.yawRate = controls.yawRate * (1 - ramped) + m.yawRate * turn
      if (inside) controls.targetSpeed = m.entrySpeed
      return
    }
    case 'brake':
      if (inside) {
        controls.targetSpeed = 1.5
        controls.brake = m.deceleration * smoothstep(m.start, m.start + 0.2, time)
      }
      controls.yawRate *= 1 - 0.85 * ramped
      return
    case 'rough':
      controls.whoops = ramped * m.rmsG * G * Math.SQRT2
      controls.wavelength = m.wavelength
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
      if (time < m.start) controls.brake = 2.6
      if (inside) controls.targetSpeed = 0
      return
  }
}

/** The rider's wishes at `time`: plain riding along a winding track, changed by the manoeuvre at hand. */
export function controlsAt(plan: Plan, shot: Shot, time: number): Controls {
  const phase = shot.seed
  const moving = shot.cruiseSpeed > 0 ? 1 : 0
  const controls: Controls = {
    targetSpeed: shot.cruiseSpeed * (1 + 0.1 * Math.sin(0.19 * time + phase)),
    brake: 2,
    throttle: 2.2,
    yawRate: moving * (0.13 * Math.sin(0.31 * time + phase) + 0.08 * Math.sin(0.83 * time + 2 * phase)),
    slope: moving * (0.035 * Math.sin(0.17 * time + 3 * phase) + 0.02 * Math.sin(0.41 * time + phase)),
    hop: 0,
    phase: 'ground',
    whoops: 0,
    wavelength: 4,
    rattle: plan.kind === 'cruise' ? 0.7 : 1,
    nose: 0,
  }
  for (const m of shot.manoeuvres) if (time >= m.start - m.lead && time < m.end + 2) apply(controls, m, time)
  return controls
}
