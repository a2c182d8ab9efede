import type { texts as english } from '../../../../lib/format/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  view: 'vista',
  views: 'vistas',
} satisfies Translation<typeof english>
