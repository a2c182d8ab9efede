import type { DecisionKind } from '#contract/review.ts'
import type { Translation } from '#server/core/sentences.ts'
import type { sentences as english } from '#server/review/sentences.ts'
import { rejectionIn } from './words/rejections.ts'
import { videoStatus } from './words/statuses.ts'

/** What a person did, after their name. */
const deeds: Record<DecisionKind, string> = {
  approve: 'aprobó este video',
  reject: 'rechazó este video',
  publish: 'publicó este video',
  status: 'cambió el estado de este video',
  hide: 'ocultó este video',
  unhide: 'volvió a mostrar este video',
  approve_highlight: 'aprobó un momento de este video',
  reject_highlight: 'rechazó un momento de este video',
  approve_compilation: 'aprobó un reel de este video',
  thumbnail: 'eligió una miniatura para este video',
  trim: 'recortó un momento de este video',
  metadata: 'editó el título y la descripción de este video',
  compilation: 'agregó un reel a este video',
}
/** The same, said to the person who did it. */
const ownDeeds: Record<DecisionKind, string> = {
  approve: 'Aprobaste este video',
  reject: 'Rechazaste este video',
  publish: 'Publicaste este video',
  status: 'Cambiaste el estado de este video',
  hide: 'Ocultaste este video',
  unhide: 'Volviste a mostrar este video',
  approve_highlight: 'Aprobaste un momento de este video',
  reject_highlight: 'Rechazaste un momento de este video',
  approve_compilation: 'Aprobaste un reel de este video',
  thumbnail: 'Elegiste una miniatura para este video',
  trim: 'Recortaste un momento de este video',
  metadata: 'Editaste el título y la descripción de este video',
  compilation: 'Agregaste un reel a este video',
}
const someone = 'Alguien del equipo'

export const review = {
  alreadyApprovedPart: ({ name, kind }) =>
    `${name ?? someone} ya aprobó este ${kind === 'highlight' ? 'momento' : 'reel'}.`,
  alreadyDecided: ({ name, kind }) => `${name ?? someone} ya ${deeds[kind]}.`,
  alreadyInStatus: ({ status }) => `Este video ya está así: ${videoStatus(status)}.`,
  alreadyRejectedHighlight: ({ name }) => `${name ?? someone} ya rechazó este momento.`,
  cannotPlay: 'Este video todavía no se puede reproducir. Inténtalo de nuevo en un momento.',
  changed: 'Este video cambió desde que lo abriste. Revísalo otra vez antes de decidir.',
  changedBy: ({ name, kind }) =>
    `${name ?? someone} ${deeds[kind]} mientras lo tenías abierto. Revísalo otra vez antes de decidir.`,
  changedByYou: ({ kind }) => `${ownDeeds[kind]} en otra ventana. Revísalo otra vez antes de decidir.`,
  fileBeingChecked: 'Todavía estamos revisando el archivo de este video. Inténtalo de nuevo en unos minutos.',
  hiddenMessage: 'Nuestro equipo lo está revisando. Mientras tanto, solo tú puedes verlo.',
  hiddenTitle: ({ title }) => `Se ocultó “${title}”`,
  hideInstead: ({ said }) => `${said} Mejor ocúltalo.`,
  highlightOnce: 'Un reel puede tener cada momento solo una vez.',
  highlightSelectedMessage: ({ highlight }) => `Nuestro equipo aprobó este momento: ${highlight}`,
  highlightSelectedTitle: ({ title }) => `Seleccionamos un clip de “${title}”`,
  highlightTooShort: ({ seconds }) =>
    `Un momento debe durar al menos ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
  liveMessage: 'Tu video ya está publicado. Desde ahora ganas dinero con cada vista.',
  liveTitle: ({ title, where }) => `“${title}” ya está en ${where}`,
  noHighlight: 'Uno de estos momentos ya no existe. Elige otra vez.',
  noMoment: 'El video no tiene este momento. Elige uno entre su inicio y su final.',
  notAnalyzed: 'El análisis con IA de este video todavía no termina.',
  notProcessed: ({ title }) => `“${title}” no se ha procesado, así que su estado no puede cambiar.`,
  notSelected: 'Esta vez no lo seleccionamos.',
  nothingToDecide: 'No se pudo procesar este video, así que no hay nada que decidir.',
  nothingToUndo: 'No hay nada que deshacer en este video.',
  onlyPublished: 'Solo puedes ocultar un video publicado: los demás no los puede ver nadie más.',
  onlyRejected: 'Solo puedes volver a enviar un video que no fue seleccionado.',
  pastEnd: 'Un momento debe terminar antes que el video.',
  processing: 'Este video todavía se está procesando.',
  refusedMessage: ({ problem }) => `${rejectionIn(`${problem}`)} Puedes cambiarlo y enviarlo otra vez.`,
  refusedTitle: ({ title }) => `No seleccionamos “${title}”`,
  sayWhy: 'Dile al piloto por qué, con tus palabras.',
  selectedMessage: 'Nuestro equipo lo aprobó. Te avisaremos cuando esté en línea.',
  selectedTitle: ({ title }) => `Seleccionamos tu video “${title}”`,
  shortTooLong: ({ most, seconds }) =>
    `Un short puede durar hasta ${most} segundos; estos momentos duran ${seconds}.`,
  someone,
  tooLateToUndo: 'Ya es tarde para deshacerlo: le avisamos al piloto. Toma una nueva decisión.',
  undoOthers: 'Otra persona tomó la última decisión. Toma una nueva.',
} satisfies Translation<typeof english>
