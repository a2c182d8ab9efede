import type { EvidenceType } from '#contract/evidence.ts'
import { sentences as names } from '#sentences/evidence.ts'
import { sentences as measured } from '#sentences/measured.ts'
import { fromStored, type InWords, type Sentence, type Text } from '#server/core/sentences.ts'
import { texts as evidenceNames } from '#texts/evidence.ts'
import { capital } from '../texts/words.ts'
import type { Evidence, Highlight } from '../types.ts'

const counted: Partial<Record<EvidenceType, [one: string, many: string]>> = {
  jump: ['jump', 'jumps'],
  impact: ['hit', 'hits'],
  rollover: ['crash', 'crashes'],
  rotation: ['rotation', 'rotations'],
  sharp_turn: ['sharp turn', 'sharp turns'],
  hard_braking: ['hard stop', 'hard stops'],
  slowing: ['stop', 'stops'],
  acceleration: ['hard launch', 'hard launches'],
  speed: ['fast run', 'fast runs'],
  rough_ground: ['rough section', 'rough sections'],
  fast_stretch: ['fast stretch', 'fast stretches'],
  swing: ['turn', 'turns'],
  shaken_picture: ['rough stretch', 'rough stretches'],
  seen_climb: ['uphill stretch', 'uphill stretches'],
  seen_descent: ['downhill stretch', 'downhill stretches'],
  climb: ['steep climb', 'steep climbs'],
  descent: ['steep descent', 'steep descents'],
  air_then_thump: ['likely jump', 'likely jumps'],
  scenic: ['scenic view', 'scenic views'],
}

/** "Fast run": just the kind of highlight. */
export const nameOf = (type: EvidenceType): string => capital(counted[type]?.[0] ?? evidenceNames[type])

/** "Jump": what a highlight is called where its description is too long. */
export const kindOf = ({ evidence: [lead], description }: Highlight): Text =>
  lead ? names[lead.type] : fromStored(description)

/** The kinds of a highlight's evidence, most important first. */
interface Kinds {
  evidence: readonly Pick<Evidence, 'type'>[]
}

export const leadType = ({ evidence: [lead] }: Kinds): EvidenceType | undefined => lead?.type

/** The kind of highlight in the plural; null for kinds too vague to be counted. */
export const pluralOf = (type: EvidenceType | undefined): string | null =>
  (type && counted[type]?.[1]) ?? null

/** "3 jumps", "1 scenic view": how many of each kind, most frequent first. */
export function tally(highlights: readonly Kinds[]): string[] {
  const counts = new Map<EvidenceType, number>()
  for (const highlight of highlights) {
    const type = leadType(highlight)
    if (type && counted[type]) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .map(([type, count]) => `${count} ${counted[type]![count === 1 ? 0 : 1]}`)
}

/** "Jump, 1.1 s of airtime" if a sensor measured it, otherwise just the kind. */
export function shortName(highlight: InWords<Highlight>): string {
  const lead = highlight.evidence[0]
  if (!lead) return highlight.description
  const isMeasured = lead.source === 'imu' || lead.source === 'gps'
  return isMeasured ? `${evidenceNames[lead.type]}, ${lead.text.split(',')[0]}` : evidenceNames[lead.type]
}

/** Evidence that repeats, less precisely, what the evidence on the left has measured. */
const said: Partial<Record<EvidenceType, EvidenceType[]>> = {
  jump: ['air_then_thump', 'impact', 'rough_ground', 'shaken_picture', 'sound_burst', 'motion_burst'],
  rollover: ['rotation', 'sharp_turn', 'motion_burst'],
  rotation: ['sharp_turn', 'motion_burst'],
  sharp_turn: ['swing', 'motion_burst'],
  rough_ground: ['shaken_picture', 'motion_burst'],
  swing: ['motion_burst'],
  shaken_picture: ['motion_burst', 'sound_burst'],
  climb: ['seen_climb'],
  descent: ['seen_descent'],
  fast_stretch: ['rush', 'sound_burst', 'motion_burst'],
  speed: ['fast_stretch', 'rush', 'sound_burst', 'motion_burst'],
  splash: ['rush', 'sound_burst'],
  rush: ['sound_burst'],
  air_then_thump: ['sound_burst', 'motion_burst'],
  cheer: ['sound_burst'],
}
const factsShown = 3
const sensors = new Set<Evidence['source']>(['imu', 'gps'])

/**
 * How important a piece of evidence is to a viewer: a jump's landing, sensor measurements, the rest by
 * strength.
 */
const rank = (item: Evidence) =>
  (item.type === 'hard_landing' ? 2 : 0) + (sensors.has(item.source) ? 1 : 0) + item.strength

/**
 * A highlight's evidence by importance, the lead first; the strongest of each type, because two bursts say
 * the same thing.
 */
export const byWeight = (lead: Evidence, items: readonly Evidence[]): Evidence[] =>
  [lead, ...items.filter(item => item !== lead).toSorted((a, b) => rank(b) - rank(a))].filter(
    (item, i, all) => all.findIndex(other => other.type === item.type) === i,
  )

/**
 * A highlight's evidence by importance to a viewer: the lead, a jump's landing, sensor measurements, the rest
 * by strength. Each type once, and none that only repeats another.
 */
export function evidenceToShow(lead: Evidence, items: readonly Evidence[]): Evidence[] {
  const facts = [lead]
  for (const item of items.toSorted((a, b) => rank(b) - rank(a)))
    if (!facts.some(fact => fact.type === item.type || said[fact.type]?.includes(item.type))) facts.push(item)
  return facts.slice(0, factsShown)
}

/** "Jump: 1.2 s of airtime, landing at 4.1 g, 62 km/h at takeoff" */
export function headline(lead: Evidence, items: readonly Evidence[]): Sentence {
  const facts = evidenceToShow(lead, items).map(({ text }) => fromStored(text))
  const [first = '', second = null, third = null] = facts
  return measured.headline({ name: names[lead.type], first, second, third })
}
