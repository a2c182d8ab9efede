import { type PointerEvent, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Highlight } from '#contract/analysis.ts'
import type { GaugeRide } from '#contract/gauges/schemas.ts'
import { api, coverAddress } from '#contract/paths.ts'
import { aspectOf, duckedLevel, reelFps, slowMotion } from '#contract/reels/limits.ts'
import type { ReelPlan } from '#contract/reels/schemas.ts'
import { focusAt, focusOf, type Timeline } from '#contract/reels/timeline.ts'
import { texts } from '#texts/features/reels.ts'
import { loadStream } from '../../entities/player/load-stream.ts'
import { cx } from '../../lib/cx.ts'
import { useBackOnline } from '../../lib/online.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pause } from '../../ui/icons/pause.tsx'
import { Play } from '../../ui/icons/play.tsx'
import { part } from '../../ui/part/part.tsx'
import { loopOf, type Music, type Playable, startMusic } from './music.ts'
import { positionOf } from './rules.ts'

const { maker: words } = texts

const GaugeOverlay = part(() => import('../../entities/clip/gauge-overlay.tsx'))

interface Given {
  streamId: string
  /** width by height of the video */
  aspect: number
  plan: ReelPlan
  /** what is heard; keeps its identity while it stays the same */
  music: Playable | null
  timeline: Timeline
  highlights: readonly Highlight[]
  /** what the gauges show; null while that is unknown or there is nothing */
  ride: GaugeRide | null
  /** the piece that is being edited: its first picture is shown, and its crop dragged */
  selected: number
  onCrop: (x: number) => void
}

/** The reel as it will be, played from the stream of the video: nothing is rendered for it. */
export function ReelPreview(given: Given) {
  const { streamId, aspect, plan, music, timeline, highlights, ride, selected, onCrop } = given
  const video = useRef<HTMLVideoElement>(null)
  const { shown, play, pause } = useReelPlayer(video, timeline, music)
  const { failed, retry } = useStreamIn(video, streamId, pause)
  const index = shown.playing ? (shown.piece ?? 0) : selected
  const piece = timeline.pieces[index]
  const crop = plan.pieces[index]?.crop ?? null
  const shape = aspectOf[plan.shape]
  const share = shape === null ? 1 : shape / aspect
  const middle = crop ?? focusAt(piece ? focusOf(highlights, piece) : [], secondsAt(timeline, shown, index))
  useStill(video, piece?.start, shown.playing)
  const drag = useDrag(share < 1 && !shown.playing && piece !== undefined, middle, share, onCrop)
  const card = plan.title !== '' && shown.playing && shown.piece === null
  if (failed) return <ErrorState title={words.previewFailed} error={null} onRetry={retry} />
  return (
    <div className="space-y-3">
      <div
        {...drag}
        role="img"
        aria-label={words.preview}
        className={cx(
          'relative mx-auto max-h-[46svh] overflow-hidden rounded-lg bg-night lg:max-h-[56svh]',
          share < 1 && 'touch-none select-none',
          share < 1 && !shown.playing && 'cursor-ew-resize',
        )}
        style={{ aspectRatio: shape ?? aspect, maxWidth: `calc(${shape ?? aspect} * 56svh)` }}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: engines and wind; there is no speech to caption */}
        <video
          ref={video}
          playsInline
          preload="auto"
          poster={coverAddress(streamId, 360)}
          data-piece={shown.playing ? (shown.piece ?? 'title') : ''}
          className={cx(
            'pointer-events-none size-full object-cover',
            card && 'scale-110 blur-lg brightness-75',
          )}
          style={{ objectPosition: `${(positionOf(middle, share) * 100).toFixed(2)}% 50%` }}
        />
        {ride && plan.gauges !== 'none' && piece && !card && (
          <Suspense>
            <GaugeOverlay
              video={video}
              ride={ride}
              choice={plan.gauges}
              parts={timeline.pieces}
              plays="video"
            />
          </Suspense>
        )}
        {card && (
          <p className="heading absolute inset-0 grid place-items-center break-words p-6 text-center text-[2rem] text-snow">
            {plan.title}
          </p>
        )}
      </div>
      <div className="flex justify-center">
        <Button
          variant="outline"
          size="sm"
          disabled={timeline.pieces.length === 0}
          onClick={shown.playing ? pause : play}
        >
          {shown.playing ? (
            <Pause aria-hidden="true" className="size-4" />
          ) : (
            <Play aria-hidden="true" className="size-4" />
          )}
          {shown.playing ? words.pause : words.play}
        </Button>
      </div>
    </div>
  )
}

/** The second of the video that a piece shows, near enough for where its crop looks. */
function secondsAt({ pieces }: Timeline, shown: { at: number; playing: boolean }, index: number): number {
  const piece = pieces[index]
  if (!piece) return 0
  return shown.playing
    ? Math.min(piece.end, piece.start + Math.max(0, shown.at - piece.at / reelFps))
    : piece.start
}

/**
 * Loads the stream into the element. After a failure, `retry` loads it again, and so does the browser once it is back
 * online.
 */
