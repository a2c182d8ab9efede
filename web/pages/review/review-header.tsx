import { useEffect, useRef } from 'react'
import type { AiProcessedVideo, ReviewState } from '#contract/review.ts'
import { texts } from '#texts/features/review.ts'
import { viralColor } from '../../entities/highlight/rules.ts'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { Key } from '../../features/review/keys-help.tsx'
import { creatorName } from '../../features/review/rules.ts'
import { formatLength, formatPercent } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ArrowLeft } from '../../ui/icons/arrow-left.tsx'

/** The video under review and the three decisions, which stay at the bottom of a phone. */
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
      className="mb-3.5 flex scroll-mt-22 flex-wrap items-start justify-between gap-x-8 gap-y-4 lg:mb-5"
    >
      <div className="flex min-w-0 flex-1 basis-72 gap-1">
        <button
          type="button"
          onClick={onClose}
          aria-label={texts.list.all}
          className={buttonClass('quiet', 'icon', '-mt-1.5 -ml-3 lg:hidden')}
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
        </button>
        <div className="min-w-0">
          <h2
            id="video-title"
            className="heading line-clamp-2 break-words text-[1.5rem] sm:text-[2.25rem] lg:line-clamp-none"
          >
            {video.title}
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm lg:mt-1.5 lg:gap-x-3">
            <StatusBadge status={status} staff />
            <span>{creatorName(video.user)}</span>
            {/* On a phone the timeline says it, close below. */}
            <span className="numeric max-lg:hidden">
              {duration > 0 ? formatLength(duration) : texts.unknownLength}
            </span>
            {score !== null && (
              <span>
                {texts.list.viral({ percent: '' })}
                <span className={`numeric font-bold ${viralColor(score)}`}>{formatPercent(score)}</span>
              </span>
            )}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-lg:z-20 max-lg:border-line max-lg:border-t max-lg:bg-ground max-lg:px-4.5 max-lg:py-2 lg:gap-2.5">
        <Button
          variant="danger"
          className="max-lg:flex-1 max-lg:px-3"
          disabled={busy || locked}
          aria-keyshortcuts="R"
          onClick={onReject}
        >
          {texts.reject} <Key>R</Key>
        </Button>
        <Button
          variant="outline"
          className="max-lg:flex-1 max-lg:px-3"
          disabled={busy || locked || status === 'approved'}
          aria-keyshortcuts="A"
          onClick={onApprove}
        >
          {status === 'approved' ? texts.approved : texts.approve} <Key>A</Key>
        </Button>
        {/* On a phone in two lines beside the others, or below them. */}
        <Button
          className="max-lg:flex-2 max-lg:basis-34 max-lg:whitespace-normal max-lg:px-2.5 max-lg:text-xs max-lg:leading-4"
          disabled={locked}
          busy={busy}
          onClick={onPublish}
        >
          {texts.publish}
        </Button>
      </div>
    </header>
  )
}
