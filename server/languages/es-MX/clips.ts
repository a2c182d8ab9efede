import type { sentences as english } from '#server/clips/sentences.ts'
import type { Translation } from '#server/core/sentences.ts'

export const clips = {
  notAnalyzed: 'El análisis con IA de este video todavía no termina.',
  noGauges: 'Este video no tiene telemetría que mostrar en los indicadores.',
  noGlyph: ({ sign }) => `La tarjeta de título no puede mostrar “${sign}”.`,
  notReady: 'Este video todavía no está listo.',
  renderFailed: 'No pudimos generar el clip. Pídelo otra vez; si sigue fallando, escríbenos.',
} satisfies Translation<typeof english>
