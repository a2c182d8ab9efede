import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/reels/heading.ts'
import { Section } from '../../ui/card.tsx'
import { Near } from '../../ui/part/near.tsx'
import { part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const ReelsSection = part(() => import('./reels-section.tsx'))

/** The reels that were made of a video by hand; what they need loads once they are nearly visible. */
export const Reels = ({
  video,
  own,
  making = false,
  onMade,
}: {
  video: Video
  own: boolean
  /** opens the reel maker right away */
  making?: boolean
  /** the reel maker was closed */
  onMade?: (() => void) | undefined
}) => (
  <Section id="reels" title={own ? texts.title : texts.titleStaff}>
    <p className="mb-4 text-muted text-sm">{texts.hint}</p>
    <Near now={making} waiting={<Skeleton className="h-11" />}>
      <ReelsSection {...{ video, own, making, onMade }} />
    </Near>
  </Section>
)
