export const texts = {
  text: 'The image people see before they press play. We use the best frame of your best highlight unless you choose another.',
  frame: 'Use this frame as cover',
  frameBusy: 'Saving the cover…',
  frameHint: 'Pause the player at the moment you want, then press “Use this frame as cover”.',
  upload: 'Upload an image',
  uploading: 'Uploading…',
  limits: 'JPEG, PNG or WebP, up to 10 MB.',
  automatic: 'Use the suggested frame',
  approved:
    "This video is approved. If you change its cover, our reviewers check it again before it's published.",
  published: "This video is published, so its cover can't be changed.",
  done: { title: 'Cover changed', description: 'This is the image people see before they press play.' },
  doneAgain: {
    title: 'Cover changed',
    description: "Our reviewers will check your video again before it's published.",
  },
  failed: "Couldn't change the cover",
  tooLarge: { title: 'Image too large', description: 'Choose an image up to 10 MB.' },
  noConnection: 'Check your connection and try again.',
} as const
