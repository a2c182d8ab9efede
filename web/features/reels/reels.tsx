import { Suspense } from 'react'
import type { Video } from '#contract/videos.ts'
import { part } from '../../ui/part/part.tsx'

const ReelsSection = part(() => import('./reels-section.tsx'))

/** The reels that were made of a video by hand; fetched on its own, so that the page is there before it. */
export const Reels = ({ video, own }: { video: Video; own: boolean }) => (
  <Suspense fallback={null}>
    <ReelsSection video={video} own={own} />
  </Suspense>
)
