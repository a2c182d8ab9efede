import { clock } from '#contract/clock.ts'
import type { Translation } from '#server/core/sentences.ts'
import type { sentences as english } from '#server/videos/sentences.ts'

const more = (verified: boolean) => (verified ? '' : ' Verifica tu correo para tener más espacio.')
const moreTime = (verified: boolean) => (verified ? '' : ' Verifica tu correo para tener más.')

export const videos = {
  accountFull: ({ minutes, verified }) =>
    `En tu cuenta caben ${minutes} minutos de video. Elimina un video e inténtalo de nuevo.${more(verified)}`,
  alreadyUploaded: 'Este video ya está subido.',
  confirmEmail: 'Primero confirma tu correo.',
  couldNotProcess: ({ title }) => `No pudimos procesar “${title}”`,
  cpuUsed: ({ verified }) =>
    `Tu cuenta ya usó su tiempo de procesamiento de hoy. Inténtalo de nuevo después de la medianoche UTC.${moreTime(verified)}`,
  cpuWaits: ({ verified }) =>
    `Tu cuenta ya usó su tiempo de procesamiento de hoy. Procesaremos este video después de la medianoche UTC.${moreTime(verified)}`,
  cutOff:
    'Falta el final del archivo: se copió o se grabó solo una parte. Cópialo otra vez de la cámara o inténtalo con lo que hay.',
  damaged: ({ readableSeconds, promisedSeconds }) =>
    `Una parte del archivo está dañada: solo se pueden leer ${clock(readableSeconds)} de ${clock(promisedSeconds)}. Cópialo otra vez de la cámara o quédate con lo que hay.`,
  diskFull:
    'El servidor se quedó sin espacio. Guardamos lo que ya llegó; más tarde puedes continuar esta subida.',
  doesNotFit: ({ gigabytes, verified }) =>
    `Este archivo no cabe en los ${gigabytes} GB de tu cuenta. Elimina un video e inténtalo de nuevo.${more(verified)}`,
  empty: 'El archivo está vacío. Elige otra vez el archivo de video.',
  failed: 'No pudimos procesar el video y ya le avisamos a nuestro equipo. Súbelo otra vez o escríbenos.',
  linkExpired: 'Este enlace de subida venció. Empieza la subida otra vez.',
  linkInvalid: 'Este enlace de subida no es válido. Empieza la subida otra vez.',
  noFile: 'El formulario no tiene el campo "file".',
  noFileYet: 'No llegó ningún archivo. Inténtalo de nuevo.',
  notAForm: 'Envía el video como formulario multipart con el campo "file".',
  notAVideo: 'Trailcut no puede leer este archivo como video. Usa MP4, MOV, AVI, MKV, WMV, FLV o WebM.',
  otherFile: 'Ya hay otro archivo en camino a esta dirección. Empieza otra subida para este.',
  moreThanAnnounced: ({ bytes }) => `Es más que los ${bytes} bytes anunciados.`,
  notKept: 'Ya no tenemos el archivo. Súbelo otra vez.',
  notStored: 'No pudimos guardar la subida. Inténtalo de nuevo.',
  overtaken: 'Empezó otra subida de este video, así que detuvimos esta.',
  pictureTooLarge: ({ width, height }) =>
    `La imagen mide ${width} × ${height} pixeles, más de lo que podemos procesar. Exporta el video en 4K o menos y súbelo otra vez.`,
  publishedStays:
    'No puedes eliminar por tu cuenta un video publicado. Primero pídele a nuestro equipo que lo retire.',
  storageFull: ({ gigabytes, verified }) =>
    `Ya no queda espacio en los ${gigabytes} GB de esta cuenta, donde se guardan sus videos y todo lo que se hace con ellos. Elimina videos, reels o música e inténtalo de nuevo.${more(verified)}`,
  storageFullTitle: 'Tu cuenta ya no tiene espacio',
  storageFullForLadder: ({ title }) =>
    `No hubo espacio para todas las resoluciones de “${title}”. Se reproduce, pero puede cargar lento en un teléfono. Elimina videos, reels o música para hacer espacio a los siguientes.`,
  suspended: 'Tu cuenta está suspendida, así que no puedes subir videos.',
  tooCostly:
    'Procesar este video toma demasiado cómputo: es largo, pesado o tiene muchísimos cuadros por segundo. Expórtalo como H.264 en 1080p, o en partes más cortas, y súbelo otra vez.',
  tooLarge: ({ megabytes }) =>
    `El archivo pesa más de ${megabytes} MB. Reduce su tamaño e inténtalo de nuevo.`,
  tooLong: ({ minutes }) =>
    `El video dura más de ${minutes} minutos. Divídelo en partes más cortas y súbelas.`,
  unfinished: ({ uploads, verified }) =>
    `Tienes ${uploads} ${uploads === 1 ? 'subida' : 'subidas'} sin terminar. Termina o elimina una e inténtalo de nuevo.${more(verified)}`,
} satisfies Translation<typeof english>
