// Plain values, apart from the schemas, so that the browser takes them without the schema library.

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

/** On its way to being playable. */
export const arrivingStatuses = ['uploading', 'processing'] as const satisfies readonly VideoStatus[]
/** Waits for staff's review. */
export const waitingStatuses = ['draft', 'pending'] as const satisfies readonly VideoStatus[]
/** Staff have approved it, so that it may go out. */
export const releasedStatuses = ['approved', 'published'] as const satisfies readonly VideoStatus[]

const has =
  (statuses: readonly VideoStatus[]) =>
  (status: VideoStatus): boolean =>
    statuses.includes(status)
export const isArriving = has(arrivingStatuses)
export const isWaitingForReview = has(waitingStatuses)
export const isReleased = has(releasedStatuses)
