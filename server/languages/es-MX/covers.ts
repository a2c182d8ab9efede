import type { Translation } from '#server/core/sentences.ts'
import type { sentences as english } from '#server/covers/sentences.ts'

export const covers = {
  noMoment: 'El video no tiene este momento. Elige uno entre su inicio y su final.',
  notPlayable: 'Este video todavía no se puede reproducir. Cuando se pueda, podrás elegir su portada.',
  notProcessed: 'No pudimos procesar este video, así que no tiene portada.',
  onItsWay: 'Este video va en camino a una plataforma, así que su portada no puede cambiar ahora.',
  published: 'Este video está publicado y su portada ya no puede cambiar. Si hace falta, escríbenos.',
  sendAsBytes: 'Envía la imagen como application/octet-stream.',
  tooLarge: 'Esta imagen pesa más de 10 MB. Elige una más ligera.',
} satisfies Translation<typeof english>
