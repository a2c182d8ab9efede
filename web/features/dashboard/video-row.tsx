import { useMemo } from 'react'
import type { Video } from '#contract/videos.ts'
import { Button } from '../../ui/button.tsx'
import { HighlightTimeline } from '../../ui/highlight-timeline/highlight-timeline.tsx'
import { clipsOf, isAnalysing, statusLine } from '../videos/rules.ts'
import { StatusBadge } from '../videos/status-badge.tsx'
import { Thumbnail } from '../videos/thumbnail.tsx'
import { texts } from './texts.ts'

/** Also after a failed analysis: the panel is where it is started again. */
const hasAi = (video: Video) =>
  video.aiEnhanced || isAnalysing(video) || video.aiProcessingStatus === 'failed'

export function VideoRow({
  video,
  onDetails,
  onAi,
}: {
  video: Video
  onDetails: () => void
  onAi: () => void
}) {
  const clips = useMemo(() => clipsOf(video), [video])
  return (
    <li className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 [contain-intrinsic-size:auto_9rem] [content-visibility:auto] sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-x-5 sm:p-5">
      <Thumbnail video={video} className="w-full self-start" />
      <div className="min-w-0">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <h3 className="line-clamp-2 font-semibold leading-snug">{video.title}</h3>
            <div className="mt-1.5">
              <StatusBadge status={video.status} />
            </div>
            <p className="numeric mt-1.5 line-clamp-2 text-muted text-sm">{statusLine(video)}</p>
          </div>
          <Actions
            video={video}
            onDetails={onDetails}
            onAi={onAi}
            className="hidden shrink-0 gap-2 sm:flex"
          />
        </div>
        {clips.length > 0 && video.duration > 0 && (
          <div className="mt-3 hidden sm:block">
            <HighlightTimeline compact duration={video.duration} curve={null} clips={clips} />
          </div>
        )}
      </div>
      {clips.length > 0 && video.duration > 0 && (
        <div className="col-span-2 sm:hidden">
          <HighlightTimeline compact duration={video.duration} curve={null} clips={clips} />
        </div>
      )}
      <Actions video={video} onDetails={onDetails} onAi={onAi} className="col-span-2 flex gap-2 sm:hidden" />
    </li>
  )
}

const Actions = ({
  video,
  onDetails,
  onAi,
  className,
}: {
  video: Video
  onDetails: () => void
  onAi: () => void
  className: string
}) => (
  <div className={className}>
    <Button
      variant="outline"
      size="sm"
      aria-label={`${texts.recent.details}: ${video.title}`}
      onClick={onDetails}
    >
      {texts.recent.details}
    </Button>
    {hasAi(video) && (
      <Button variant="outline" size="sm" aria-label={`${texts.recent.ai}: ${video.title}`} onClick={onAi}>
        {texts.recent.ai}
      </Button>
    )}
  </div>
)
