import { buildPayloads, type StreamWriter } from './gpmf.ts'
import { type Motion, motionHz } from './motion.ts'
import { clamp, type Random, seededRandom } from './random.ts'
import { accelerometer, type GpsState, gps5, gravity, gyroscope } from './sensors.ts'
import type { Ride } from './timeline.ts'
import { imperfect, inAxes, type Rows, turnedBy } from './world/imperfect.ts'

const G = 9.80665
const plainGpsHz = 18
const gravityHz = 30

const emptyRows = (hz: number, seconds: number, axes: number): Rows => {
  const count = Math.floor(hz * seconds)
  return {
    times: Float64Array.from({ length: count }, (_, index) => index / hz),
    values: new Float64Array(count * axes),
  }
}

/** The motion of the shot at a time, and its row. */
function rowAt({ plan, motions }: Ride, time: number): [Motion, number] {
  const shown = Math.max(
    0,
    plan.shots.findLastIndex(shot => time >= shot.start),
  )
  const motion = motions[shown]!
  return [motion, clamp(Math.round((time - motion.start) * motionHz), 1, motion.count - 1)]
}

/** A soft mount (chest, helmet) yields and swings like a mass on a damped spring; 0 Hz: rigid. */
function mount(hertz: number, damping: number): (value: number) => number {
  if (hertz === 0) return value => value
  const frequency = 2 * Math.PI * hertz
  const steps = 4
  let held: number | undefined
  let rate = 0
  return value => {
    held ??= value
    for (let step = 0; step < steps; step++) {
      rate += (frequency * frequency * (value - held) - 2 * damping * frequency * rate) / (motionHz * steps)
      held += rate / (motionHz * steps)
    }
    return held
  }
}

/**
 * Slow movement of the camera relative to the vehicle, standard deviation about 1: a body never sits still.
 */
function fidget(random: Random): () => number {
  let [fast, slow] = [0, 0]
  return () => {
    fast += 0.09 * (random.normal() - fast)
    slow += 0.02 * (fast - slow)
    return 5 * (fast - slow)
  }
}

/**
 * The camera's inertial sensors, 200 rows a second: acceleration in m/s² and angular rate in rad/s, axes in
 * the camera's order Z (up), X (forward), Y (left), with mount, vibration and sensor noise.
 */
export function inertialRows(ride: Ride): { acceleration: Rows; turning: Rows } {
  const { plan } = ride
  const random = seededRandom(plan.seed * 101 + 3)
  const acceleration = emptyRows(motionHz, plan.durationSeconds, 3)
  const turning = emptyRows(motionHz, plan.durationSeconds, 3)
  const mounts = [0, 1, 2].map(() => mount(plan.mountCutoff, plan.world.mount.damping))
  const fidgets = [0, 1, 2].map(() => fidget(random))
  const restless = plan.mountCutoff > 0 ? 0.1 : 0.03
  for (let index = 0; index < acceleration.times.length; index++) {
    const [m, row] = rowAt(ride, acceleration.times[index]!)
    const rough = m.rattle[row]! * (m.air[row] ? 0.3 : 1)
    const shaken = m.air[row] ? plan.world.mount.airBuzz : 0.5 + 0.5 * rough
    const buzz = plan.vibration * (0.15 + 0.85 * clamp(m.speed[row]! / 8)) * shaken
    ;[m.accelZ[row]!, m.accelX[row]!, m.accelY[row]!].forEach((g, axis) => {
      acceleration.values[index * 3 + axis] =
        G *
        (mounts[axis]!(g + buzz * random.normal() + restless * fidgets[axis]!()) + 0.004 * random.normal())
    })
    const rate = (column: 'pitch' | 'roll' | 'heading', shake: 'shakePitch' | 'shakeRoll' | 'shakeYaw') =>
      (m[column][row]! + m[shake][row]! - m[column][row - 1]! - m[shake][row - 1]!) * motionHz
    const pitchRate = -rate('pitch', 'shakePitch')
    const rollRate = -rate('roll', 'shakeRoll')
    const yawRate = rate('heading', 'shakeYaw') + (m.look[row]! - m.look[row - 1]!) * motionHz
    // Converts Euler rates to rates about the vehicle's axes (forward, left, up; right-handed).
    const [pitch, roll] = [-m.pitch[row]!, -m.roll[row]!]
    const forward = rollRate - yawRate * Math.sin(pitch)
    const left = pitchRate * Math.cos(roll) + yawRate * Math.cos(pitch) * Math.sin(roll)
    const up = -pitchRate * Math.sin(roll) + yawRate * Math.cos(pitch) * Math.cos(roll)
    ;[up, forward, left].forEach((value, axis) => {
      turning.values[index * 3 + axis] = value + (0.01 + 0.25 * buzz) * random.normal()
    })
  }
  const { inertial } = plan.world
  return inertial ? imperfect({ acceleration, turning }, inertial, plan.seed) : { acceleration, turning }
}

const metresPerDegree = 111_320

