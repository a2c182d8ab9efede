import { useState } from 'react'
import type { ExcitementCurve } from '#contract/analysis.ts'
import type { ReviewState } from '#contract/review.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { Button } from '../../ui/button.tsx'
import { isTrimmed } from '../review/rules.ts'
import { texts } from './texts.ts'
import { TrimRail } from './trim-rail.tsx'
import { formatTenths, moveEnd, type Span, sameSpan, windowAround } from './trim-rules.ts'
import { useTrim } from './use-trim.ts'

const { trim: words } = texts

/** Moves the in and out points of a highlight and renders its clip again. */
export function HighlightTrimmer({
  videoId,
  index,
  highlight,
  trim,
  duration,
  curve,
  playback,
  onTrimmed,
}: {
  videoId: string
  index: number
  /** the current span */
  highlight: Span & { description: string }
  /** the span found by the analysis, if it was trimmed since */
  trim: ReviewState['trims'][number] | null
  /** of the video, in seconds */
  duration: number
  curve: ExcitementCurve | null
  playback: Playback
  onTrimmed?: () => void
}) {
  const saved = { start: highlight.start, end: highlight.end }
  const [moved, setMoved] = useState<Span | null>(null)
  const span = moved ?? saved
  const within = windowAround(saved, duration)
  const saving = useTrim(videoId, index)
  const changed = !sameSpan(span, saved)
  const save = (to: Span) =>
    saving.mutate(to, {
      onSuccess: () => {
        setMoved(null)
        onTrimmed?.()
      },
    })
  return (
    <section
      aria-label={words.label(highlight.description)}
      className="rounded-lg border border-line bg-surface px-4 pt-3.5 pb-4"
    >
      <div className="mb-3.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-semibold text-[0.9375rem]">{words.title}</h3>
        <p className="numeric text-sm">
          {formatTenths(span.start)} – {formatTenths(span.end)}
          <span className="ml-2 text-muted">{words.seconds(span.end - span.start)}</span>
        </p>
      </div>
      <TrimRail within={within} span={span} curve={curve} playback={playback} onMove={setMoved} />
      <div className="mt-4 flex flex-wrap justify-between gap-2">
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            onClick={() => setMoved(moveEnd(span, 'start', playback.get(), within))}
          >
            {words.startHere}
          </Button>
          <Button
            variant="outline"
            size="sm"
            onClick={() => setMoved(moveEnd(span, 'end', playback.get(), within))}
          >
            {words.endHere}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => playback.seek(span.start, { play: true })}>
            {words.play}
          </Button>
        </div>
        <div className="flex flex-wrap gap-2">
          {trim && isTrimmed(trim) && !changed && (
            <Button
              variant="quiet"
              size="sm"
              disabled={saving.isPending}
              onClick={() => save({ start: trim.originalStart, end: trim.originalEnd })}
            >
              {words.reset}
            </Button>
          )}
          {changed && (
            <>
              <Button variant="quiet" size="sm" onClick={() => setMoved(null)}>
                {words.cancel}
              </Button>
              <Button size="sm" busy={saving.isPending} onClick={() => save(span)}>
                {saving.isPending ? words.saving : words.save}
              </Button>
            </>
          )}
        </div>
      </div>
    </section>
  )
}
