/** Names of highlights, from what was measured. No tricks are named here. */
export const evidenceNames = {
  jump: 'Jump',
  hard_landing: 'Hard landing',
  impact: 'Hit',
  rollover: 'Crash',
  rotation: 'Rotation',
  sharp_turn: 'Sharp turn',
  hard_braking: 'Hard braking',
  slowing: 'Braking',
  acceleration: 'Hard acceleration',
  speed: 'Speed',
  rough_ground: 'Rough ground',
  climb: 'Climb',
  descent: 'Descent',
  cheer: 'Voices',
  motion_burst: 'Fast motion',
  sound_burst: 'Loud moment',
  air_then_thump: 'Likely jump',
  rush: 'Rush',
  splash: 'Spray',
  scenic: 'Scenic view',
  camera_tag: 'Camera tag',
  label: 'Label',
} as const
export type EvidenceType = keyof typeof evidenceNames
export const evidenceTypes = Object.keys(evidenceNames) as EvidenceType[]
