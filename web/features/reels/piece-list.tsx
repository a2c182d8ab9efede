import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Highlight } from '#contract/analysis.ts'
import type { ReelPiece } from '#contract/reels/schemas.ts'
import { texts } from '#texts/features/reels.ts'
import { cx } from '../../lib/cx.ts'
import { formatClock } from '../../lib/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { GripVertical } from '../../ui/icons/grip-vertical.tsx'
import { X } from '../../ui/icons/x.tsx'
import { Frame } from './frame.tsx'
import { moved, shownBy } from './rules.ts'

const { maker: words } = texts

const steps: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** The pieces of a reel in their order: chosen by a press, moved by dragging their handle or by the arrow keys. */
export function PieceList({
  streamId,
  pieces,
  highlights,
  selected,
  onSelect,
  onChange,
}: {
  streamId: string
  pieces: readonly ReelPiece[]
  highlights: readonly Highlight[]
  selected: number
  onSelect: (index: number) => void
  onChange: (pieces: ReelPiece[]) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    if (to < 0 || to >= pieces.length || to === from) return false
    onChange(moved(pieces, from, to))
    onSelect(to)
    setSaid(words.moved({ from: from + 1, to: to + 1 }))
    return true
  }
  const onKey = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    // The handles stay where they are, and the pieces change places under them: the focus goes along.
    if (move(index, index + step)) handleOf(list.current, index + step)?.focus()
  }
  const onDrag = (event: PointerEvent<HTMLButtonElement>) => {
    if (dragged === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const rows = [...(list.current?.children ?? [])]
    const over = rows.findIndex(row => {
      const { top, bottom } = row.getBoundingClientRect()
      return event.clientY >= top && event.clientY < bottom
    })
    if (over >= 0 && move(dragged, over)) setDragged(over)
  }
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={list} className="space-y-1.5">
        {pieces.map((piece, index) => {
          const name = shownBy(highlights, piece)?.description ?? words.section
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same piece may be there twice; the handle keeps its place
              key={index}
              className={cx(
                'flex items-center gap-2 rounded-md border bg-surface pr-1',
                index === selected ? 'border-accent' : 'border-line',
                index === dragged && 'bg-raised',
              )}
            >
              <button
                type="button"
                data-handle
                aria-label={words.move({ index: index + 1 })}
                className="grid h-14 w-9 cursor-grab touch-none place-items-center rounded-l-md text-muted hover:text-ink"
                onKeyDown={event => onKey(event, index)}
                onPointerDown={event => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  setDragged(index)
                }}
                onPointerMove={onDrag}
                onPointerUp={() => setDragged(null)}
                onPointerCancel={() => setDragged(null)}
              >
                <GripVertical aria-hidden="true" className="size-4" />
              </button>
              <button
                type="button"
                aria-pressed={index === selected}
                aria-label={words.piece({ index: index + 1, name })}
                className="flex min-w-0 flex-1 items-center gap-3 py-1.5 text-left"
                onClick={() => onSelect(index)}
              >
                <Frame
                  streamId={streamId}
                  seconds={piece.start}
                  className="h-11 w-[4.9rem] shrink-0 rounded-sm"
                />
                <span className="min-w-0">
                  <span className="line-clamp-2 font-semibold text-sm leading-snug">{name}</span>
                  <span className="numeric block text-muted text-xs">
                    {words.span({
                      at: formatClock(piece.start),
                      seconds: (piece.end - piece.start).toFixed(1),
                    })}
                  </span>
                </span>
              </button>
              <button
                type="button"
                aria-label={words.remove({ index: index + 1 })}
                className={buttonClass('quiet', 'icon')}
                onClick={() => onChange(pieces.filter((_, i) => i !== index))}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          )
        })}
      </ol>
    </>
  )
}

const handleOf = (list: HTMLOListElement | null, index: number): HTMLElement | null =>
  list?.querySelectorAll<HTMLElement>('[data-handle]')[index] ?? null
