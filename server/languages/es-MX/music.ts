import { musicLimits } from '#contract/reels/music-limits.ts'
import type { Translation } from '#server/core/sentences.ts'
import type { sentences as english } from '#server/music/sentences.ts'

const megabytes = musicLimits.bytes / 1e6
const minutes = musicLimits.seconds / 60

export const music = {
  broken:
    'El archivo de música está dañado o incompleto y no pudimos leerlo. Expórtalo otra vez e inténtalo de nuevo.',
  enough: `Un video puede tener hasta ${musicLimits.files} archivos de música. Primero elimina uno.`,
  inUse: 'Un reel usa esta música. Primero elige otra en ese reel.',
  notAllowed:
    'Este reel tiene música propia del piloto. Autoriza esta música en Revisión antes de publicar el reel.',
  notAudio: 'No es un archivo de música que podamos leer. Elige un MP3, M4A, AAC, WAV, Ogg, Opus o FLAC.',
  notReady: 'Todavía estamos leyendo esta música. Inténtalo en un momento.',
  readFailed: 'No pudimos leer este archivo de música. Súbelo otra vez; si sigue fallando, escríbenos.',
  sendAsBytes: 'Envía la música como application/octet-stream.',
  silent: 'Este archivo de música no tiene sonido. Elige otro.',
  startsTooLate: ({ latest }: { latest: number }) =>
    `La parte elegida de la música empieza demasiado tarde. Elige un inicio de hasta ${latest.toFixed(1)} segundos.`,
  tooLarge: `Este archivo de música pesa más de ${megabytes} MB. Elige uno más ligero.`,
  tooLong: `Esta música dura más de ${minutes} minutos. Elige un archivo más corto.`,
  tooShort: `Esta música dura menos de ${musicLimits.shortest} segundos. Elige un archivo más largo.`,
  unusable: 'Esta música no se puede usar. Elige otra para el reel.',
} satisfies Translation<typeof english>
