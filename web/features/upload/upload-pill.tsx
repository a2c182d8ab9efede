import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { texts } from '#texts/features/upload.ts'
import { cx } from '../../lib/cx.ts'
import { formatPercent } from '../../lib/format.ts'
import { useUpload } from './transfer/current-upload.ts'
import { useUploadQueue } from './transfer/upload-queue.ts'
import { isReady, type UploadState } from './transfer/upload-state.ts'
import { uploader } from './transfer/uploader.ts'

/** 0 to 1 */
function shareOf(state: UploadState): number {
  if (state.phase === 'uploading') return state.sent / state.total
  return state.phase === 'processing' ? 1 : 0
}

function doingOf(state: UploadState, share: string): string {
  if (state.phase === 'error') return texts.pill.stopped
  return state.phase === 'processing' ? texts.pill.processing : share
}

const around = 2 * Math.PI * 8

/**
 * The running upload in the header of every page but its own, with the way there. On phones the greeting beside it makes
 * room (`peer`). Goes on with what earlier pages of this
 * browser left.
 */
export default function UploadPill() {
  const state = useUpload()
  const waiting = useUploadQueue().filter(isReady).length
  const [location] = useLocation()
  useEffect(() => uploader.takeUp(), [])
  if (state.phase === 'idle' || state.phase === 'complete' || location === '/upload') return null
  const share = shareOf(state)
  const stopped = state.phase === 'error'
  const number = uploader.sentBefore + 1
  const total = number + waiting
  const doing = doingOf(state, formatPercent(share))
  const place = total > 1 ? texts.pill.place({ number, total }) : null
  return (
    <Link
      href="/upload"
      aria-label={texts.pill.label({ doing: [place, doing].filter(Boolean).join(', ') })}
      className="peer numeric flex h-10 shrink-0 items-center gap-2 rounded-full border border-line bg-surface px-3 font-semibold text-sm transition-colors hover:border-line-strong"
    >
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 -rotate-90" fill="none" strokeWidth="3">
        <circle cx="10" cy="10" r="8" className={stopped ? 'stroke-danger' : 'stroke-ink/15'} />
        <circle
          cx="10"
          cy="10"
          r="8"
          className="stroke-glow"
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
        />
      </svg>
      <span className={cx(place && !stopped && 'max-sm:hidden')}>{doing}</span>
      {place && <span className={cx(stopped && 'max-sm:hidden')}>{place}</span>}
    </Link>
  )
}
