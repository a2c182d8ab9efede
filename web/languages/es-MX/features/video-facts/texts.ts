import { creatorShareInOlderCopy } from '#contract/constants.ts'
import type { texts as english } from '../../../../features/video-facts/texts.ts'
import { formatPercent } from '../../../../lib/format.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  duration: 'Duración',
  durationUnknown: 'Procesando...',
  durationNever: 'N/D',
  uploaded: 'Subido',
  category: 'Categoría',
  published: 'Publicado',
  description: 'Descripción',
  revenue: 'Ingresos',
  views: 'Vistas',
  earned: 'Ganado',
  share: 'Parte del creador',
  shareValue: formatPercent(creatorShareInOlderCopy),
} satisfies Translation<typeof english>
