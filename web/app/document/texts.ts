/** What stands in index.html and the manifest, which are made at build. Imports nothing: Node reads it as it is. */
export const texts = {
  description:
    'Upload raw ride footage. Trailcut finds the moments worth watching, gets them seen and pays you. Free to join, no credit card required.',
  needsScript: 'Trailcut needs JavaScript: it plays, uploads and measures video in your browser.',
  app: 'Upload raw ride footage. Trailcut finds the moments worth watching, gets them seen and pays you.',
  upload: 'Upload',
  notifications: 'Notifications',
} as const
