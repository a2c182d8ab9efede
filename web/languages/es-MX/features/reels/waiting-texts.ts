import type { texts as english } from '../../../../features/reels/waiting-texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: (count: number) => (count === 1 ? '1 reel espera revisión' : `${count} reels esperan revisión`),
} satisfies Translation<typeof english>
