import { type RefObject, useMemo, useState } from 'react'
import type { AiProcessedVideo, ReviewState } from '#contract/review.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { compilationsOf, highlightsOf, thumbnailsOf } from '../../features/review/rules.ts'
import type { Actions } from '../../features/review/use-actions.ts'

/** In the order of their keys, 1 to 4. */
export const tabNames = ['highlights', 'metadata', 'thumbnails', 'compilations'] as const
export type TabName = (typeof tabNames)[number]

/** The open tab's items, and the current one, which shortcuts act on. */
export function useReviewList({
  video,
  review,
  tab,
  onTab,
  actions,
  playback,
  panel,
}: {
  video: AiProcessedVideo
  review: ReviewState | undefined
  tab: TabName
  onTab: (tab: TabName) => void
  actions: Actions
  playback: Playback
  panel: RefObject<HTMLElement | null>
}) {
  const [cursor, setCursor] = useState(0)
  const [previewing, setPreviewing] = useState<number | null>(null)
  const highlights = useMemo(() => highlightsOf(video, review?.trims), [video, review?.trims])
  const thumbnails = useMemo(() => thumbnailsOf(video), [video])
  const compilations = useMemo(() => compilationsOf(video), [video])
  // Best first, each with its index in the analysis.
  const ranked = useMemo(
    () =>
      highlights
        .map((highlight, index) => ({ highlight, index }))
        .sort((a, b) => b.highlight.score - a.highlight.score),
    [highlights],
  )
  const count = {
    highlights: ranked.length,
    metadata: 0,
    thumbnails: thumbnails.length,
    compilations: compilations.length,
  }[tab]
  const current = tab === 'highlights' ? ranked[cursor] : undefined
  return {
    highlights,
    thumbnails,
    compilations,
    ranked,
    /** the current highlight */
    current,
    cursor,
    setCursor,
    previewing,
    toggle: (place: number) => setPreviewing(previewing === place ? null : place),
    turnTo(name: TabName) {
      onTab(name)
      setCursor(0)
      setPreviewing(null)
    },
    move(step: 1 | -1) {
      setCursor(at => Math.min(Math.max(0, count - 1), Math.max(0, at + step)))
      setPreviewing(null)
    },
    select() {
      if (current) void actions.approveHighlight(current.index)
      else if (tab === 'thumbnails' && thumbnails[cursor])
        void actions.chooseThumbnail(thumbnails[cursor].timestamp)
      else if (tab === 'compilations' && compilations[cursor]) void actions.approveCompilation(cursor)
    },
    reject() {
      if (current) void actions.rejectHighlight(current.index)
    },
    preview() {
      if (tab === 'thumbnails') {
        const frame = thumbnails[cursor]
        if (frame) playback.seek(frame.timestamp)
        return
      }
      if (count === 0) return
      if (previewing !== cursor) {
        setPreviewing(cursor)
        return
      }
      const clip = panel.current?.querySelector('video')
      if (!clip) return
      // If starting is refused, the clip's own controls remain.
      if (clip.paused) void clip.play().catch(() => undefined)
      else clip.pause()
    },
  }
}

export type ReviewList = ReturnType<typeof useReviewList>
