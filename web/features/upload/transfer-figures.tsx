import { texts } from '#texts/features/upload.ts'
import { formatMegabytes, formatSpeed } from '../../lib/bytes.ts'
import { formatClock, formatPercent } from '../../lib/format.ts'
import { Progress } from '../../ui/progress.tsx'
import { FirstFrame } from './first-frame.tsx'
import type { UploadState } from './transfer/upload-state.ts'

type Uploading = Extract<UploadState, { phase: 'uploading' }>

function situation(state: Uploading): string {
  if (state.paused) return ''
  if (state.stalled) return texts.stalled
  if (state.sent === state.total) return texts.finishing
  if (!state.bytesPerSecond) return ''
  return texts.left({ clock: formatClock(Math.ceil((state.total - state.sent) / state.bytesPerSecond)) })
}

/** The progress of an upload: percent, bytes, speed, time left. */
export function TransferFigures({ state }: { state: Uploading }) {
  const share = state.sent / state.total
  const { title } = state.job.fields
  const name = state.paused ? texts.paused({ name: title }) : texts.uploading({ name: title })
  return (
    <div>
      <div className="mb-2.5 flex items-center justify-between gap-4">
        <FirstFrame file={state.job.file} />
        <p className="line-clamp-2 flex-1 break-words font-semibold">{name}</p>
        <span className="figure text-[1.375rem] leading-none">{formatPercent(share)}</span>
      </div>
      <Progress value={share * 100} label={name} paused={state.paused || state.stalled} />
      <div className="numeric mt-2.5 flex flex-wrap justify-between gap-x-4 text-muted text-sm">
        <span>
          {texts.sentOf({ sent: formatMegabytes(state.sent), total: formatMegabytes(state.total) })}
          {state.bytesPerSecond !== null && !state.paused && `, ${formatSpeed(state.bytesPerSecond)}`}
        </span>
        <span>{situation(state)}</span>
      </div>
    </div>
  )
}
