import type { Evidence, EvidenceSource } from '#contract/analysis.ts'

/** Which witnesses the file has at all. */
export interface Witnesses {
  imu: boolean
  gps: boolean
  sound: boolean
}

/** Highest score without telemetry or a camera tag. Clips for a compilation need more than 0.7, premium 0.8. */
export const caps = {
  /** one witness alone, though another could have spoken */
  alone: 0.69,
  /** one witness alone, because the file has no other */
  onlyPicture: 0.74,
  /** picture and sound agree, or the moment is a view */
  agreed: 0.79,
  /** pictures left out to save time */
  reduced: 0.69,
} as const

/** What a burst of motion or sound keeps of its score when a motion sensor was there and felt nothing. */
const unfelt = 0.7
const bursts = new Set<Evidence['type']>(['motion_burst', 'sound_burst', 'rush'])

const measured = new Set<EvidenceSource>(['imu', 'gps', 'camera'])
const otherSource = 0.2
const sameSource = 0.1

/**
 * Score of facts that belong to one moment: the strongest one, raised by what other witnesses say (20 % of their
 * strength of what is missing to 1) and a little by further facts of the same witness. Never falls as a fact grows.
 */
export function fuse(items: readonly Evidence[]): number {
  const ranked = items.toSorted((a, b) => b.strength - a.strength)
  const [first, ...rest] = ranked
  if (!first) return 0
  const heard = new Set<EvidenceSource>([first.source])
  let missing = 1 - first.strength
  for (const item of rest) {
    missing *= 1 - (heard.has(item.source) ? sameSource : otherSource) * item.strength
    heard.add(item.source)
  }
  return 1 - missing
}

/** The fused score under the cap that its witnesses allow. */
export function scoreOf(items: readonly Evidence[], has: Witnesses, quality: 'full' | 'reduced'): number {
  const score = fuse(items)
  const sources = new Set(items.map(item => item.source))
  if ([...sources].some(source => measured.has(source))) return score
  if (has.imu && items.every(item => bursts.has(item.type))) return score * unfelt
  if (quality === 'reduced') return Math.min(score, caps.reduced)
  const agreed = (sources.has('picture') && sources.has('sound')) || items[0]?.type === 'scenic'
  if (agreed) return Math.min(score, caps.agreed)
  return Math.min(score, has.sound || has.imu ? caps.alone : caps.onlyPicture)
}
