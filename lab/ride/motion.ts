import { controlsAt, G } from './controls.ts'
import type { Plan, Shot } from './plan.ts'
import { clamp, type Random, seededRandom, smoothstep } from './random.ts'
import type { Engine, Mount } from './world/world.ts'

/** Integration steps per second, also the rate of the inertial sensors. */
export const motionHz = 200

const columns = [
  'x',
  'y',
  'altitude',
  'hop',
  'traveled',
  'speed',
  'verticalSpeed',
  'heading',
  'slope',
  'pitch',
  'roll',
  'shakePitch',
  'shakeRoll',
  'shakeYaw',
  'look',
  'accelX',
  'accelY',
  'accelZ',
  'acceleration',
  'yawRate',
  'rattle',
  'air',
  'thump',
  'rpm',
  'throttle',
] as const
type Column = (typeof columns)[number]

/**
 * State of vehicle and camera over one shot, `motionHz` rows a second from `start`.
 * x east, y north, altitude and traveled in m; hop: height over the ground of jumps, m; speed along the path,
 * verticalSpeed in m/s; heading (left positive, 0 = east), pitch (nose up), roll (left side down) in rad, slope
 * of the path in rad; shake…: what rattle and knocks add to the camera's attitude, look: how far the rider looks into the bend, rad; accelX forward, accelY
 * left, accelZ up: specific force in g in the vehicle (1 g upwards at rest); acceleration along the path, m/s²;
 * rattle relative to plain riding; air 0 or 1; thump: landing thrust in g; rpm; throttle 0 to 1.
 */
export type Motion = { start: number; count: number } & Record<Column, Float64Array>

/** Engine speed by a gearbox; free of load in the air it revs up. */
function engine(set: Engine, speed: number, acceleration: number, air: boolean, revving: number) {
  const gear = Math.floor(speed / set.gear)
  const inGear = (speed - gear * set.gear) / set.gear
  const idling = speed < 0.3 && acceleration < 0.3
  const throttle = air
    ? set.airThrottle
    : idling
      ? clamp(0.05 + revving)
      : clamp(0.22 + acceleration / 4 + speed / 60)
  const target = air
    ? set.airRevs
    : speed < 0.3
      ? 1700 + 5200 * revving
      : 3100 + 400 * gear + 3600 * inGear + 900 * clamp(acceleration / 4)
  return { throttle, target }
}

/** Second-order low-pass toward a target: the attitude of a vehicle on its springs. */
function spring(frequency: number, damping: number, step: number) {
  let value = 0
  let rate = 0
  return (target: number) => {
    rate += (frequency * frequency * (target - value) - 2 * damping * frequency * rate) * step
    value += rate * step
    return value
  }
}

/** Camera shake from rattle, knocks and an unsteady hand, rad. */
function cameraShake(step: number, random: Random, mount: Mount) {
  const { pace, shake, sway } = mount
  const [rattlePitch, rattleRoll, rattleYaw] = [
    spring(34 * pace, 0.22, step),
    spring(30 * pace, 0.25, step),
    spring(27 * pace, 0.25, step),
  ]
  const [swayPitch, swayRoll, swayYaw] = [
    spring(2.4, 0.5, step),
    spring(2, 0.5, step),
    spring(1.7, 0.5, step),
  ]
  const noise = (strength: number) => strength * random.normal()
  return (kick: number, knocked: number, rest: number) => {
    const still = Math.max(rest, sway)
    return {
      shakePitch:
        shake * 0.016 * rattlePitch(noise(6 * kick) + 46 * knocked) + 0.012 * still * swayPitch(noise(8)),
      shakeRoll:
        shake * 0.011 * rattleRoll(noise(6 * kick) - 60 * knocked) + 0.01 * still * swayRoll(noise(8)),
      shakeYaw: shake * 0.011 * rattleYaw(noise(6 * kick) + 80 * knocked) + 0.02 * still * swayYaw(noise(8)),
    }
  }
}

/** A head that turns, rad; it looks in one direction for about a second. */
function glances(step: number, random: Random, size: number): () => number {
  if (size === 0) return () => 0
  const follow = spring(5, 1, step)
  let [target, left] = [0, 0]
  return () => {
    left -= step
    if (left <= 0) [target, left] = [size * random.normal(), random.range(0.4, 2.5)]
    return follow(target)
  }
}

const liveliness = { bike: 1, quad: 0.8, buggy: 0.6 } as const

/**
 * Integrates one shot from a second before it to a second after it (so that pictures can dissolve). Picture,
 * sound and sensors are all derived from these rows.
 */
