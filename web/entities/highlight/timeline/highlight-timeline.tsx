import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ExcitementCurve, Scene } from '#contract/analysis.ts'
import { texts } from '#texts/entities/highlight.ts'
import { cx } from '../../../lib/cx.ts'
import { formatClock, formatLength, formatPercent } from '../../../lib/format.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { type Clip, clipAt, neighbor, placeBadges, points } from './clips.ts'
import { curvePaths, peaks } from './curve.ts'
import { CurveShape } from './curve-shape.tsx'
import { timeMarks } from './time-marks.ts'
import { standingStill, type TimeSource, useTime } from './time-source.ts'
import { useWidth } from './use-width.ts'

export interface HighlightTimelineProps {
  /** seconds */
  duration: number
  /** null if only the clips are known: then they are bars as high as their score */
  curve: ExcitementCurve | null
  clips: readonly Clip[]
  scenes?: readonly Pick<Scene, 'timestamp' | 'sceneType'>[]
  time?: TimeSource
  onSeek?: (seconds: number) => void
  /** 44 px for lists, else full height with a playhead */
  compact?: boolean
}

const noScenes: readonly Pick<Scene, 'timestamp' | 'sceneType'>[] = []

/**
 * The ride at a glance: excitement over time, clips as bands with their score below, scene changes as ticks,
 * the playhead and a time axis. Seeks by pointer and by arrow keys (Page Up and Down go from clip to clip).
 */
export function HighlightTimeline({
  duration,
  curve,
  clips,
  scenes = noScenes,
  time = standingStill,
  onSeek,
  compact = false,
}: HighlightTimelineProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const paths = useMemo(
    () => (curve ? curvePaths(peaks(curve.values, compact ? 140 : 320)) : null),
    [curve, compact],
  )
  const [badgeWidth, badgeHeight] = compact ? [24, 18] : [30, 24]
  const badges = useMemo(
    () => placeBadges(clips, duration, width, badgeWidth),
    [clips, duration, width, badgeWidth],
  )
  const rows = Math.max(0, ...badges.map(({ row }) => row + 1))
  const current = useTime(time, seconds => (onSeek ? clipAt(clips, seconds) : -1))
  const at = (seconds: number) => `${(Math.min(1, Math.max(0, seconds / duration)) * 100).toFixed(3)}%`
  const summary = texts.timeline({ length: formatLength(duration), count: clips.length })

  // Positions are set as styles by script: the content policy allows that but not style attributes in markup.
  const picture = useHydrated() && (
    <>
      {clips.map((clip, index) => (
        <div
          key={`${clip.start}-${clip.end}`}
          className={cx(
            'absolute bottom-0 rounded-t-sm transition-colors duration-150',
            clip.clipType === 'action' ? 'bg-glow' : 'bg-pine',
            index === current ? 'opacity-35' : paths ? 'opacity-16' : 'opacity-45',
          )}
          style={{
            left: at(clip.start),
            width: `max(3px, ${at(clip.end - clip.start)})`,
            height: paths ? '100%' : `${Math.max(20, clip.score * 100)}%`,
          }}
        />
      ))}
      {paths && (
        <CurveShape paths={paths} strokeWidth={compact ? 1.5 : 2} className="h-[92%] overflow-visible" />
      )}
      <div className="absolute inset-x-0 bottom-0 h-px bg-line" />
      {scenes.map(
        scene =>
          scene.timestamp > 0 && (
            <div
              key={scene.timestamp}
              className={cx(
                'absolute top-full w-0.5 -translate-x-1/2 bg-line-strong',
                compact ? 'h-1' : '-mt-1 h-2.5',
              )}
              style={{ left: at(scene.timestamp) }}
            />
          ),
      )}
      {onSeek && <PlayHead time={time} duration={duration} width={width} />}
    </>
  )

  return (
    <div ref={ref} className="w-full">
      {onSeek ? (
        <SeekArea duration={duration} clips={clips} curve={curve} time={time} onSeek={onSeek} label={summary}>
          {picture}
        </SeekArea>
      ) : (
        <div role="img" aria-label={summary} className={cx('relative', compact ? 'h-[26px]' : 'h-24')}>
          {picture}
        </div>
      )}
      {onSeek && <TimeAxis duration={duration} width={width} at={at} />}
      <div
        className={cx('relative', compact ? 'mt-1 min-h-[18px]' : onSeek ? 'mt-1 min-h-6' : 'mt-3.5 min-h-6')}
        style={rows > 1 ? { height: rows * (badgeHeight + 4) - 4 } : undefined}
      >
        {badges.map(({ clip, index, x, row }) => (
          <ScoreBadge
            key={`${clip.start}-${clip.end}`}
            clip={clip}
            place={{ left: x, top: row * (badgeHeight + 4), height: badgeHeight }}
            compact={compact}
            current={index === current}
            onSeek={onSeek}
          />
        ))}
      </div>
    </div>
  )
}

