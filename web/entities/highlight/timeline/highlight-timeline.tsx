import { useMemo } from 'react'
import type { ExcitementCurve, Scene } from '#contract/analysis.ts'
import { cx } from '../../../lib/cx.ts'
import { formatClock } from '../../../lib/format.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { texts } from '../texts.ts'
import { type Clip, clipAt, placeBadges, points } from './clips.ts'
import { curvePaths, peaks } from './curve.ts'
import { CurveShape } from './curve-shape.tsx'
import { PlayHead } from './play-head.tsx'
import { SeekArea } from './seek-area.tsx'
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
 * the playhead. Seeks by pointer and by arrow keys (Page Up and Down go from clip to clip).
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
  const summary = texts.timeline(formatClock(duration), clips.length)

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
      <div
        className={cx('relative', compact ? 'mt-1 min-h-[18px]' : 'mt-3.5 min-h-6')}
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
      aria-label={texts.clip(
        String(points(clip.score)),
        clip.description,
        formatClock(clip.start),
        formatClock(clip.end),
      )}
      onClick={() => onSeek(clip.start)}
    >
      {points(clip.score)}
    </button>
  )
}
