/** What the browser needs of publishing, without schemas. */
export * from '../platforms/index.ts'

export const publicationStates = [
  'scheduled',
  'queued',
  'uploading',
  'processing',
  'published',
  'failed',
  'unknown',
  'cancelled',
] as const
export type PublicationState = (typeof publicationStates)[number]
/** Planned; nothing has been sent to the platform. */
export const plannedStates = ['scheduled', 'queued'] as const satisfies readonly PublicationState[]
/** The platform has part of it, or may have. */
export const underWayStates = [
  'uploading',
  'processing',
  'unknown',
] as const satisfies readonly PublicationState[]
/** Not finished yet. */
export const unfinishedStates = [...plannedStates, ...underWayStates] as const

/** Why counts of a post are on hold: see `server/publishing/figures/plausible.ts`. */
export const heldReasons = ['drop', 'jump', 'ratio'] as const
export type HeldReason = (typeof heldReasons)[number]
/** held: waiting. accepted: they count. dismissed: they don't. passed: later counts were plausible. */
export const heldStates = ['held', 'accepted', 'dismissed', 'passed'] as const
export type HeldState = (typeof heldStates)[number]

export const pollSeconds = { queue: 30, insights: 60, analytics: 300 } as const
export const calendarEntriesShown = 14
export const analyticsEntriesShown = 5
