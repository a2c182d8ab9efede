import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { clipAt, points } from '../../../entities/highlight/timeline/clips.ts'
import { HighlightTimeline } from '../../../entities/highlight/timeline/highlight-timeline.tsx'
import { type TimeSource, useTime } from '../../../entities/highlight/timeline/time-source.ts'
import { cx } from '../../../lib/cx.ts'
import { formatClock } from '../../../lib/format.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { texts } from '../texts.ts'
import { DemoClock } from './demo-clock.ts'
import { clips, curve, duration, excitementAt, scenes } from './demo-ride.ts'
import { RidePicture } from './ride-picture.tsx'

/** Starts at the best moment, so that a still picture of the page shows what the product finds. */
const startAt = 117.5

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

/** The product on an example: the dashboard's timeline, playing and seekable. */
export function DemoCard() {
  const card = useRef<HTMLDivElement>(null)
  const [clock] = useState(() => new DemoClock(duration, startAt))
  const hydrated = useHydrated()
  const wantsStillness = useWantsStillness()
  const [chosen, choose] = useState<'play' | 'pause' | null>(null)
  const playing = chosen ? chosen === 'play' : !wantsStillness
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const element = card.current
    if (!element) return
    // A phone first shows only its upper edge: don't draw sixty times a second out of sight.
    const observer = new IntersectionObserver(entries => setVisible(entries[0]?.isIntersecting ?? false), {
      threshold: 0.5,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => (playing && visible ? clock.run() : undefined), [clock, playing, visible])

  return (
    <div ref={card} className="rounded-xl border border-line bg-surface p-4 shadow-float sm:p-5">
      <RidePicture time={clock} />
      <div className="mt-4 mb-5 flex items-center gap-3">
        <p className="min-w-0 truncate font-semibold">{texts.demo.title}</p>
        <span className="rounded-sm bg-ink/7 px-1.5 py-0.5 font-medium text-[0.6875rem] text-muted">
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
        <span className="numeric text-muted text-sm">{formatClock(duration)}</span>
      </div>
      <HighlightTimeline
        duration={duration}
        curve={curve}
        clips={clips}
        scenes={scenes}
        time={clock}
        onSeek={clock.seek}
      />
      <Reading time={clock} />
    </div>
  )
}

/** The current moment: the clip with its evidence, or that nothing stands out. */
function Reading({ time }: { time: TimeSource }) {
  const clip = clips[useTime(time, seconds => clipAt(clips, seconds))]
  const level = useTime(time, seconds => points(excitementAt(seconds)))
  const tone = clip ? (clip.clipType === 'action' ? 'text-accent' : 'text-pine') : 'text-muted'
  return (
    <div className="mt-4 flex min-h-13 items-center gap-4">
      <span className={cx('figure w-11 shrink-0 text-[2.25rem] leading-none', tone)}>
        {clip ? points(clip.score) : level}
      </span>
      <div className="min-w-0">
        <p className="font-semibold text-[0.9375rem]">{clip?.description ?? texts.demo.quiet.title}</p>
        <p className="text-muted text-sm">{clip?.facts ?? texts.demo.quiet.text}</p>
      </div>
    </div>
  )
}
