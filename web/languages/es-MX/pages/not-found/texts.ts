import type { texts as english } from '../../../../pages/not-found/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: '404 Página no encontrada',
  text: 'Hasta aquí llega el camino. La página se movió o la dirección tiene un error.',
  home: 'Volver al inicio',
} satisfies Translation<typeof english>