/** Whole seconds without a fix, one flag per payload. */
function dropouts({ plan }: Ride): Set<number> {
  const { dropouts: perMinute, dropoutSeconds } = plan.world.gps
  const random = seededRandom(plan.seed * 107 + 21)
  const lost = new Set<number>()
  if (perMinute > 0)
    for (let at = random.range(5, 90 / perMinute); at < plan.durationSeconds; ) {
      const end = at + random.range(...dropoutSeconds)
      for (let second = Math.floor(at); second <= end; second++) lost.add(second)
      at = end + random.range(30, 90) / perMinute
    }
  return lost
}

/**
 * GPS, 18 Hz by default: latitude and longitude in degrees, altitude in m, ground speed and 3D speed in m/s.
 */
export function gpsRows(ride: Ride): Rows {
  const { plan } = ride
  const random = seededRandom(plan.seed * 103 + 9)
  const origin: [number, number] = [38.2 + random.range(0, 6), -112 + random.range(0, 8)]
  const { hz, lagSeconds, speedNoise, wander } = plan.world.gps
  const rows = emptyRows(hz || plainGpsHz, plan.durationSeconds, 5)
  const pause = hz ? plainGpsHz / hz : 1
  const [kept, step] = [0.998 ** pause, wander * 0.03 * Math.sqrt(pause)]
  const lost = dropouts(ride)
  const drift = [0, 0, 0]
  for (let index = 0; index < rows.times.length; index++) {
    const time = rows.times[index]!
    if (index > 0 && lost.has(Math.floor(time))) {
      // Without a fix, a receiver repeats its last position.
      rows.values.copyWithin(index * 5, index * 5 - 5, index * 5)
      continue
    }
    const [m, row] = rowAt(ride, time - lagSeconds)
    // Receiver errors drift slowly, so neighboring fixes have almost the same error.
    for (let axis = 0; axis < 3; axis++)
      drift[axis] = drift[axis]! * kept + step * random.normal() * (axis === 2 ? 2 : 1)
    const north = m.y[row]! + drift[0]!
    const east = m.x[row]! + drift[1]!
    const latitude = origin[0] + north / metresPerDegree
    const longitude = origin[1] + east / (metresPerDegree * Math.cos((origin[0] * Math.PI) / 180))
    const ground = Math.max(0, m.speed[row]! * Math.cos(m.slope[row]!) + speedNoise * random.normal())
    const space = Math.hypot(ground, m.verticalSpeed[row]!)
    rows.values.set([latitude, longitude, m.altitude[row]! + drift[2]!, ground, space], index * 5)
  }
  return rows
}

/**
 * Direction of gravity in the camera frame, a unit vector in the order X (left), Y (down), Z (forward), 30 a
 * second.
 */
export function gravityRows(ride: Ride): Rows {
  const { inertial } = ride.plan.world
  const turn = inertial ? turnedBy(inertial) : null
  const rows = emptyRows(gravityHz, ride.plan.durationSeconds, 3)
  for (let index = 0; index < rows.times.length; index++) {
    const [m, row] = rowAt(ride, rows.times[index]!)
    const [pitch, roll] = [m.pitch[row]! + m.shakePitch[row]!, m.roll[row]! + m.shakeRoll[row]!]
    const [left, down, forward] = [
      Math.sin(roll) * Math.cos(pitch),
      Math.cos(roll) * Math.cos(pitch),
      -Math.sin(pitch),
    ]
    if (!turn) rows.values.set([left, down, forward], index * 3)
    else {
      const [cameraUp, cameraForward, cameraLeft] = turn([-down, forward, left])
      rows.values.set([cameraLeft, -cameraUp, cameraForward], index * 3)
    }
  }
  return rows
}

/** The ride's telemetry as one-second GPMF payloads. */
export function rideTelemetry(ride: Ride): { payloads: Uint8Array[]; payloadDurations: number[] } {
  const { acceleration, turning } = inertialRows(ride)
  const { inertial } = ride.plan.world
  const axes = inertial?.axes ?? undefined
  const written = (rows: Rows) => (axes ? inAxes(rows, axes) : rows)
  const streams: StreamWriter[] = [
    accelerometer(written(acceleration), axes),
    gyroscope(written(turning), axes),
  ]
  if (inertial?.gravity ?? true) streams.push(gravity(gravityRows(ride)))
  const lost = dropouts(ride)
  const morning = Date.UTC(2026, 4, 16, 9, 30) + ride.plan.seed * 60_000
  const state = (payload: number): GpsState => {
    const [day, clock] = new Date(morning + payload * 1000).toISOString().split('T') as [string, string]
    return {
      fix: lost.has(payload) ? 0 : 3,
      precision: lost.has(payload) ? 9999 : 160,
      utc: `${day.slice(2).replaceAll('-', '')}${clock.slice(0, 8).replaceAll(':', '')}.000`,
    }
  }
  if (ride.plan.gps) streams.push(gps5(gpsRows(ride), state))
  return buildPayloads({ name: 'Trailcut Simulator' }, streams, ride.plan.durationSeconds)
}

/** When the rider pressed the camera's button: shortly after landing some of the jumps. */
export const buttonPresses = ({ plan, truth }: Ride): number[] =>
  truth.events
    .filter(event => event.type === 'jump' && event.intensity > 0.6)
    .map(event => event.core + 1.4)
    .filter(time => time < plan.durationSeconds)