export function integrateShot(plan: Plan, shot: Shot): Motion {
  const step = 1 / motionHz
  const start = Math.round((shot.start - 1) * motionHz) / motionHz
  const count = Math.ceil((shot.end + 1 - start) * motionHz)
  const motion = { start, count } as Motion
  for (const column of columns) motion[column] = new Float64Array(count)
  const random = seededRandom(shot.seed * 31 + 7)
  const knocks = shot.maneuvers
    .filter(m => m.type === 'parked' && m.activity === 'knock')
    .map(m => m.start + 0.45 * (m.end - m.start))

  let [x, y] = [random.range(-4000, 4000), random.range(-4000, 4000)]
  let heading = random.range(-Math.PI, Math.PI)
  let [altitude, traveled, speed, slope] = [random.range(200, 900), 0, shot.startSpeed, 0]
  let [hop, hopSpeed, landed, bump, bumpSpeed, bumpPhase, rebound, rpm] = [0, 0, 0, 0, 0, 0, 0, 3000]
  const { mount, shapes } = plan.world
  const [springs, dive] = [shapes?.springs ?? 1, shapes?.dive ?? 0.012]
  const nose = spring(9 * springs, 0.75, step)
  const lean = spring(6, 0.85, step)
  const gaze = spring(3.5, 1, step)
  const shake = cameraShake(step, random, mount)
  const glance = glances(step, seededRandom(shot.seed * 37 + 11), mount.swing)

  for (let row = 0; row < count; row++) {
    const time = start + row * step
    const wanted = controlsAt(plan, shot, time)
    const air = wanted.phase === 'air'
    const free = air || wanted.phase === 'ramp'
    const acceleration = free
      ? 0
      : clamp((wanted.targetSpeed - speed) * wanted.follow, -wanted.brake, wanted.throttle)
    const yawRate = free ? 0 : wanted.yawRate * clamp(speed / 4)
    // A wheel in the air follows no slope; the ramp stands on level ground.
    const slopeRate = clamp((Math.atan(wanted.slope) - slope) * 2.5, -0.5, 0.5) * clamp(speed / 3)
    if (wanted.phase !== 'ground') slope = 0
    else slope += slopeRate * step

    hopSpeed = wanted.phase === 'ground' ? 0 : hopSpeed + wanted.hop * step
    hop += hopSpeed * step
    if (wanted.phase === 'landing') rebound = 0.9
    // The eyes return to ground height while the vehicle rolls off the landing.
    if (wanted.phase === 'ground') landed += (hop - landed) * 1.5 * step
    rebound *= 1 - step / 0.3
    bumpPhase += ((2 * Math.PI * speed) / wanted.wavelength) * step
    const push = free
      ? 0
      : wanted.whoops * Math.sin(bumpPhase) -
        (wanted.phase === 'ground' ? rebound * 4 * Math.sin(14 * rebound) : 0)
    const bumpAcceleration = free ? 0 : push - 3 * bumpSpeed - 4 * bump
    if (free) bump = bumpSpeed = 0
    bumpSpeed += bumpAcceleration * step
    bump += bumpSpeed * step

    speed = Math.max(0, speed + acceleration * step)
    heading += yawRate * step
    traveled += speed * step
    const level = speed * Math.cos(slope)
    x += level * Math.cos(heading) * step
    y += level * Math.sin(heading) * step
    const verticalSpeed = speed * Math.sin(slope) + hopSpeed + bumpSpeed
    altitude += verticalSpeed * step

    const still = 1 - smoothstep(0, 1.5, speed)
    const rattle =
      wanted.rattle * (0.06 + 0.94 * smoothstep(0, 9, speed)) * (0.85 + 0.15 * Math.sin(time * 1.3)) + 0.06
    const pitch =
      slope +
      nose(wanted.nose + dive * acceleration + (air ? 0 : Math.atan2(0.6 * bumpSpeed, Math.max(4, speed))))
    const sideways = (speed * yawRate) / G
    const roll = lean(plan.vehicle === 'bike' ? 0.75 * Math.atan(sideways) : -0.22 * Math.atan(sideways))
    const kick = 0.55 * rattle * liveliness[plan.vehicle]
    const knocked = knocks.reduce((sum, at) => sum + (time >= at && time < at + 0.06 ? 1 : 0), 0)

    // Specific force along the path, to its left, and perpendicular to both, then rotated into the vehicle
    // frame.
    const along = (acceleration + G * Math.sin(slope) * (air ? 0 : 1)) / G
    const left = sideways * Math.cos(slope)
    const across =
      Math.cos(slope) + (free ? 0 : (speed * slopeRate) / G) + (wanted.hop + bumpAcceleration) / G
    const tilt = pitch - slope
    const up = -along * Math.sin(tilt) + across * Math.cos(tilt)
    const set = (column: Column, value: number) => {
      motion[column][row] = value
    }
    set('accelX', along * Math.cos(tilt) + across * Math.sin(tilt) + 1.7 * knocked)
    set('accelY', left * Math.cos(roll) - up * Math.sin(roll) - 1.3 * knocked)
    set('accelZ', left * Math.sin(roll) + up * Math.cos(roll) + 1.5 * knocked)
    const power = engine(plan.world.engine, speed, acceleration, air, revving(shot, time))
    rpm += (power.target - rpm) * clamp(step / (air ? 0.16 : 0.22))
    const shaken = shake(kick, knocked, still)
    for (const [column, value] of Object.entries({
      x,
      y,
      altitude,
      traveled,
      speed,
      verticalSpeed,
      heading,
      slope,
      pitch,
      roll,
      acceleration,
      yawRate,
      rattle,
      rpm,
      ...shaken,
    }))
      set(column as Column, value)
    set('look', gaze((plan.vehicle === 'buggy' ? 0.15 : 0.3) * clamp(yawRate, -1.2, 1.2)) + glance())
    set('hop', hop + bump - landed)
    set('air', air ? 1 : 0)
    set('thump', wanted.phase === 'landing' ? wanted.hop / G : 0)
    set('throttle', power.throttle)
  }
  return motion
}

/** Blips of the throttle at a standstill: loud, but nothing worth watching. */
function revving(shot: Shot, time: number): number {
  const parked = shot.maneuvers.find(
    m => m.type === 'parked' && m.activity === 'revving' && time >= m.start && time < m.end,
  )
  return parked ? Math.max(0, Math.sin((time - parked.start) * 2.4)) ** 3 : 0
}

/** A column's value at a time of the video, interpolated linearly between rows. */
export function motionAt(motion: Motion, column: Column, time: number): number {
  const place = clamp((time - motion.start) * motionHz, 0, motion.count - 1.001)
  const row = Math.floor(place)
  const values = motion[column]
  return values[row]! + (values[row + 1]! - values[row]!) * (place - row)
}
