import type { sentences as english } from '#server/learning/sentences.ts'
import type { Translation } from '#server/platform/sentences.ts'

export const learning = {
  inUse: 'Estos pesos ya están en uso.',
  otherAnalysis:
    'Estos pesos se ajustaron para una versión anterior del análisis. Espera la siguiente propuesta.',
  overtaken:
    'Esta propuesta ya no está abierta: alguien decidió sobre ella o la reemplazó una más nueva. Revísala otra vez.',
} satisfies Translation<typeof english>
