import type { Translation } from '#server/core/sentences.ts'
import type { sentences as english } from '#server/reels/sentences.ts'

export const reels = {
  beyondEnd: ({ piece }) => `La parte ${piece} se pasa del final del video.`,
  enough: ({ most }) => `Un video puede tener hasta ${most} reels. Primero elimina uno.`,
  tooLong: ({ seconds, target }) =>
    `Las partes duran ${seconds.toFixed(1)} segundos; este reel puede durar hasta ${target}. Recorta o quita algunas.`,
  changedElsewhere: 'Este reel cambió en otra ventana. Vuelve a cargarlo para ver los cambios.',
  notRendering: 'Este reel no se está generando.',
  decided: 'Nuestro equipo ya decidió sobre este reel.',
  notRendered: 'Genera este reel antes de enviarlo a revisión.',
  changedSince: 'Este reel cambió. Genéralo otra vez antes de enviarlo a revisión.',
  sayWhy: 'Dile al piloto por qué, para que pueda corregirlo.',
  changedMeanwhile: 'Este reel acaba de cambiar. Revísalo otra vez.',
  sentTitle: ({ title }) => `Un reel de “${title}” espera revisión`,
  sentMessage: 'Míralo y apruébalo, o di qué hay que cambiar.',
  notWaiting: 'Este reel no espera ninguna decisión.',
  approvedMessage: 'Nuestro equipo ya puede publicarlo.',
  approvedTitle: ({ title }) => `Aprobamos tu reel de “${title}”`,
  refusedMessage: ({ words }) => `${words} Puedes cambiarlo y enviarlo otra vez.`,
  refusedTitle: ({ title }) => `No seleccionamos tu reel de “${title}”`,
} satisfies Translation<typeof english>
