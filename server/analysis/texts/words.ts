import type { Evidence, Scene } from '#contract/analysis.ts'
import { shortened } from '#contract/clean-text.ts'
import type { UnitSystem } from '#contract/gauges/units.ts'
import { sentences as measured } from '#sentences/measured.ts'
import { speedOf } from '../quantities.ts'

/** At most `limit` characters, cut between words. */
export const shorten = (text: string, limit: number): string =>
  shortened(text, short => short.length <= limit)

/** As many words from the front as fit into `limit` characters when joined by commas, without duplicates. */
export function fitting(words: readonly string[], limit: number): string[] {
  const chosen: string[] = []
  for (const word of new Set(words)) if ([...chosen, word].join(',').length <= limit) chosen.push(word)
  return chosen
}

/** "a, b and c" */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** Without what changes between "1 jump" and "a jump". */
const bare = (text: string) => text.toLowerCase().replace(/^(?:an?|1) /, '')

/** Those of these phrases that a text doesn't say already, so that no title says anything twice. */
export const unsaid = (phrases: readonly string[], text: string): string[] =>
  phrases.filter(phrase => !text.toLowerCase().includes(bare(phrase)))

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const places = new Set(['forest', 'desert', 'mud', 'water', 'snow', 'beach', 'night', 'town'])
const mostOf = 0.4

/** The kind of place in most of the video; null when no rule matched. */
export function placeOf(scenes: readonly Omit<Scene, 'description'>[]): string | null {
  const seconds = new Map<string, number>()
  let total = 0
  for (const { sceneType, timestamp, end } of scenes) {
    total += end - timestamp
    if (places.has(sceneType)) seconds.set(sceneType, (seconds.get(sceneType) ?? 0) + end - timestamp)
  }
  const top = [...seconds].sort((a, b) => b[1] - a[1])[0]
  return top && top[1] > total * mostOf ? top[0] : null
}

/** The ride's largest measured value as a phrase; null without telemetry. */
export function superlative(
  highlights: readonly { evidence: readonly Pick<Evidence, 'type' | 'value'>[] }[],
  units: UnitSystem = 'metric',
): string | null {
  const all = highlights.flatMap(({ evidence }) => evidence)
  const phrases = [
    ['jump', (value: number) => `${value.toFixed(1)} s of airtime`],
    ['rollover', () => 'a rollover'],
    ['speed', (value: number) => measured.speed({ speed: speedOf(value) }).in('en', units)],
    ['rotation', (value: number) => `a ${Math.round(value)}° rotation`],
    ['impact', (value: number) => `a ${value.toFixed(1)} g hit`],
    ['climb', (value: number) => `a ${Math.round(value)}% climb`],
    ['descent', (value: number) => `a ${Math.round(value)}% descent`],
    ['sharp_turn', (value: number) => `a ${Math.round(value)}° turn`],
    ['hard_braking', (value: number) => `braking at ${value.toFixed(1)} g`],
  ] as const
  for (const [type, phrase] of phrases) {
    const values = all.filter(item => item.type === type).map(({ value }) => value)
    if (values.length > 0) return phrase(Math.max(...values))
  }
  return null
}
