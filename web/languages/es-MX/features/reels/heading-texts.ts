import type { texts as english } from '../../../../features/reels/heading-texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: 'Tus reels',
  titleStaff: 'Reels hechos a mano',
  hint: 'Elige momentos, ordénalos, agrega música y genera un reel para descargarlo o compartirlo.',
} satisfies Translation<typeof english>
