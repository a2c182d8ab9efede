import type { Video } from '#contract/videos.ts'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { texts as videoTexts } from '../../entities/video/texts.ts'
import { Rejected } from '../review/send-again.tsx'
import { Damaged } from './damaged.tsx'
import { Refused } from './refused.tsx'

/**
 * The status of a video, what it means, and the reason after a failure or a rejection. @param own whether it is the
 * viewer's own video, which they can send again
 */
export const Standing = ({ video, own = true }: { video: Video; own?: boolean }) => (
  <div>
    <StatusBadge status={video.status} />
    <p className="mt-2">
      {(video.status === 'processing' && video.processingError) || videoTexts.explanations[video.status]}
    </p>
    {video.status === 'failed' && video.processingError && (
      <div className="mt-3">
        <Refused video={video} own={own} />
      </div>
    )}
    {video.status !== 'failed' && video.damage && (
      <div className="mt-3">
        <Damaged damage={video.damage} />
      </div>
    )}
    {video.status === 'rejected' && (
      <div className="mt-3">
        <Rejected video={video} own={own} />
      </div>
    )}
  </div>
)
