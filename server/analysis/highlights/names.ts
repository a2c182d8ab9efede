import type { Highlight } from '#contract/analysis.ts'
import type { EvidenceType } from '#contract/evidence.ts'
import { sentences as names } from '#sentences/evidence.ts'
import type { Text } from '#server/core/sentences.ts'
import { texts as evidenceNames } from '#texts/evidence.ts'
import { capital } from '../texts/words.ts'

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
  scenic: ['view', 'views'],
}

/** "Fast run": just the kind of highlight. */
export const nameOf = (type: EvidenceType): string => capital(counted[type]?.[0] ?? evidenceNames[type])

/** "Jump": what a highlight is called where its description is too long. */
export const kindOf = ({ evidence: [lead], description }: Highlight): Text =>
  lead ? names[lead.type] : description

export const leadType = (highlight: Highlight): EvidenceType | undefined => highlight.evidence[0]?.type

/** The kind of highlight in the plural; null for kinds too vague to be counted. */
export const pluralOf = (type: EvidenceType | undefined): string | null =>
  (type && counted[type]?.[1]) ?? null

/** "3 jumps", "1 view": how many of each kind, most frequent first. */
export function tally(highlights: readonly Highlight[]): string[] {
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
export function shortName(highlight: Highlight): string {
  const lead = highlight.evidence[0]
  if (!lead) return highlight.description
  const measured = lead.source === 'imu' || lead.source === 'gps'
  return measured ? `${evidenceNames[lead.type]}, ${lead.text.split(',')[0]}` : evidenceNames[lead.type]
}
