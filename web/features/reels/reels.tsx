import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/reels/heading.ts'
import { Section } from '../../ui/card.tsx'
import { Near } from '../../ui/part/near.tsx'
import { part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const ReelsSection = part(() => import('./reels-section.tsx'))

/** The reels that were made of a video by hand; what they need loads once they are nearly visible. */
export const Reels = ({ video, own }: { video: Video; own: boolean }) => (
  <Section id="reels" title={own ? texts.title : texts.titleStaff}>
    <p className="mb-4 text-muted text-sm">{texts.hint}</p>
    <Near waiting={<Skeleton className="h-11" />}>
      <ReelsSection video={video} own={own} />
    </Near>
  </Section>
)
