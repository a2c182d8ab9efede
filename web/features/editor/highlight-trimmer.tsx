import { useQueryClient } from '@tanstack/react-query'
import { type PointerEvent, useMemo, useRef, useState } from 'react'
import type { ExcitementCurve } from '#contract/analysis.ts'
import { shortestHighlightSeconds } from '#contract/rejections.ts'
import type { ReviewState } from '#contract/review.ts'
import { texts } from '#texts/features/editor.ts'
import { curvePaths, peaks } from '../../entities/highlight/timeline/curve.ts'
import { CurveShape } from '../../entities/highlight/timeline/curve-shape.tsx'
import { useTime } from '../../entities/highlight/timeline/time-source.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { call } from '../../lib/calls/call.ts'
import { isConflict } from '../../lib/calls/failure.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { reviewQuery } from '../review/calls.ts'
import { isTrimmed } from '../review/rules.ts'
import { shownVersion, showReview } from '../review/use-decide.ts'
import { TrimHandle } from './trim-handle.tsx'
import { type End, formatTenths, moveEnd, type Span, sameSpan, windowAround } from './trim-rules.ts'

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
      aria-label={words.label({ what: highlight.description })}
      className="rounded-lg border border-line bg-surface px-4 pt-3.5 pb-4"
    >
      <div className="mb-3.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-semibold text-[0.9375rem]">{words.title}</h3>
        <p className="numeric text-sm">
          {formatTenths(span.start)} – {formatTenths(span.end)}
          <span className="ml-2 text-muted">{words.seconds({ seconds: span.end - span.start })}</span>
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

/** Trims a highlight, based on the version on screen; its clip is rendered again. */
function useTrim(videoId: string, index: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (span: Span) =>
      call('trimHighlight', {
        params: { id: videoId, index },
        body: span,
        headers: shownVersion(queries, videoId),
      }),
    onDone: ({ review }) => showReview(queries, review),
    done: words.saved,
    failed: { title: words.failed, otherwise: words.failedOtherwise },
    onFailed: error => {
      if (isConflict(error)) void queries.invalidateQueries({ queryKey: reviewQuery(videoId).queryKey })
    },
  })
}

const ends = ['start', 'end'] as const

/**
 * Part of the ride, enlarged, with the two ends of a highlight as handles: dragged, or moved by the arrow keys. The
 * video shows the frame at the end being moved.
 */
function TrimRail({
  within,
  span,
  curve,
  playback,
  onMove,
}: {
  within: Span
  span: Span
  curve: ExcitementCurve | null
  playback: Playback
  onMove: (span: Span) => void
}) {
  const rail = useRef<HTMLDivElement>(null)
  const length = within.end - within.start
  const at = (seconds: number) => `${(((seconds - within.start) / length) * 100).toFixed(3)}%`
  const paths = useMemo(() => {
    if (!curve) return null
    const from = Math.floor(within.start / curve.stepSeconds)
    const values = curve.values.slice(from, Math.ceil(within.end / curve.stepSeconds) + 1)
    return curvePaths(peaks(values, 240))
  }, [curve, within.start, within.end])

  const moveTo = (which: End, seconds: number) => {
    const moved = moveEnd(span, which, seconds, within)
    onMove(moved)
    playback.seek(moved[which])
  }
  const under = (event: PointerEvent): number => {
    const box = rail.current?.getBoundingClientRect()
    return box ? within.start + ((event.clientX - box.left) / box.width) * length : within.start
  }
  // Room on both sides, so that a handle at the very end can still be grabbed.
  return (
    <div className="px-3">
      <div ref={rail} className="relative h-24 rounded-sm bg-sunken">
        {paths && <CurveShape paths={paths} className="h-[86%]" />}
        <div
          aria-hidden="true"
          className="absolute inset-y-0 left-0 rounded-l-sm bg-ground/75"
          style={{ width: at(span.start) }}
        />
        <div
          aria-hidden="true"
          className="absolute inset-y-0 right-0 rounded-r-sm bg-ground/75"
          style={{ left: at(span.end) }}
        />
        <div
          aria-hidden="true"
          className="absolute inset-y-0 border-accent border-y-2"
          style={{ left: at(span.start), right: `calc(100% - ${at(span.end)})` }}
        />
        <Now playback={playback} within={within} at={at} />
        {ends.map(which => (
          <TrimHandle
            key={which}
            which={which}
            label={words.ends[which]}
            seconds={span[which]}
            range={[
              which === 'start' ? within.start : span.start + shortestHighlightSeconds,
              which === 'start' ? span.end - shortestHighlightSeconds : within.end,
            ]}
            left={at(span[which])}
            bar="w-3.5"
            onStep={by => moveTo(which, span[which] + by)}
            onDrag={event => moveTo(which, under(event))}
          />
        ))}
      </div>
    </div>
  )
}

/** The playhead, while it is within the shown part. */
function Now({
  playback,
  within,
  at,
}: {
  playback: Playback
  within: Span
  at: (seconds: number) => string
}) {
  const now = useTime(playback, seconds => Math.round(seconds * 20) / 20)
  if (now < within.start || now > within.end) return null
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink"
      style={{ left: at(now) }}
    />
  )
}
