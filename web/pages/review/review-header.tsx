import { useEffect, useRef } from 'react'
import type { AiProcessedVideo, ReviewState } from '#contract/review.ts'
import { texts } from '#texts/features/review.ts'
import { viralColor } from '../../entities/highlight/rules.ts'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { Key } from '../../features/review/keys-help.tsx'
import { creatorName } from '../../features/review/rules.ts'
import { formatLength, formatPercent } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowLeft } from '../../ui/icons/arrow-left.tsx'

/** The video under review and the three decisions; on a phone two of them stay at the bottom. */
export function ReviewHeader({
  video,
  duration,
  review,
  busy,
  onApprove,
  onReject,
  onPublish,
  onClose,
}: {
  video: AiProcessedVideo
  /** seconds, 0 while unknown */
  duration: number
  review: ReviewState | undefined
  busy: boolean
  onApprove: () => void
  onReject: () => void
  onPublish: () => void
  onClose: () => void
}) {
  const locked = review?.mayDecide === false
  const status = review?.status ?? video.status
  const score = video.aiViralPotentialScore
  const shown = useRef<HTMLElement>(null)
  // After a decision further down the page, the next video starts at its title.
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <header
      ref={shown}
      className="mb-5 flex scroll-mt-22 flex-wrap items-start justify-between gap-x-8 gap-y-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <button
          type="button"
          onClick={onClose}
          className="-ml-1 mb-2 inline-flex items-center gap-1.5 rounded-sm px-1 py-1 font-semibold text-muted text-sm hover:text-ink lg:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {texts.list.all}
        </button>
        <h2 id="video-title" className="heading break-words text-[1.875rem] sm:text-[2.25rem]">
          {video.title}
        </h2>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-sm">
          <StatusBadge status={status} />
          <span>{creatorName(video.user)}</span>
          <span className="numeric">{duration > 0 ? formatLength(duration) : texts.unknownLength}</span>
          {score !== null && (
            <span>
              {texts.list.viral({ percent: '' })}
              <span className={`numeric font-bold ${viralColor(score)}`}>{formatPercent(score)}</span>
            </span>
          )}
        </p>
      </div>
      <div className="flex w-full flex-wrap gap-2.5 lg:w-auto">
        <div className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 flex gap-2.5 border-line border-t bg-ground px-4.5 py-2.5 max-lg:motion-safe:bg-ground/95 max-lg:motion-safe:backdrop-blur-md lg:static lg:border-0 lg:bg-transparent lg:p-0">
          <Button
            variant="danger"
            className="flex-1"
            disabled={busy || locked}
            aria-keyshortcuts="R"
            onClick={onReject}
          >
            {texts.reject} <Key>R</Key>
          </Button>
          <Button
            variant="outline"
            className="flex-1"
            disabled={busy || locked || status === 'approved'}
            aria-keyshortcuts="A"
            onClick={onApprove}
          >
            {status === 'approved' ? texts.approved : texts.approve} <Key>A</Key>
          </Button>
        </div>
        {/* At the end on a phone: watch first. */}
        <Button className="max-lg:hidden" disabled={locked} busy={busy} onClick={onPublish}>
          {texts.publish}
        </Button>
      </div>
    </header>
  )
}
