import type { EvidenceSource } from '#contract/analysis.ts'
import type { Evidence } from '../types.ts'

/** The sources of evidence that the file has. */
export interface Witnesses {
  imu: boolean
  gps: boolean
  sound: boolean
}

/** Highest raw score without telemetry or a camera tag. */
export const caps = {
  /** a single source, although others were available */
  alone: 0.69,
  /** a single source, because the file has no other */
  onlyPicture: 0.74,
  /** picture and sound agree, or it is a view */
  agreed: 0.79,
  /** frames left out to save time */
  reduced: 0.69,
  /** a loud moment confirmed only by camera shake, like talk, wind and revving. Below the visible minimum */
  loudOnly: 0.44,
} as const

/**
 * The share that picture and sound keep when a sensor of the file measures the same thing better: a motion
 * sensor measures shaking and flight, GPS measures speed. They then confirm it without saying how strong it
 * was.
 */
const secondHand = 0.7
const felt = new Set<Evidence['type']>(['motion_burst', 'sound_burst', 'air_then_thump'])

const isSecondHand = ({ type }: Evidence, has: Witnesses) =>
  (has.imu && felt.has(type)) || (has.gps && type === 'rush')

/** Loudness, the rush of wind and wheels, and the shaking that goes with them are one source. */
const shakes = new Set<Evidence['type']>(['sound_burst', 'motion_burst', 'rush'])

/** A view can't be heard, and a landing is only found where picture and sound fit together. */
const agreesAlone = new Set<Evidence['type']>(['scenic', 'air_then_thump'])

const measured = new Set<EvidenceSource>(['imu', 'gps', 'camera'])
/**
 * How much of the difference to 1 another source adds, per strength. It adds certainty rather than intensity, so
 * little.
 */
const agreement = 0.1

/**
 * Score of one highlight's evidence: the strongest, raised by the strongest from each other source. Two
 * pieces of evidence from one source count once: a landing is as loud and as hard as its jump is long. Never
 * falls as evidence grows.
 */
export function fuse(items: readonly Evidence[]): number {
  const bySource = new Map<EvidenceSource, number>()
  for (const { source, strength } of items)
    bySource.set(source, Math.max(strength, bySource.get(source) ?? 0))
  const [first = 0, ...others] = [...bySource.values()].sort((a, b) => b - a)
  return 1 - others.reduce((missing, strength) => missing * (1 - agreement * strength), 1 - first)
}

/** The combined score below the cap that its sources allow: a highlight's strength, before calibration. */
export function rawScoreOf(items: readonly Evidence[], has: Witnesses, quality: 'full' | 'reduced'): number {
  const score = fuse(
    items.map(item => (isSecondHand(item, has) ? { ...item, strength: item.strength * secondHand } : item)),
  )
  if (items[0]?.type === 'sound_burst' && items.every(({ type }) => shakes.has(type)))
    return Math.min(score, caps.loudOnly)
  const sources = new Set(items.map(item => item.source))
  if ([...sources].some(source => measured.has(source))) return score
  if (quality === 'reduced') return Math.min(score, caps.reduced)
  const agreed = (sources.has('picture') && sources.has('sound')) || agreesAlone.has(items[0]!.type)
  if (agreed) return Math.min(score, caps.agreed)
  return Math.min(score, has.sound || has.imu ? caps.alone : caps.onlyPicture)
}
