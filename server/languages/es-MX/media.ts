import type { sentences as english } from '#server/core/media/sentences.ts'
import type { Translation } from '#server/core/sentences.ts'

export const media = {
  broken:
    'El archivo está dañado o incompleto y no pudimos leer su video. Cópialo otra vez de la cámara e inténtalo de nuevo.',
  noFrames:
    'No pudimos decodificar ni un cuadro de este video. Cópialo otra vez de la cámara e inténtalo de nuevo.',
  noPicture: 'Este archivo no tiene video, solo otros datos. Elige un archivo con imagen.',
  notSupported: ({ codec }) =>
    `Una parte de este archivo está en un formato que no aceptamos (${codec}). Expórtalo como H.264 o HEVC con audio AAC y súbelo así.`,
  unknownKind: 'No podemos leer este tipo de video.',
} satisfies Translation<typeof english>
