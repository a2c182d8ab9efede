import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { shortestPiece } from '#contract/reels/limits.ts'
import type { ReelPiece } from '#contract/reels/schemas.ts'
import { texts } from '#texts/features/reels.ts'
import { cx } from '../../lib/cx.ts'
import { formatTenths, stepOf } from '../editor/trim-rules.ts'

const { maker: words } = texts
const ends = ['start', 'end'] as const
type End = (typeof ends)[number]

/** How much of the ride is shown on either side of a piece, seconds. */
const margin = 6
const tenth = (seconds: number) => Math.round(seconds * 10) / 10

function withEnd(piece: ReelPiece, which: End, to: number, duration: number): ReelPiece {
  return which === 'start'
    ? { ...piece, start: Math.max(0, tenth(Math.min(piece.end - shortestPiece, to))) }
    : {
        ...piece,
        end: Math.min(Math.floor(duration * 10) / 10, tenth(Math.max(piece.start + shortestPiece, to))),
      }
}

/** The two ends of a piece as handles on its part of the ride: dragged, or moved by the arrow keys. */
export function PieceTrim({
  piece,
  duration,
  onChange,
}: {
  piece: ReelPiece
  duration: number
  onChange: (piece: ReelPiece) => void
}) {
  const rail = useRef<HTMLDivElement>(null)
  // Held while a handle is dragged, so that the rail doesn't move under it.
  const window = useRef<{ from: number; to: number } | null>(null)
  const around = window.current ?? {
    from: Math.max(0, piece.start - margin),
    to: Math.min(duration, piece.end + margin),
  }
  const at = (seconds: number) =>
    `${(((seconds - around.from) / (around.to - around.from)) * 100).toFixed(2)}%`
  const under = (event: PointerEvent): number => {
    const box = rail.current?.getBoundingClientRect()
    return box
      ? around.from + ((event.clientX - box.left) / box.width) * (around.to - around.from)
      : around.from
  }
  const onKey = (event: KeyboardEvent, which: End) => {
    const step = stepOf(event.key, event.shiftKey)
    if (step === null) return
    event.preventDefault()
    event.stopPropagation()
    onChange(withEnd(piece, which, piece[which] + step, duration))
  }
  return (
    <fieldset className="px-3">
      <legend className="mb-1.5 font-semibold text-sm">
        {words.trim}{' '}
        <span className="numeric font-normal text-muted">
          {`${formatTenths(piece.start)}–${formatTenths(piece.end)}`}
        </span>
      </legend>
      <div ref={rail} className="relative h-11 rounded-sm bg-sunken">
        <div
          aria-hidden="true"
          className="absolute inset-y-0 border-accent border-y-2 bg-accent/15"
          style={{ left: at(piece.start), right: `calc(100% - ${at(piece.end)})` }}
        />
        {ends.map(which => (
          <div
            key={which}
            role="slider"
            tabIndex={0}
            aria-label={words.ends[which]}
            aria-valuemin={0}
            aria-valuemax={duration}
            aria-valuenow={piece[which]}
            aria-valuetext={formatTenths(piece[which])}
            onKeyDown={event => onKey(event, which)}
            onPointerDown={event => {
              event.currentTarget.setPointerCapture(event.pointerId)
              window.current = around
            }}
            onPointerMove={event =>
              event.currentTarget.hasPointerCapture(event.pointerId) &&
              onChange(withEnd(piece, which, under(event), duration))
            }
            onPointerUp={() => {
              window.current = null
              onChange({ ...piece })
            }}
            className={cx(
              'absolute -inset-y-1 grid w-6 cursor-ew-resize touch-none place-items-center rounded-sm',
              which === 'start' && '-translate-x-full',
            )}
            style={{ left: at(piece[which]) }}
          >
            <span
              aria-hidden="true"
              className={cx(
                'pointer-events-none absolute inset-y-0 w-3 bg-accent',
                which === 'start' ? 'right-0 rounded-l-md' : 'left-0 rounded-r-md',
              )}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
