import type { Translation } from '#server/core/sentences.ts'
import type { history as english } from '#server/publishing/sentences/history.ts'
import { dayIn } from '../words/formats.ts'

export const history = {
  asksToWait: ({ platform }) => `${platform} pide esperar.`,
  bytesArrived: 'Llegó el archivo completo.',
  canGoOn: 'La subida puede continuar.',
  cancelledByStaff: 'Se canceló.',
  changedTime: ({ time }) => `Se cambió la hora a ${time}.`,
  changedWords: 'Se cambiaron los textos.',
  changedWordsAndTime: ({ time }) => `Se cambiaron los textos y la hora a ${time}.`,
  channelBack: ({ channel }) => `${channel} está conectado otra vez.`,
  channelOff: ({ channel }) => `${channel} se desconectó.`,
  clipFailed: 'No se pudo generar el clip.',
  clipRendering: 'Se está generando el clip.',
  complete: 'La publicación está completa.',
  correctionConfirmed: ({ views }) =>
    `Se confirmó la corrección a ${views} vistas: se reporta desde hace 24 horas.`,
  coverMissing: 'No se pudo poner la portada; la publicación salió sin ella.',
  deletedAccount: 'La cuenta se eliminó.',
  deletedPost: 'Se eliminó la publicación.',
  deletedVideo: 'El video se eliminó.',
  editedPost: 'Se cambiaron los textos de la publicación.',
  fileChanged: 'El archivo de este video no es el que se revisó.',
  fileGone: 'El archivo por publicar ya no existe.',
  fileNotPrepared:
    'No se pudo preparar el video para la plataforma. Elige Reintentar para intentarlo otra vez.',
  filePreparing: 'Se está preparando el video.',
  foundThere: 'Se encontró en la plataforma.',
  goneThere: 'La publicación ya no está en la plataforma.',
  hidVideo: 'Nuestro equipo ocultó este video.',
  madePrivate: 'La publicación se hizo privada.',
  madePublic: 'La publicación se hizo pública otra vez.',
  noChannelAnyMore: 'El canal ya no está conectado.',
  notAccepted: 'Quien lo subió todavía no acepta este video.',
  notProcessed: 'No se pudo procesar el video.',
  notReady: 'El video todavía no está listo.',
  notThereYet: 'Todavía no está ahí. Lo revisaremos otra vez.',
  onHold: ({ channel }) => `En espera: ${channel} se desconectó. Sale cuando el canal se conecte otra vez.`,
  opens: ({ where }) => `Abre la subida en ${where}.`,
  ourSide: 'Algo falló de nuestro lado.',
  outNow: ({ where }) => `Ya está en ${where}.`,
  ownChannelGone: 'Su canal ya no está conectado.',
  paused: 'Las publicaciones están en pausa.',
  plausibleAgain: ({ views }) => `Los conteos vuelven a ser creíbles: ${views} vistas.`,
  preparedAgain:
    'El archivo se preparó otra vez después de empezar la subida, así que la subida empieza de nuevo.',
  rejectedVideo: 'El video se rechazó.',
  retriedByStaff: 'Se intentó otra vez.',
  scheduledAgain: 'Se programó otra vez.',
  startsOver: 'No se publicó nada y el primer intento ya no puede publicarse: empieza de nuevo.',
  toLookUp: 'No llegó respuesta: primero se revisa si ya salió.',
  uploadOpen: 'La subida está abierta.',
  channelEnded: ({ channel, problem }) => `${channel} se desconectó y su permiso terminó: ${problem}`,
  countAccepted: ({ views, reason }) => `Se aceptó el conteo de ${views} vistas: ${reason}`,
  countDismissed: ({ views, reason }) => `Se descartó el conteo de ${views} vistas: ${reason}`,
  connectFirst: ({ channel }) => `Primero vuelve a conectar ${channel ?? 'el canal'}.`,
  noAnswerNothingPosted: ({ platform, times }) =>
    `${platform} no respondió al abrir la subida. No se publicó nada: se buscó ${times} veces. Elige Reintentar para enviarla.`,
  notChanged: ({ problem }) => `La publicación no cambió: ${problem}`,
  overdue: ({ note }) =>
    `Debía salir hace más de un minuto y no ha empezado. ${note ?? 'Ningún proceso la ha tomado.'}`,
  reconnectChannel: ({ channel, problem }) =>
    `Hay que volver a conectar ${channel}${problem ? `: ${problem}` : '.'}`,
  reconnectSoon: ({ channel, day }) =>
    `Hay que volver a conectar ${channel} antes del ${dayIn(day)}; después ya no sale nada ahí.`,
  triedLater: ({ problem }) => `${problem} Se intentará otra vez.`,
  waitsForSlot: ({ platform, hour, day }) =>
    `Espera su lugar: ${platform} acepta ${hour} por hora y ${day} por día.`,
} satisfies Translation<typeof english>
