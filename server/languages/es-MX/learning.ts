import type { Translation } from '#server/core/sentences.ts'
import type { sentences as english } from '#server/learning/sentences.ts'

export const learning = {
  inUse: 'Estos pesos ya están en uso.',
  otherAnalysis:
    'Estos pesos se ajustaron para una versión anterior del análisis. Espera la siguiente propuesta.',
  overtaken:
    'Esta propuesta ya no está abierta: alguien decidió sobre ella o la reemplazó una más nueva. Revísala otra vez.',
  proposedMessage: ({ labels }) =>
    `Las decisiones sobre ${labels} momentos sugieren otros puntajes. Nada cambia hasta que decida un administrador.`,
  proposedTitle: 'Hay una propuesta de pesos del puntaje',
} satisfies Translation<typeof english>