function useStreamIn(video: RefObject<HTMLVideoElement | null>, streamId: string, onFailed: () => void) {
  const [failed, setFailed] = useState(false)
  const retry = useCallback(() => setFailed(false), [])
  useBackOnline(retry)
  useEffect(() => {
    const element = video.current
    if (failed || !element) return
    const aborting = new AbortController()
    const fail = () => {
      if (aborting.signal.aborted) return
      onFailed()
      setFailed(true)
    }
    const loading = loadStream(element, api.manifest(streamId), {
      startAt: 0,
      onFault: fail,
      onQualities: () => undefined,
      signal: aborting.signal,
    })
    loading.catch(fail)
    return () => {
      aborting.abort()
      // When it failed, that is shown already.
      void loading.then(
        loaded => loaded.stop(),
        () => undefined,
      )
    }
  }, [video, streamId, failed, onFailed])
  return { failed, retry }
}

/** While nothing plays, the first picture of the piece that is edited. */
function useStill(video: RefObject<HTMLVideoElement | null>, start: number | undefined, playing: boolean) {
  useEffect(() => {
    if (!playing && start !== undefined && video.current) video.current.currentTime = start
  }, [video, start, playing])
}

/** Moves the crop with the picture: dragged to the right, what was left of it comes into sight. */
function useDrag(on: boolean, middle: number, share: number, onCrop: (x: number) => void) {
  const from = useRef<{ x: number; middle: number } | null>(null)
  if (!on) return {}
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, middle }
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (!from.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return
      const whole = event.currentTarget.getBoundingClientRect().width / share
      const x = from.current.middle - (event.clientX - from.current.x) / whole
      onCrop(Math.round(Math.min(1 - share / 2, Math.max(share / 2, x)) * 1000) / 1000)
    },
    onPointerUp() {
      from.current = null
    },
  }
}

/** What the preview shows: the title card, or a piece at a second of the video. */
interface Shown {
  piece: number | null
  /** seconds of the reel */
  at: number
  playing: boolean
}

const isIn = (span: { from: number; to: number } | null, time: number): boolean =>
  span !== null && time >= span.from && time < span.to

/**
 * Plays the pieces of a reel one after another from the stream of its video, without rendering anything.
 * Slow motion is the element's rate, and a title card runs on the reel's timer.
 */
function useReelPlayer(
  video: RefObject<HTMLVideoElement | null>,
  timeline: Timeline,
  music: Playable | null,
) {
  const [shown, setShown] = useState<Shown>({ piece: null, at: 0, playing: false })
  const run = useRef<{ stop(): void } | null>(null)

  const pause = useCallback(() => {
    run.current?.stop()
    run.current = null
    setShown(now => ({ ...now, playing: false }))
  }, [])

  const play = useCallback(() => {
    const element = video.current
    if (!element || timeline.pieces.length === 0) return
    run.current?.stop()
    run.current = playThrough(element, timeline, music, setShown, () => {
      run.current = null
      setShown({ piece: null, at: 0, playing: false })
    })
  }, [video, timeline, music])

  // So that a press of play isn't followed by a pause.
  useEffect(() => {
    if (typeof music !== 'string') return
    const soon = setTimeout(() => loopOf(music), 300)
    return () => clearTimeout(soon)
  }, [music])

  // What is played is of the plan before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new timeline ends the playing of the old one
  useEffect(() => pause, [timeline, music, pause])

  return { shown, play, pause }
}

/** Plays from the beginning. @returns what stops it */
function playThrough(
  element: HTMLVideoElement,
  timeline: Timeline,
  music: Playable | null,
  onShown: (shown: Shown) => void,
  onEnd: () => void,
) {
  const titleSeconds = timeline.titleFrames / reelFps
  const sound: Music | null = music ? startMusic(music) : null
  let piece = -1
  let began = 0
  let frame = 0
  let stopped = false
  const volume = element.volume
  // Own music may be shorter than the reel: then the ride is heard again.
  const musicSeconds = music && typeof music === 'object' ? music.seconds : Number.POSITIVE_INFINITY
  const duckAt = (at: number) => {
    if (sound) element.volume = at < musicSeconds ? volume * duckedLevel : volume
  }
  duckAt(0)

  const stop = () => {
    stopped = true
    cancelAnimationFrame(frame)
    sound?.stop()
    element.pause()
    element.playbackRate = 1
    element.volume = volume
  }
  const go = (to: number) => {
    piece = to
    const next = timeline.pieces[to]
    if (!next) {
      stop()
      onEnd()
      return
    }
    element.currentTime = next.start
    // The browser refuses sound before the first press only, and this is one.
    void element.play().catch(() => undefined)
  }
  const look = (now: number) => {
    if (stopped) return
    began ||= now
    const current = timeline.pieces[piece]
    if (!current) {
      const at = (now - began) / 1000
      onShown({ piece: null, at, playing: true })
      if (at >= titleSeconds) go(0)
    } else {
      const time = element.currentTime
      element.playbackRate = isIn(current.slow, time) ? slowMotion.speed : 1
      // Music waits while the picture does.
      sound?.hold(element.seeking || element.readyState < 3)
      const slow = current.slow
      const extra = slow ? Math.max(0, Math.min(time, slow.to) - slow.from) : 0
      const at = current.at / reelFps + Math.max(0, time - current.start) + extra
      duckAt(at)
      onShown({ piece, at, playing: true })
      if (!element.seeking && time >= current.end - 0.5 / reelFps) go(piece + 1)
    }
    if (!stopped) frame = requestAnimationFrame(look)
  }
  element.currentTime = timeline.pieces[0]?.start ?? 0
  frame = requestAnimationFrame(look)
  return { stop }
}
