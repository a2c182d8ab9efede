import { type PointerEvent, useRef } from 'react'
import { shortestPiece } from '#contract/reels/limits.ts'
import type { ReelPiece } from '#contract/reels/schemas.ts'
import { texts } from '#texts/features/reels.ts'
import { TrimHandle } from '../editor/trim-handle.tsx'
import { type End, formatTenths } from '../editor/trim-rules.ts'
import { Frame } from './frame.tsx'

const { maker: words } = texts
const ends = ['start', 'end'] as const

/** How much of the ride is shown on either side of a piece, seconds. */
const margin = 6
/** Frames along the rail, at even seconds, so that they stay while a handle moves. */
const places = Array.from({ length: 6 }, (_, i) => (i + 0.5) / 6)
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
  streamId,
  piece,
  duration,
  onChange,
}: {
  streamId: string
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
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">
        {words.trim}{' '}
        <span className="numeric font-normal text-muted">
          {`${formatTenths(piece.start)}–${formatTenths(piece.end)}`}
        </span>
      </legend>
      <div ref={rail} className="relative mx-3 h-11 rounded-sm bg-sunken">
        <div aria-hidden="true" className="absolute inset-0 flex overflow-hidden rounded-sm">
          {places.map(place => {
            const middle = around.from + place * (around.to - around.from)
            const seconds = Math.floor(middle / 2) * 2
            return <Frame key={place} streamId={streamId} seconds={seconds} className="h-full w-1/6" />
          })}
        </div>
        <div
          aria-hidden="true"
          className="absolute inset-y-0 left-0 bg-ground/70"
          style={{ width: at(piece.start) }}
        />
        <div
          aria-hidden="true"
          className="absolute inset-y-0 right-0 bg-ground/70"
          style={{ left: at(piece.end) }}
        />
        <div
          aria-hidden="true"
          className="absolute inset-y-0 border-accent border-y-2"
          style={{ left: at(piece.start), right: `calc(100% - ${at(piece.end)})` }}
        />
        {ends.map(which => (
          <TrimHandle
            key={which}
            which={which}
            label={words.ends[which]}
            seconds={piece[which]}
            range={[0, duration]}
            left={at(piece[which])}
            bar="w-3"
            isMarked={false}
            onStep={by => onChange(withEnd(piece, which, piece[which] + by, duration))}
            onGrab={() => {
              window.current = around
            }}
            onDrag={event => onChange(withEnd(piece, which, under(event), duration))}
            onRelease={() => {
              window.current = null
              onChange({ ...piece })
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}
