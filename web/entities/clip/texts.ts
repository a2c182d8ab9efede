import type { Clip } from '#contract/clips.ts'

export const texts = {
  preview: 'Preview',
  close: 'Close preview',
  format: 'Format',
  formats: { wide: 'Wide', vertical: 'Upright' } satisfies Record<Clip['format'], string>,
  queued: 'Waiting for its turn',
  rendering: 'Rendering the clip',
  failed: 'The clip could not be rendered',
  failedOtherwise: 'The connection to the server failed. Check your network and try again.',
  retry: 'Try again',
  download: 'Download',
  clipOf: (what: string) => `Clip: ${what}`,
} as const
