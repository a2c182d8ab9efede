/** Why staff do not take a video: a short label for the list of reasons, and what its rider reads. */
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

/** A decision can be taken back this long, and its mail waits as long. */
export const undoSeconds = 300

/** Staff who have a video open say so this often; after three silent turns they are taken to have left. */
export const presenceEverySeconds = 10

/** A highlight that is trimmed keeps at least this much. */
export const shortestHighlightSeconds = 1
