import type { GaugeTheme } from '#contract/gauges/themes.ts'
import type { ClipRequest } from './clip.ts'

export const texts = {
  preview: 'Preview',
  close: 'Close preview',
  format: 'Format',
  formats: { wide: 'Wide', vertical: 'Vertical' } satisfies Record<ClipRequest['format'], string>,
  gauges: 'Gauges',
  themes: { none: 'No gauges', trail: 'Trail', dash: 'Dash', paper: 'Paper' } satisfies Record<
    'none' | GaugeTheme,
    string
  >,
  gaugesOver: 'Preview of the gauges',
  burnIn: 'Render with gauges',
  noGauges:
    'This ride has no telemetry that gauges could show. Analyze it again if you added telemetry since.',
  queued: 'Waiting to render',
  rendering: 'Rendering clip',
  failed: "Couldn't render the clip",
  failedOtherwise: "Couldn't reach the server. Check your connection and try again.",
  retry: 'Try again',
  download: 'Download',
  clipOf: (what: string) => `Clip: ${what}`,
} as const
