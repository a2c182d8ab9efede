import type { sentences as english } from '#server/chapters/sentences.ts'
import type { Translation } from '#server/core/sentences.ts'

export const chapters = {
  alreadyJoined: 'Estas partes ya están unidas.',
  alreadyOut: ({ title }) =>
    `“${title}” ya está publicado o programado. La misma grabación no puede generar ingresos dos veces, así que estas partes no se pueden unir.`,
  budgetSpent: 'Hoy ya uniste todas las grabaciones que puedes unir en un día. Inténtalo mañana.',
  changed: 'Las partes de esta grabación cambiaron. Revísalas otra vez y luego únelas.',
  couldNotJoin:
    'No pudimos unir las partes y ya avisamos a nuestro equipo. Las partes no cambiaron. Elimina este video e inténtalo de nuevo.',
  differentSettings: ({ fileName }) =>
    `${fileName} se grabó con otra cámara o con otros ajustes que la parte anterior, así que no se pueden unir.`,
  missing: ({ fileName }) => `Falta ${fileName}. Súbelo y luego une todas las partes de la grabación.`,
  notOneRecording: 'Estos videos no son partes de una misma grabación.',
  notReady: ({ fileName }) => `${fileName} todavía no está listo. Podrás unir las partes cuando lo esté.`,
  outElsewhere: ({ title }) =>
    `“${title}” muestra la misma grabación y ya está publicado o programado. La misma grabación no puede generar ingresos dos veces.`,
  partGone: 'Se eliminó una de las partes antes de unirlas. Elimina este video y luego une las demás partes.',
  timesApart: ({ fileName }) =>
    `${fileName} no se grabó justo después de la parte anterior, así que es de otra grabación.`,
  tooLarge: ({ megabytes }) =>
    `Juntas, las partes pesan más de ${megabytes} MB, lo máximo para un solo video.`,
  tooLong: ({ minutes }) =>
    `Juntas, las partes duran más de ${minutes} minutos, lo máximo para un solo video.`,
  twice: ({ fileName }) =>
    `Subiste dos archivos distintos llamados ${fileName}. Elimina el que no corresponde y luego une las partes.`,
  wrongOrder: 'Las partes deben ir en el orden en que las grabó la cámara, sin que falte ninguna.',
} satisfies Translation<typeof english>
