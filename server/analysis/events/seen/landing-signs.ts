import { clamp, median, quantile } from '../../math.ts'
import type { SeenRide, SoundLevels } from '../../types.ts'
import { localMedian } from '../heard/sound-levels.ts'
import type { Candidate } from './likelihood.ts'
import { seenBetween } from './seen-ride.ts'
import { airtimeBefore, calmIn, kickAt, ratioOf, trueShaking, usualNod } from './takeoffs.ts'

/**
 * What picture and sound show of a landing. A jump has a rhythm: the ground shakes the camera, in the air hardly
 * anything does, then everything jolts and thumps at once. Each value is relative to the moments before, so that
 * mount, engine, wind and volume don't matter; 0 means that nothing is seen or heard.
 */
export type LandingSigns = {
  /** shaking after the landing over shaking before it, log */
  jolt: number
  /** rise of the lows at the landing, tens of dB, above what is usual for jolts of this ride */
  thump: number
  /** rise of what lies above 1 kHz, tens of dB */
  wheels: number
  /** turn up at takeoff and down at the landing, times the usual, above what is usual for jolts of this ride */
  kick: number
  /** jolt and thump at once: the geometric mean of both */
  together: number
  /** drop of the horizon in the air, in usual ones; negative where it rises */
  nod: number
  /** shaking on the ground over shaking in the air, log */
  calm: number
}

/** Ends with the landing; its value is the airtime in seconds. */
export type Landing = Candidate & { signs: LandingSigns }

/** Seconds. */
const around = { before: 0.45, edge: 0.1, after: 0.35, apart: 0.6 }
/** Seconds from the landing: before the ramp, in the air, and after. */
const nod = {
  windows: [
    [-3.2, -2],
    [-1.8, 0.05],
    [0.35, 1.2],
  ],
  top: 0.85,
} as const
/** A jolt by this factor, or a thump by this many dB, may be a landing. */
const candidate = { jolt: 1.5, thump: 5 }
/** Change of level that weighs as much as e times the shaking, dB. */
const loud = 10
/** Jolts of a ride that say what is usual. */
const enough = 20
const most = { nod: 3, jolt: 2.5, thump: 2, wheels: 1.5, kick: 4, calm: 2 }

interface Heard {
  levels: SoundLevels
  low: (frame: number) => number
  rush: (frame: number) => number
}

const hear = (levels: SoundLevels): Heard => ({
  levels,
  low: localMedian(levels.low, levels.hz, 3),
  rush: localMedian(levels.rush, levels.hz, 3),
})

/** The largest rise of a band above its usual level between two times, dB; 0 without one. */
function rise({ levels, low, rush }: Heard, band: 'low' | 'rush', from: number, to: number): number {
  const level = levels[band]
  const usual = band === 'low' ? low : rush
  let largest = 0
  for (
    let i = Math.max(0, Math.round(from * levels.hz));
    i < Math.min(level.length, Math.round(to * levels.hz));
    i++
  )
    largest = Math.max(largest, level[i]! - usual(i))
  return largest
}

function joltAt(seen: SeenRide, time: number): number {
  const before = median(seenBetween(seen, seen.shake, time - around.before, time - around.edge))
  const after = quantile(seenBetween(seen, seen.shake, time, time + around.after), 0.9)
  return ratioOf(after, trueShaking(seen, before))
}

/**
 * How far the horizon drops during a jump: the ramp lifts the nose, the landing puts it back. A bump or a hill does only
 * half of it within these seconds.
 */
function nodAt(seen: SeenRide, landing: number): number {
  const [before, during, after] = nod.windows.map(([from, to]) =>
    seenBetween(seen, seen.drop, landing + from, landing + to),
  ) as [Float32Array, Float32Array, Float32Array]
  const dropped = quantile(during, nod.top) - Math.max(median(before), median(after))
  return Number.isNaN(dropped) ? 0 : dropped / usualNod
}

function landingAt(seen: SeenRide, heard: Heard | null, time: number): Landing {
  const airtime = airtimeBefore(seen, heard?.levels ?? null, time)
  const window = [time - around.edge, time + around.after] as const
  return {
    ...{ start: time - airtime, end: time, core: time, value: airtime },
    signs: {
      jolt: clamp(joltAt(seen, time), 0, most.jolt),
      thump: heard ? clamp(rise(heard, 'low', ...window) / loud, 0, most.thump) : 0,
      wheels: heard ? clamp(rise(heard, 'rush', ...window) / loud, 0, most.wheels) : 0,
      kick: clamp(Math.abs(kickAt(seen, time - airtime)) + Math.abs(kickAt(seen, time)), 0, most.kick),
      calm: clamp(calmIn(seen, time, airtime), 0, most.calm),
      nod: clamp(nodAt(seen, time), -1, most.nod),
      together: 0,
    },
  }
}

/** Frames at which picture or sound jolt the most within half a second. */
function jolts(seen: SeenRide, heard: Heard | null): number[] {
  const strength = Float32Array.from({ length: seen.length }, (_, i) => {
    const time = i / seen.hz
    const jolt = joltAt(seen, time)
    const thump = heard ? rise(heard, 'low', time - around.edge, time + around.after / 2) : 0
    return jolt >= Math.log(candidate.jolt) || thump >= candidate.thump ? jolt + thump / loud : 0
  })
  const reach = Math.round(around.apart * seen.hz)
  const isPeak = (i: number) => {
    for (let k = Math.max(0, i - reach); k < Math.min(seen.length, i + reach); k++)
      if (strength[k]! > strength[i]! || (strength[k] === strength[i] && k < i)) return false
    return strength[i]! > 0
  }
  return Array.from(strength.keys()).filter(isPeak)
}

/**
 * Every moment of a ride at which picture or sound jolt, with its signs of a landing. What a ride's jolts have in
 * common, such as a beat of music or loose parts, is taken off.
 */
export function landingSigns(seen: SeenRide, levels: SoundLevels | null): Landing[] {
  const heard = levels && hear(levels)
  const found = jolts(seen, heard).map(frame => landingAt(seen, heard, frame / seen.hz))
  // A few jolts don't say what is usual: the rest count as none.
  const rest = Array<number>(Math.max(0, enough - found.length)).fill(0)
  const usual = (sign: 'thump' | 'kick' | 'wheels') =>
    median([...found.map(({ signs }) => signs[sign]), ...rest])
  const [thumps, kicks, wheels] = [usual('thump'), usual('kick'), usual('wheels')]
  return found.map(({ signs, ...landing }) => {
    const thump = Math.max(0, signs.thump - thumps)
    const together = Math.sqrt(signs.jolt * thump)
    return {
      ...landing,
      signs: {
        ...signs,
        thump,
        kick: Math.max(0, signs.kick - kicks),
        wheels: Math.max(0, signs.wheels - wheels),
        together,
      },
    }
  })
}
