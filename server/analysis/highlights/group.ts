import type { Evidence } from '#contract/analysis.ts'
import { shotAt } from '../cuts/index.ts'
import type { Shot } from '../types.ts'
import { containment, overlap, type Window, windowOf } from './boundaries.ts'

/** The evidence of one highlight; the lead names it and sets its bounds. */
export interface Moment {
  lead: Evidence
  items: Evidence[]
  window: Window
}

const bySensor = new Set<Evidence['source']>(['imu', 'gps'])
/** These say that something was strong, but not what. */
const vague = new Set<Evidence['type']>(['motion_burst', 'sound_burst', 'camera_tag'])
/**
 * Sensors locate bounds better than picture and sound, and specific evidence better than a mere burst, so
 * they lead even when slightly weaker.
 */
const advantage = { sensor: 0.25, shape: 0.2 }
/** A landing belongs to its jump, which names the highlight. */
const followsJump = 0.5
const belongs = 0.5
/** Seconds that have to be left of a view beside what the sensors measure in it. */
const leastView = 3

const rank = (item: Evidence) =>
  item.strength +
  (bySensor.has(item.source) ? advantage.sensor : 0) +
  (vague.has(item.type) ? 0 : advantage.shape) +
  (item.type === 'hard_landing' ? -followsJump : 0)

const lengthOf = ({ start, end }: Window) => end - start

/** The longer part of a window before or after another. */
function besides({ start, end }: Window, other: Window): Window {
  const [before, after] = [
    { start, end: Math.min(end, other.start) },
    { start: Math.max(start, other.end), end },
  ]
  return lengthOf(after) > lengthOf(before) ? after : before
}

/** Groups evidence that overlaps in time around the strongest. Nothing is grouped across a cut. */
export function groupEvidence(evidence: readonly Evidence[], shots: readonly Shot[]): Moment[] {
  const moments: Moment[] = []
  for (const item of evidence.toSorted((a, b) => rank(b) - rank(a) || a.core - b.core)) {
    const window = windowOf(item, shots)
    const shot = shotAt(shots, item.core)
    const homes = moments.filter(
      moment =>
        shotAt(shots, moment.lead.core) === shot &&
        ((item.core >= moment.window.start && item.core <= moment.window.end) ||
          containment(window, moment.window) >= belongs ||
          overlap(window, moment.window) > 0.3),
    )
    // No sensor measures a view. It goes with braking for it or leaving it, and the rest is a moment of its own.
    if (item.type === 'scenic' && homes.length > 0 && homes.every(({ lead }) => bySensor.has(lead.source))) {
      const rest = homes.reduce((left, home) => besides(left, home.window), window)
      if (lengthOf(rest) >= leastView) moments.push({ lead: item, items: [item], window: rest })
    }
    const [home] = homes
    if (home) home.items.push(item)
    else moments.push({ lead: item, items: [item], window })
  }
  return moments
}
