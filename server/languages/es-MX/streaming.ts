import type { Translation } from '#server/core/sentences.ts'
import type { sentences as english } from '#server/streaming/sentences.ts'

export const streaming = {
  noPicture: 'No hay imagen en este momento del video.',
  notAPicture: 'Esta imagen no es JPEG, PNG ni WebP.',
  unreadablePicture: 'No pudimos leer esta imagen, o tiene más de 50 megapixeles. Prueba con otra.',
} satisfies Translation<typeof english>
