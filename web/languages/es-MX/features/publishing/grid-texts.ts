import type { texts as english } from '../../../../features/publishing/grid-texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: 'Distribución',
  notPublished: 'Sin publicar',
} satisfies Translation<typeof english>
