/** Why staff reject a video: a short label for the list of reasons, and the sentence for its rider. */
export const rejectionReasons = {
  quality: {
    label: 'Poor picture or sound',
    sentence:
      "The picture or sound isn't good enough to publish: too shaky, blurry, dark or noisy. A steadier, clearer part has a better chance.",
  },
  nothing_happens: {
    label: 'Too little happens',
    sentence:
      'Too little happens in this ride for a clip. Send a part with a jump, a climb, water or a view.',
  },
  unsafe: {
    label: 'Dangerous or illegal riding',
    sentence:
      "It shows riding that puts people in danger or is against the law. We don't publish that, even when it ended well.",
  },
  privacy: {
    label: 'People or plates without consent',
    sentence:
      'It shows people or license plates without consent. Blur them or cut that part out, then send the video again.',
  },
  rights: {
    label: "Someone else's music or footage",
    sentence:
      'It contains music or footage that belongs to someone else. Send it again without it, or contact us if you own the rights.',
  },
  duplicate: {
    label: 'Already submitted',
    sentence: "We already have this ride. You don't need to do anything: the earlier one counts.",
  },
  off_topic: {
    label: 'Not an off-road ride',
    sentence: "We couldn't find an off-road ride in this video, and we only publish those.",
  },
  other: { label: 'Another reason', sentence: "It wasn't selected this time." },
} as const
export type RejectionReason = keyof typeof rejectionReasons

/** How long a decision can be undone. Its email waits that long. */
export const undoSeconds = 300

/** How often a browser reports which video it has open; after three missed reports, the person counts as gone. */
export const presenceEverySeconds = 10

/** Shortest length of a trimmed highlight. */
export const shortestHighlightSeconds = 1
