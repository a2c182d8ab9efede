import { useMemo } from 'react'
import { Link } from 'wouter'
import { videoPage } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { texts as videoTexts } from '#texts/entities/video.ts'
import { texts } from '#texts/pages/dashboard.ts'
import { RowTimeline } from '../../entities/highlight/row-timeline.tsx'
import { clipsOf, isAnalyzing, statusLine } from '../../entities/video/rules.ts'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { useUpload } from '../../features/upload/transfer/current-upload.ts'
import { keptUploads } from '../../features/upload/transfer/kept-uploads.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { isDeletable } from './delete-many.ts'

/** Also after a failed analysis: the panel is where it is restarted. */
const hasAi = (video: Video) =>
  video.aiEnhanced || isAnalyzing(video) || video.aiProcessingStatus === 'failed'

/** Whether its upload was interrupted, isn't running in this tab, and can be resumed on this device. */
function useResumable(video: Video): boolean {
  const { phase } = useUpload()
  return (
    video.status === 'uploading' &&
    phase === 'idle' &&
    keptUploads().some(({ begun }) => begun?.videoId === video.id)
  )
}

// The same elements in two arrangements: stacked on a phone, side by side elsewhere.
const arrangement =
  "grid-cols-[7.5rem_minmax(0,1fr)] [grid-template-areas:'picture_text'_'line_line'_'actions_actions'] " +
  "sm:grid-cols-[11rem_minmax(0,1fr)_auto] sm:grid-rows-[auto_1fr] sm:[grid-template-areas:'picture_text_actions'_'picture_line_line']"

export function VideoRow({
  video,
  onDetails,
  onAi,
  selected = false,
  onSelect,
}: {
  video: Video
  onDetails: () => void
  onAi: () => void
  selected?: boolean
  /** set while videos are being selected */
  onSelect?: () => void
}) {
  const resumable = useResumable(video)
  const clips = useMemo(() => clipsOf(video), [video])
  const line = statusLine(video)
  return (
    <li
      className={`grid gap-x-4 p-4 [contain-intrinsic-size:auto_9rem] [content-visibility:auto] sm:gap-x-5 sm:p-5 ${arrangement}`}
    >
      <div className="relative self-start [grid-area:picture]">
        <Thumbnail video={video} className="w-full" />
        {onSelect && (
          // As large as the picture, so that it is easy to tap.
          <label className="absolute inset-0 cursor-pointer rounded-md has-checked:outline-2 has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
            <input
              type="checkbox"
              aria-label={texts.selection.video({ title: video.title })}
              className="absolute top-2 left-2 size-6 accent-(--accent)"
              checked={selected}
              disabled={!isDeletable(video)}
              onChange={onSelect}
            />
          </label>
        )}
      </div>
      <div className="min-w-0 [grid-area:text]">
        <h3 className="-my-1 line-clamp-2 py-1 font-semibold leading-snug">
          <Link href={videoPage(video.id)} className="rounded-sm py-1 hover:underline">
            {video.title}
          </Link>
        </h3>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <StatusBadge status={video.status} />
          {/* Where the badge says it all, there is nothing to add. */}
          {line !== videoTexts.status[video.status] && (
            <p className="numeric line-clamp-2 min-w-0 text-muted text-sm">{line}</p>
          )}
        </div>
      </div>
      {clips.length > 0 && video.duration > 0 && (
        <div className="mt-3 [grid-area:line]">
          <RowTimeline video={video} clips={clips} />
        </div>
      )}
      <div className="mt-3 flex gap-2 [grid-area:actions] sm:mt-0">
        {resumable && (
          <Link href="/upload" className={buttonClass('primary', 'sm')}>
            {texts.recent.resume}
          </Link>
        )}
        <Button
          variant="outline"
          size="sm"
          aria-label={`${texts.recent.details}: ${video.title}`}
          onClick={onDetails}
        >
          {texts.recent.details}
        </Button>
        {hasAi(video) && (
          <Button
            variant="outline"
            size="sm"
            aria-label={`${texts.recent.ai}: ${video.title}`}
            onClick={onAi}
          >
            {texts.recent.ai}
          </Button>
        )}
      </div>
    </li>
  )
}
