import type { Evidence, EvidenceSource } from '#contract/analysis.ts'

/** Which witnesses the file has at all. */
export interface Witnesses {
  imu: boolean
  gps: boolean
  sound: boolean
}

/** Highest raw score without telemetry or a camera tag. */
export const caps = {
  /** one witness alone, though another could have spoken */
  alone: 0.69,
  /** one witness alone, because the file has no other */
  onlyPicture: 0.74,
  /** picture and sound agree, or the moment is a view */
  agreed: 0.79,
  /** pictures left out to save time */
  reduced: 0.69,
  /** a loud moment that only camera shake goes with: talk, wind and revving are just that. Below what is shown */
  loudOnly: 0.44,
} as const

/**
 * What picture and sound keep of a fact that a sensor of the file measures better: a motion sensor feels what shakes
 * and flies, GPS knows what is fast. They confirm it then, and do not say how strong it was.
 */
const secondHand = 0.7
const felt = new Set<Evidence['type']>(['motion_burst', 'sound_burst', 'air_then_thump'])

const isSecondHand = ({ type }: Evidence, has: Witnesses) =>
  (has.imu && felt.has(type)) || (has.gps && type === 'rush')

/** What is loud, and what shakes with it, are one witness. */
const shakes = new Set<Evidence['type']>(['sound_burst', 'motion_burst'])

const measured = new Set<EvidenceSource>(['imu', 'gps', 'camera'])
/** How much another witness takes of what is missing to 1, per strength. */
const agreement = 0.2

/**
 * Score of facts that belong to one moment: the strongest, raised by the strongest of each other source. Two facts of
 * one source are one witness: a landing is as loud and as hard as its jump is long. Never falls as a fact grows.
 */
export function fuse(items: readonly Evidence[]): number {
  const bySource = new Map<EvidenceSource, number>()
  for (const { source, strength } of items)
    bySource.set(source, Math.max(strength, bySource.get(source) ?? 0))
  const [first = 0, ...others] = [...bySource.values()].sort((a, b) => b - a)
  return 1 - others.reduce((missing, strength) => missing * (1 - agreement * strength), 1 - first)
}

/** The fused score under the cap that its witnesses allow: how strong a moment is, before it is calibrated. */
export function rawScoreOf(items: readonly Evidence[], has: Witnesses, quality: 'full' | 'reduced'): number {
  const score = fuse(
    items.map(item => (isSecondHand(item, has) ? { ...item, strength: item.strength * secondHand } : item)),
  )
  if (items[0]?.type === 'sound_burst' && items.every(({ type }) => shakes.has(type)))
    return Math.min(score, caps.loudOnly)
  const sources = new Set(items.map(item => item.source))
  if ([...sources].some(source => measured.has(source))) return score
  if (quality === 'reduced') return Math.min(score, caps.reduced)
  const agreed = (sources.has('picture') && sources.has('sound')) || items[0]?.type === 'scenic'
  if (agreed) return Math.min(score, caps.agreed)
  return Math.min(score, has.sound || has.imu ? caps.alone : caps.onlyPicture)
}
