import { round } from './math.ts'
import type { Evidence, RideFacts } from './types.ts'

const types = (...names: Evidence['type'][]): ReadonlySet<Evidence['type']> => new Set(names)

/** A jump that only picture or sound suggest is close to one that a motion sensor measured, seconds. */
const sameJump = 0.5

/** If a motion sensor measured no flight there was none, whatever it looked and sounded like. */
const isFelt = (item: Evidence, found: readonly Evidence[], { telemetry }: RideFacts) =>
  item.type !== 'air_then_thump' ||
  !telemetry?.series.has('ACCL') ||
  found.some(({ type, core }) => type === 'jump' && Math.abs(core - item.core) < sameJump)

const named = types('splash', 'cheer')

/** Whether spray or voices make up at least half of a section of noise. */
const isNamed = (item: Evidence, found: readonly Evidence[]) =>
  item.type === 'rush' &&
  found.some(
    ({ type, start, end }) =>
      named.has(type) && Math.min(end, item.end) - Math.max(start, item.start) >= (item.end - item.start) / 2,
  )

const runs = types('speed', 'fast_stretch')
const brakes = types('hard_braking', 'slowing')
/**
 * A fast section ended by a hard brake within this many seconds is the approach to it, unless it is stronger
 * by this.
 */
const runUp = { seconds: 1, stronger: 0.1 }

/** Whether a fast section is just the approach to a hard brake, which includes its speed as well. */
const isRunUp = (item: Evidence, found: readonly Evidence[]) =>
  runs.has(item.type) &&
  found.some(
    ({ type, source, start, end, strength }) =>
      brakes.has(type) &&
      source === item.source &&
      end > item.core &&
      start < item.end + runUp.seconds &&
      item.strength < strength + runUp.stronger,
  )

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

/** Evidence as strong as it is beside all the other of a ride, in time order. */
export function weigh(found: readonly Evidence[], facts: RideFacts): Evidence[] {
  const standing = found.filter(
    item => isFelt(item, found, facts) && !isNamed(item, found) && !isRunUp(item, found),
  )
  return discountFrequent(standing, facts.durationSeconds)
    .filter(item => item.strength > 0)
    .sort((a, b) => a.core - b.core || b.strength - a.strength)
}
