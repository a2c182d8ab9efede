import type { Evidence } from '#contract/analysis.ts'
import { round } from '../math.ts'

/** What picture and sound suggest is rare on a ride: this many a minute of one type are believed. */
const believedPerMinute = 6
const atLeast = 8
const suggested = new Set<Evidence['source']>(['picture', 'sound'])

/**
 * Excitement is rare (Hanjalic's excitability). Music beats, gusts or a flickering picture are frequent: the
 * more there are of one type, the less each of them counts.
 */
export function discountFrequent(items: readonly Evidence[], durationSeconds: number): Evidence[] {
  const counts = new Map<string, number>()
  for (const { type, source } of items)
    if (suggested.has(source)) counts.set(type, (counts.get(type) ?? 0) + 1)
  const believed = Math.max(atLeast, (believedPerMinute * durationSeconds) / 60)
  return items.map(item => {
    const share = suggested.has(item.source) ? Math.min(1, believed / counts.get(item.type)!) : 1
    return share < 1 ? { ...item, strength: round(item.strength * share, 4) } : item
  })
}
