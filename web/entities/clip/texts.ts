import type { ClipRequest } from './clip.ts'

export const texts = {
  preview: 'Preview',
  close: 'Close preview',
  format: 'Format',
  formats: { wide: 'Wide', vertical: 'Vertical' } satisfies Record<ClipRequest['format'], string>,
  queued: 'Waiting to render',
  rendering: 'Rendering clip',
  failed: "Couldn't render the clip",
  failedOtherwise: "Couldn't reach the server. Check your connection and try again.",
  retry: 'Try again',
  download: 'Download',
  clipOf: (what: string) => `Clip: ${what}`,
} as const
