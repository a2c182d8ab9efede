import { open } from 'node:fs/promises'
import { type Motion, motionHz } from './motion.ts'
import type { Shot } from './plan.ts'
import { clamp, type Random, seededRandom, smoothstep } from './random.ts'
import type { Ride } from './timeline.ts'
import { voice } from './voices.ts'
import { companySound } from './world/company.ts'
import type { Engine, Microphone, World } from './world/world.ts'

export const soundRate = 48_000
const perRow = soundRate / motionHz

const tableSize = 2048
/**
 * One cycle of the engine's sound: harmonics of the firing stroke, with more of the upper ones under load.
 */
function engineTable(brightness: number, { harmonics, timbre }: Engine): Float32Array {
  const table = new Float32Array(tableSize)
  for (let harmonic = 1; harmonic <= harmonics; harmonic++) {
    const strength =
      harmonic ** -brightness * (harmonic % 2 ? 1 : 0.75) * (1 + 0.4 * Math.sin(harmonic * 2.1 + timbre))
    for (let at = 0; at < tableSize; at++)
      table[at]! += strength * Math.sin((2 * Math.PI * harmonic * at) / tableSize + harmonic * harmonic * 0.7)
  }
  const peak = table.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return table.map(value => value / peak)
}

/** Loudness of each sound source at one moment, 0 to about 1. */
interface Levels {
  /** strokes per second */
  firing: number
  load: number
  engine: number
  wind: number
  ground: number
  splash: number
  talk: number
  cheer: number
}

function around(
  shot: Shot,
  time: number,
  test: (m: Shot['maneuvers'][number]) => number,
  early: number,
  late: number,
): number {
  let most = 0
  for (const m of shot.maneuvers) {
    const level = test(m)
    if (level > 0)
      most = Math.max(
        most,
        level *
          smoothstep(m.start - early - 0.2, m.start - early + 0.1, time) *
          (1 - smoothstep(m.end + late, m.end + late + 0.5, time)),
      )
  }
  return most
}

function levelsAt(
  { engine, wind, mount }: World,
  shot: Shot,
  motion: Motion,
  row: number,
  time: number,
): Levels {
  const speed = motion.speed[row]!
  const ground = 1 - motion.air[row]!
  const load = motion.throttle[row]!
  return {
    firing: (motion.rpm[row]! * engine.pitch) / 120,
    load,
    engine:
      engine.loudness *
      (0.03 * engine.idle +
        0.2 * load * engine.response +
        0.06 * clamp((motion.rpm[row]! - 1700) / 7000) +
        0.08 * engine.idle * (1 - engine.response)),
    wind:
      wind.gain *
      clamp((speed + wind.head) / 26, 0, wind.top) ** wind.power *
      (1 - wind.gusts + wind.gusts * Math.sin(time * 1.7 * wind.pace) * Math.sin(time * 0.63 * wind.pace)),
    ground: mount.heard * ground * 0.11 * clamp(motion.rattle[row]! / 2.4) * clamp(speed / 7),
    splash: around(shot, time, m => (m.type === 'water' ? 1 : 0), 0, 0) * clamp(speed / 4),
    talk: around(shot, time, m => (m.type === 'parked' && m.activity === 'talking' ? 1 : 0), -0.5, -0.6),
    cheer: around(
      shot,
      time,
      m => (m.type === 'cheer' ? 0.35 + 0.65 * m.loudness : m.type === 'jump' && m.cheered ? 0.75 : 0),
      0.1,
      0.5,
    ),
  }
}

interface Voices {
  random: Random
  talk: () => number
  cheer: (() => number)[]
}

/**
 * The sound of a ride, 48 kHz mono, −1 to 1, in blocks of one second. The same ride gives the same samples.
 */
