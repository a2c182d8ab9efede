import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { texts } from '#texts/pages/landing.ts'
import { clipAt, points } from '../../../entities/highlight/timeline/clips.ts'
import { HighlightTimeline } from '../../../entities/highlight/timeline/highlight-timeline.tsx'
import { type TimeSource, useTime } from '../../../entities/highlight/timeline/time-source.ts'
import { Playback } from '../../../entities/player/playback.ts'
import { cx } from '../../../lib/cx.ts'
import { formatLength } from '../../../lib/format.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { clips, curve, duration, files } from './demo-ride.ts'

const stillness = '(prefers-reduced-motion: reduce)'

function onStillness(listener: () => void): () => void {
  const query = window.matchMedia(stillness)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const useWantsStillness = () =>
  useSyncExternalStore(
    onStillness,
    () => window.matchMedia(stillness).matches,
    () => false,
  )

/** Whether this person asked the browser to save data. Only Chromium shares that. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** The product on an example: a clip with gauges and its timeline, playing and seekable. */
export function DemoCard() {
  const card = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [playback] = useState(() => new Playback())
  const hydrated = useHydrated()
  const wantsStillness = useWantsStillness()
  const [chosen, choose] = useState<'play' | 'pause' | null>(null)
  const playing = chosen ? chosen === 'play' : hydrated && !wantsStillness && !savesData()
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const element = card.current
    if (!element) return
    // A phone first shows only its upper edge: load and play nothing out of sight.
    const observer = new IntersectionObserver(entries => setVisible(entries[0]?.isIntersecting ?? false), {
      threshold: 0.5,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => (video.current ? playback.attach(video.current) : undefined), [playback])
  useEffect(() => {
    const element = video.current
    if (!element) return
    if (!playing || !visible) return element.pause()
    // Where the browser refuses, the poster stays and "Play" works.
    void element.play().catch(() => choose('pause'))
  }, [playing, visible])

  return (
    <div ref={card} className="rounded-xl border border-line bg-surface p-4 shadow-float sm:p-5">
      <video
        ref={video}
        src={files.clip}
        poster={files.poster}
        preload="none"
        muted
        loop
        playsInline
        disablePictureInPicture
        aria-label={texts.demo.picture}
        className="block aspect-video w-full rounded-lg bg-[#8a5a35] object-cover"
      />
      <div className="mt-4 mb-5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="max-sm:basis-full font-semibold">{texts.demo.title}</p>
        <span className="whitespace-nowrap rounded-sm bg-ink/7 px-1.5 py-0.5 font-medium text-[0.6875rem] text-muted">
          {texts.demo.label}
        </span>
        <button
          type="button"
          aria-pressed={playing}
          disabled={!hydrated}
          onClick={() => choose(playing ? 'pause' : 'play')}
          className="ml-auto rounded-sm px-1.5 py-1 font-semibold text-muted text-xs hover:text-ink"
        >
          {playing ? texts.demo.pause : texts.demo.play}
        </button>
        <span className="numeric text-muted text-sm">{formatLength(duration)}</span>
      </div>
      <HighlightTimeline
        duration={duration}
        curve={curve}
        clips={clips}
        time={playback}
        onSeek={playback.seek}
      />
      <Reading time={playback} />
    </div>
  )
}

/** The current moment: the highlight with its evidence, or that nothing stands out. */
function Reading({ time }: { time: TimeSource }) {
  // Before it plays, the poster shows the first highlight.
  const clip = clips[useTime(time, seconds => (seconds === 0 ? 0 : clipAt(clips, seconds)))]
  const level = useTime(time, seconds => points(curve.values[Math.floor(seconds / curve.stepSeconds)] ?? 0))
  return (
    <div className="mt-4 flex min-h-13 items-center gap-4">
      <span
        className={cx(
          'figure w-11 shrink-0 text-[2.25rem] leading-none',
          clip ? 'text-accent' : 'text-muted',
        )}
      >
        {clip ? points(clip.score) : level}
      </span>
      <div className="min-w-0">
        <p className="font-semibold text-[0.9375rem]">{clip?.description ?? texts.demo.quiet.title}</p>
        <p className="text-muted text-sm">{clip ? texts.demo.why : texts.demo.quiet.text}</p>
      </div>
    </div>
  )
}
