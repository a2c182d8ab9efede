import { texts } from '#texts/pages/landing.ts'
import type { Clip } from '../../../entities/highlight/timeline/clips.ts'
import clipUrl from './clip.mp4'
import measured from './measured.json' with { type: 'json' }
import posterUrl from './poster.webp'

/** The landing page's example: eight seconds of a simulated ride as the product found and cut them. See scripts/pictures/landing-clip.ts. */
export const { duration, curve } = measured
export const files = { clip: clipUrl, poster: posterUrl }

export const clips: readonly Clip[] = [
  {
    ...measured.clip,
    clipType: 'action',
    description: texts.demo.jump({ airtime: measured.airtimeSeconds }),
  },
]
