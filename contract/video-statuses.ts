// Plain values without schemas, so that the browser doesn't load the schema library.

export const videoStatuses = [
  'uploading',
  'processing',
  'draft',
  'pending',
  'approved',
  'rejected',
  'published',
  'failed',
] as const
export type VideoStatus = (typeof videoStatuses)[number]

/** Not playable yet. */
export const arrivingStatuses = ['uploading', 'processing'] as const satisfies readonly VideoStatus[]
/** Waiting for review. */
export const waitingStatuses = ['draft', 'pending'] as const satisfies readonly VideoStatus[]
/** Approved by staff, so it may be published. */
export const releasedStatuses = ['approved', 'published'] as const satisfies readonly VideoStatus[]

const has =
  (statuses: readonly VideoStatus[]) =>
  (status: VideoStatus): boolean =>
    statuses.includes(status)
export const isArriving = has(arrivingStatuses)
export const isWaitingForReview = has(waitingStatuses)
export const isReleased = has(releasedStatuses)