/** Times under the line. The slider says them to screen readers. */
const TimeAxis = ({
  duration,
  width,
  at,
}: {
  duration: number
  width: number
  at: (seconds: number) => string
}) => (
  <div aria-hidden="true" className="numeric relative mt-2 h-4 text-[0.6875rem] text-muted leading-4">
    {timeMarks(duration, width).map(seconds => (
      <span
        key={seconds}
        className={cx(
          'absolute',
          seconds === duration ? '-translate-x-full' : seconds > 0 && '-translate-x-1/2',
        )}
        style={{ left: at(seconds) }}
      >
        {formatClock(seconds)}
      </span>
    ))}
  </div>
)

function ScoreBadge({
  clip,
  place,
  compact,
  current,
  onSeek,
}: {
  clip: Clip
  place: { left: number; top: number; height: number }
  compact: boolean
  current: boolean
  onSeek: ((seconds: number) => void) | undefined
}) {
  const look = cx(
    'numeric absolute grid -translate-x-1/2 place-items-center rounded-sm font-bold',
    compact ? 'w-6 text-[0.6875rem]' : 'w-[30px] text-xs',
    clip.clipType === 'action' ? 'bg-accent text-on-accent' : 'bg-pine text-on-pine',
    current && 'outline-2 outline-ink outline-offset-2',
  )
  if (!onSeek)
    return (
      <span aria-hidden="true" className={look} style={place}>
        {points(clip.score)}
      </span>
    )
  return (
    <button
      type="button"
      className={look}
      style={place}
      aria-label={texts.clip({
        score: String(points(clip.score)),
        description: clip.description,
        start: formatClock(clip.start),
        end: formatClock(clip.end),
      })}
      onClick={() => onSeek(clip.start)}
    >
      {points(clip.score)}
    </button>
  )
}

/**
 * The line at the current moment. Moved outside React, because it follows the video frame by frame, and only by
 * compositing: nothing is laid out or painted again. @param width of its parent, pixels
 */
function PlayHead({ time, duration, width }: { time: TimeSource; duration: number; width: number }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const move = () => {
      const x = Math.min(1, Math.max(0, time.get() / duration)) * width
      if (ref.current) ref.current.style.transform = `translateX(${x.toFixed(2)}px)`
    }
    move()
    return time.subscribe(move)
  }, [time, duration, width])
  return (
    <div
      ref={ref}
      className="-top-1.5 -bottom-1 -left-px pointer-events-none absolute w-0.5 bg-ink will-change-transform"
    >
      <div className="-translate-x-1/2 absolute top-0 left-1/2 size-2.5 rounded-full bg-ink" />
    </div>
  )
}

/** The curve as a slider: press or drag to seek, arrow keys for a second, Page keys for the next clip. */
function SeekArea({
  duration,
  clips,
  curve,
  time,
  onSeek,
  label,
  children,
}: {
  duration: number
  clips: readonly Clip[]
  curve: ExcitementCurve | null
  time: TimeSource
  onSeek: (seconds: number) => void
  label: string
  children: ReactNode
}) {
  const [hover, setHover] = useState<number | null>(null)
  const second = useTime(time, seconds => Math.floor(seconds))

  const under = (event: PointerEvent<HTMLDivElement>): number => {
    const box = event.currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const now = time.get()
    const target: Record<string, number | null> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageDown: neighbor(clips, now, 1),
      PageUp: neighbor(clips, now, -1),
      Home: 0,
      End: duration,
    }
    const to = target[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (to !== null) onSeek(Math.min(duration, Math.max(0, to)))
  }
  const excitement = curve?.values[Math.floor(second / curve.stepSeconds)]
  const clip = clips[clipAt(clips, second)]
  const spoken = [
    texts.position({ clock: formatClock(second), length: formatLength(duration) }),
    excitement !== undefined && texts.excitement({ percent: formatPercent(excitement) }),
    clip?.description,
  ]

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={second}
      aria-valuetext={spoken.filter(Boolean).join(', ')}
      onKeyDown={onKeyDown}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        onSeek(under(event))
      }}
      onPointerMove={event => {
        setHover(event.pointerType === 'mouse' ? under(event) : null)
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek(under(event))
      }}
      onPointerLeave={() => setHover(null)}
      className="relative h-16 cursor-pointer sm:h-24 touch-pan-y rounded-sm outline-offset-6"
    >
      {children}
      {hover !== null && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 w-px bg-ink/45"
          style={{ left: `${(hover / duration) * 100}%` }}
        >
          <span className="numeric -translate-x-1/2 absolute bottom-full mb-1 rounded-sm bg-ink px-1.5 py-0.5 font-semibold text-[0.75rem] text-ground">
            {formatClock(hover)}
          </span>
        </div>
      )}
    </div>
  )
}
