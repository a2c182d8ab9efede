import type { Evidence, EvidenceType } from '#contract/analysis.ts'

/** What a moment is called. Only what was measured: no trick has a name here. */
export const labels: Record<EvidenceType, string> = {
  jump: 'Jump',
  hard_landing: 'Hard landing',
  impact: 'Hit',
  rollover: 'Roll-over',
  rotation: 'Rotation',
  sharp_turn: 'Sharp turn',
  hard_braking: 'Hard braking',
  acceleration: 'Hard acceleration',
  speed: 'Speed',
  rough_ground: 'Rough ground',
  climb: 'Climb',
  descent: 'Descent',
  cheer: 'Voices',
  motion_burst: 'Fast motion',
  sound_burst: 'Loud moment',
  air_then_thump: 'Air and thump',
  rush: 'Rushing sound',
  splash: 'Spray',
  scenic: 'Scenic view',
  camera_tag: 'Camera tag',
}

const factsShown = 3

/** "Jump: 1.2 s of airtime, 62 km/h at take-off, landing at 4.1 g", from the lead and the strongest other facts. */
export function headline(lead: Evidence, items: readonly Evidence[]): string {
  const seen = new Set<EvidenceType>([lead.type])
  const others = items
    .toSorted((a, b) => b.strength - a.strength)
    .filter(item => !seen.has(item.type) && seen.add(item.type))
  const texts = [lead, ...others].slice(0, factsShown).map(item => item.text)
  return `${labels[lead.type]}: ${texts.join(', ')}`
}
