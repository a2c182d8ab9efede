/** Why staff do not take a video: a short label for the list of reasons, and what its rider reads. */
export const rejectionReasons = {
  quality: {
    label: 'Picture or sound too poor',
    sentence:
      'The picture or sound is too poor to be shown: too shaky, blurred, dark or noisy. A part with a steadier, clearer picture has better chances.',
  },
  nothing_happens: {
    label: 'Too little happens',
    sentence:
      'Too little happens in this ride for a clip of its own. Send a part with a jump, a climb, water or a view.',
  },
  unsafe: {
    label: 'Dangerous or illegal riding',
    sentence:
      'It shows riding that puts people in danger or is against the law, and we do not publish that, however well it ended.',
  },
  privacy: {
    label: 'People or plates without consent',
    sentence:
      'People or license plates can be recognized who have not agreed to be shown. Blur them or cut that part out, then send the video again.',
  },
  rights: {
    label: 'Music or footage of others',
    sentence:
      'It contains music or pictures that belong to somebody else. Send it again without them, or write to us if you hold the rights.',
  },
  duplicate: {
    label: 'Already submitted',
    sentence: 'We have this ride already. There is nothing to do: the earlier one counts.',
  },
  off_topic: {
    label: 'Not an off-road ride',
    sentence: 'We could not find an off-road ride in this video, and that is all that we publish.',
  },
  other: { label: 'Another reason', sentence: 'It was not selected this time.' },
} as const
export type RejectionReason = keyof typeof rejectionReasons

/** A decision can be taken back this long, and its mail waits as long. */
export const undoSeconds = 300

/** Staff who have a video open say so this often; after three silent turns they are taken to have left. */
export const presenceEverySeconds = 10

/** A highlight that is trimmed keeps at least this much. */
export const shortestHighlightSeconds = 1
