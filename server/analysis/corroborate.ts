import type { ViralPotential } from '#contract/analysis.ts'
import { sentences as advice } from '#sentences/advice.ts'
import { told } from '#server/core/db/told.ts'
import { clamp, mean, median, round } from './math.ts'
import { passing, stepsOf } from './ride-state.ts'
import type { RideFacts } from './types.ts'

/** From this speed (m/s) or vibration (g) on, telemetry claims a moving ride. */
const claimed = { speed: 3, vibration: 0.1 } as const
/**
 * Confirming half of the claims is enough: the picture may shake too hard, or show too much sky, for its
 * motion to be read.
 */
const enough = 0.5
/**
 * Mean luma below which a picture is too dark to show motion, and how many dB a ride is above its quietest
 * second.
 */
const dark = 24
const louder = 6

/** Whether each step of the ride's state has its share of sound above the quietest part; null without sound. */
function loudSteps({ signals, state }: RideFacts): boolean[] | null {
  const { sound } = signals
  if (!sound) return null
  const levels = Array.from({ length: state.length }, (_, i) => {
    const from = Math.floor((i / state.hz) * sound.hz)
    return mean(sound.db.subarray(from, Math.max(from + 1, Math.ceil(((i + 1) / state.hz) * sound.hz))))
  })
  const quiet = Math.min(...levels.filter(level => !Number.isNaN(level)))
  return levels.map(level => level >= quiet + louder)
}

/**
 * How far picture and sound confirm the telemetry: the share, 0 to 1, of the time in which it claims a ride
 * or found a highlight, and in which the picture moves. Where the picture is too dark, the sound decides. 1
 * when nothing is claimed.
 * @param moments what was found with the telemetry, seconds
 */
export function corroboration(facts: RideFacts, moments: readonly { start: number; end: number }[]): number {
  const { state, signals } = facts
  const asked = Array.from(
    { length: state.length },
    (_, i) => (state.speed?.[i] ?? 0) >= claimed.speed || (state.vibration?.[i] ?? 0) >= claimed.vibration,
  )
  for (const { start, end } of moments) {
    const { from, to } = stepsOf(state, start, end)
    asked.fill(true, from, to)
  }
  const loud = median(signals.picture.luma) < dark ? loudSteps(facts) : null
  let claims = 0
  let borneOut = 0
  for (const [i, claim] of asked.entries()) {
    if (!claim) continue
    claims++
    if (state.motion[i]! >= passing / 2 || loud?.[i]) borneOut++
  }
  return claims === 0 ? 1 : borneOut / claims
}

/**
 * The viral potential of a video with telemetry, with each part limited to what picture and sound show plus
 * the share they confirm. Anyone can write a telemetry file, and the score sets what a view earns.
 * @param seen the potential from picture and sound alone @param share from corroboration()
 */
export function capByPicture(full: ViralPotential, seen: ViralPotential, share: number): ViralPotential {
  const trust = round(clamp(share / enough, 0, 1), 3)
  const parts = full.parts.map(part => {
    const alone = seen.parts.find(({ name }) => name === part.name)?.value ?? 0
    const value = part.value > alone ? alone + trust * (part.value - alone) : part.value
    return { ...part, value: round(value, 3) }
  })
  const score = parts.reduce((sum, { weight, value }) => sum + weight * value, 0)
  return {
    score: round(clamp(score, 0, 1), 3),
    parts,
    seen: seen.score,
    trust,
    ...told({ doubt: trust < 1 ? advice.doubt({ moves: round(share, 3), counts: trust }) : null }),
  }
}
