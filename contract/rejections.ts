/** Why staff reject a video: each has a label and a sentence for its rider in the catalogs, at `rejections`. */
export const rejectionReasons = [
  'quality',
  'nothing_happens',
  'unsafe',
  'privacy',
  'rights',
  'duplicate',
  'off_topic',
  'other',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** How long a decision can be undone. Its email waits that long. */
export const undoSeconds = 300

/** How long a released video's posts wait before the first is sent, so that a slip can be undone. */
export const publishUndoSeconds = 10

/** How often a browser reports which video it has open; after three missed reports, the person counts as gone. */
export const presenceEverySeconds = 10

/** Shortest length of a trimmed highlight. */
export const shortestHighlightSeconds = 1

/** In which order staff may see what they review: by age, or by viral potential. */
export const reviewOrders = ['oldest', 'newest', 'strongest', 'weakest'] as const
export type ReviewOrder = (typeof reviewOrders)[number]
