import { catalog } from '#server/core/sentences.ts'

/** What people read about clips of highlights and reels. */
export const sentences = catalog('clips', {
  notAnalyzed: "The AI analysis of this video isn't finished yet.",
  noGauges: 'This video has no telemetry that gauges could show.',
  noGlyph: ({ sign }: { sign: string }) => `The title card can't show “${sign}”.`,
  notReady: "This video isn't ready yet.",
  renderFailed: "We couldn't render the clip. Ask for it again; if it keeps failing, contact us.",
})
