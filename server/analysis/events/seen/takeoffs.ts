import { z } from 'zod'
import { clamp, median } from '../../math.ts'
import type { SeenRide, SoundLevels } from '../../types.ts'
import { medianIn } from './around.ts'
import { seenBetween } from './seen-ride.ts'
import given from './takeoff-weights.json' with { type: 'json' }

/** What speaks for a takeoff at a time before a landing; 0 means that nothing is seen or heard. */
export const takeoffSigns = ['calm', 'step', 'hiss', 'nose', 'kick', 'long', 'unusual'] as const
export type TakeoffSigns = Record<(typeof takeoffSigns)[number], number>
export type TakeoffWeights = TakeoffSigns

/** A possible takeoff before a landing. */
export interface Takeoff {
  /** seconds */
  airtime: number
  signs: TakeoffSigns
}

const weights: TakeoffWeights = z.record(z.enum(takeoffSigns), z.number()).parse(given)

/** Seconds. */
const airtimes = { shortest: 0.3, longest: 2, step: 0.1 }
/** Seconds: around a takeoff or landing nothing is measured, and before and after it so much. */
const edge = 0.1
const around = { ground: 1.2, local: 0.3, heard: 0.25, kick: 0.3, ramp: 0.5 }
/** Shaking below this share of the usual is measurement noise. */
const noise = 0.1
/** Change of level that weighs as much as e times the shaking, dB. */
const loud = 10
/** How far the horizon usually drops when the ramp lifts the nose, frame heights. */
export const usualNod = 0.089

/** Logarithm of a ratio; 0 where one of the two is missing. */
export const ratioOf = (a: number, b: number) => (a > 0 && b > 0 ? Math.log(a / b) : 0)

/** Shaking that isn't just noise. */
export const trueShaking = (seen: SeenRide, shaking: number) => Math.max(shaking, noise * seen.usualShake)

/** Up and down motion around a time, relative to the usual; positive: the camera turns up. */
export function kickAt(seen: SeenRide, time: number): number {
  let sum = 0
  for (const value of seenBetween(seen, seen.tilt, time - around.kick, time + around.kick))
    if (!Number.isNaN(value)) sum += value
  return seen.usualTilt > 0 ? sum / seen.hz / (around.kick * seen.usualTilt) : 0
}

/** How much calmer the camera is in the air than on the ground before, log. */
export function calmIn(seen: SeenRide, landing: number, airtime: number): number {
  const takeoff = landing - airtime
  const ground = median(seenBetween(seen, seen.shake, takeoff - around.ground, takeoff - edge / 2))
  const air = median(seenBetween(seen, seen.shake, takeoff + edge, landing - edge))
  return ratioOf(ground, trueShaking(seen, air))
}

/** How much hiss above 4 kHz, from wheels on the ground, stops at a time, tens of dB. */
function hissLost({ hz, high }: SoundLevels, takeoff: number, landing: number): number {
  const level = (from: number, to: number) => medianIn(high, hz, from, to)
  const until = Math.min(takeoff + around.heard + edge, landing - edge / 2)
  const lost = level(takeoff - around.heard, takeoff - edge / 5) - level(takeoff + edge / 2, until)
  return Number.isNaN(lost) ? 0 : lost / loud
}

function signsAt(seen: SeenRide, levels: SoundLevels | null, landing: number, airtime: number): TakeoffSigns {
  const takeoff = landing - airtime
  const shake = (from: number, to: number) => median(seenBetween(seen, seen.shake, from, to))
  const before = shake(takeoff - around.local, takeoff)
  const after = shake(takeoff + edge, Math.min(takeoff + around.local + edge, landing - edge / 2))
  const horizon = (time: number) => median(seenBetween(seen, seen.drop, time - edge, time + edge))
  const nose = (horizon(takeoff) - horizon(takeoff - around.ramp)) / usualNod
  return {
    // The longer a contrast lasts, the less it is chance.
    calm: clamp(calmIn(seen, landing, airtime), -1, 2) * Math.sqrt(airtime),
    step: clamp(ratioOf(before, trueShaking(seen, after)), -1, 2),
    hiss: levels ? clamp(hissLost(levels, takeoff, landing), -1, 2) : 0,
    nose: Number.isNaN(nose) ? 0 : clamp(nose, -3, 3),
    kick: clamp(kickAt(seen, takeoff), -3, 3),
    long: Math.log(airtime),
    unusual: Math.log(airtime) ** 2,
  }
}

/** All possible takeoffs before a landing, by airtime. */
export function possibleTakeoffs(seen: SeenRide, levels: SoundLevels | null, landing: number): Takeoff[] {
  const count = Math.round((airtimes.longest - airtimes.shortest) / airtimes.step) + 1
  return Array.from({ length: count }, (_, i) => {
    const airtime = airtimes.shortest + i * airtimes.step
    return { airtime, signs: signsAt(seen, levels, landing, airtime) }
  })
}

/**
 * How likely each of several takeoffs is, if one of them is true: a conditional logit model (McFadden 1974,
 * "Conditional logit analysis of qualitative choice behavior").
 */
export function likelihoodsOf(takeoffs: readonly Takeoff[], by: TakeoffWeights = weights): number[] {
  const odds = takeoffs.map(({ signs }) =>
    takeoffSigns.reduce((sum, sign) => sum + by[sign] * signs[sign], 0),
  )
  const most = Math.max(...odds)
  const parts = odds.map(value => Math.exp(value - most))
  const sum = parts.reduce((total, part) => total + part, 0)
  return parts.map(part => part / sum)
}

/** The mean airtime of all possible takeoffs by how likely they are, seconds. */
export function meanAirtime(takeoffs: readonly Takeoff[], by?: TakeoffWeights): number {
  const likely = likelihoodsOf(takeoffs, by)
  return takeoffs.reduce((sum, { airtime }, i) => sum + airtime * likely[i]!, 0)
}

/** The airtime before a landing in seconds. */
export const airtimeBefore = (seen: SeenRide, levels: SoundLevels | null, landing: number): number =>
  meanAirtime(possibleTakeoffs(seen, levels, landing))