export function* rideSound({ plan, motions }: Ride): Generator<Float32Array> {
  const random = seededRandom(plan.seed * 77 + 5)
  const voices: Voices = {
    random,
    talk: voice(seededRandom(plan.seed + 1), soundRate, 0),
    cheer: Array.from({ length: 5 }, (_, index) => voice(seededRandom(plan.seed + 10 + index), soundRate, 1)),
  }
  const { engine, wind, mount, microphone } = plan.world
  const [dull, bright] = [engineTable(engine.dull, engine), engineTable(engine.bright, engine)]
  const [windPass, windLowerPass] = [0.045 * wind.brightness, 0.02 * wind.brightness]
  const record = recorder(microphone, soundRate)
  const company = companySound(plan.company, soundRate)
  let [phase, windLow, windLower, groundLow, groundBand, splashLow, clatter, thump, thumpPhase, shown] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]
  let before: Levels | undefined
  for (let second = 0; second < plan.durationSeconds; second++) {
    const rows = Math.round(Math.min(1, plan.durationSeconds - second) * motionHz)
    const block = new Float32Array(rows * perRow)
    for (let step = 0; step < rows; step++) {
      const time = second + step / motionHz
      while (shown + 1 < plan.shots.length && time >= plan.shots[shown + 1]!.start) shown++
      const [shot, motion] = [plan.shots[shown]!, motions[shown]!]
      const row = Math.min(motion.count - 1, Math.round((time - motion.start) * motionHz))
      const levels = levelsAt(plan.world, shot, motion, row, time)
      const from = before ?? levels
      before = levels
      const hit = Math.max(motion.thump[row]!, 0)
      const knock = Math.max(0, Math.abs(motion.accelY[row]!) - 1)
      if (hit > thump) thump = hit
      if (knock > clatter) clatter = Math.min(1.2, knock)
      if (hit * 0.22 > clatter) clatter = hit * 0.22
      for (let sample = 0; sample < perRow; sample++) {
        const part = sample / perRow
        const at = (level: keyof Levels) => from[level] + (levels[level] - from[level]) * part
        const noise = random.next() * 2 - 1
        phase = (phase + at('firing') / soundRate) % 1
        const place = (phase * tableSize) | 0
        const load = at('load')
        const stroke = dull[place]! + (bright[place]! - dull[place]!) * load
        let mixed = at('engine') * (stroke + 0.22 * load * noise * (1 - phase))

        windLow += windPass * (noise - windLow)
        windLower += windLowerPass * (windLow - windLower)
        mixed += at('wind') * 5.5 * (windLow * 0.55 + windLower)
        groundLow += 0.14 * (noise - groundLow)
        groundBand += 0.03 * (groundLow - groundBand)
        mixed += at('ground') * 4 * (groundLow - groundBand)
        splashLow += 0.3 * (noise - splashLow)
        mixed += at('splash') * 0.42 * (noise - splashLow * 0.7)

        thumpPhase += (46 + 26 * thump) / soundRate
        mixed +=
          clamp(mount.heard * thump * 0.2, 0, 0.8) * Math.sin(2 * Math.PI * thumpPhase) +
          mount.heard * clatter * 0.5 * (groundLow * 0.8 + noise * 0.25)
        thump *= 1 - 1 / (0.11 * soundRate)
        clatter *= 1 - 1 / (0.05 * soundRate)
        if (at('talk') > 0.01) mixed += at('talk') * 0.32 * voices.talk()
        const cheer = at('cheer')
        if (cheer > 0.01) {
          let crowd = 0.1 * (noise - groundLow)
          for (const one of voices.cheer) crowd += 0.19 * one()
          mixed += cheer * crowd
        }
        mixed += company(time + sample / soundRate)
        block[step * perRow + sample] = record(mixed)
      }
    }
    yield block
  }
}

/** Writes a ride's sound as raw 16-bit little-endian mono. */
export async function writeSound(ride: Ride, path: string): Promise<void> {
  await using file = await open(path, 'w')
  for (const block of rideSound(ride)) {
    const whole = Int16Array.from(block, value => Math.round(value * 32000))
    await file.write(new Uint8Array(whole.buffer))
  }
}

/** Automatic gain and clipping of a camera's sound: maps a sample to its recorded value, −1 to 1. */
export function recorder({ gain, control, clip }: Microphone, rate: number): (sample: number) => number {
  if (!control) return sample => clamp(Math.tanh(sample * 1.15 * gain), -clip, clip)
  const [down, up] = [1 / (control.down * rate), 1 / (control.up * rate)]
  let level = control.level
  return sample => {
    const loud = Math.abs(sample) * gain
    level += (loud - level) * (loud > level ? down : up)
    // The mean of rectified sound: peaks are two to three times higher.
    const turned = gain * clamp((0.5 * control.level) / Math.max(level, 1e-6), 1 / control.most, control.most)
    return clamp(Math.tanh(sample * 1.15 * turned), -clip, clip)
  }
}
