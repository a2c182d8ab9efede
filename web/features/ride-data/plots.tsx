import { useCallback, useRef } from 'react'
import type { RideMarker, RideMeasure } from '#contract/ride-data.ts'
import { texts } from '#texts/features/ride-data.ts'
import type { TimeSource } from '../../entities/highlight/timeline/time-source.ts'
import { useWidth } from '../../entities/highlight/timeline/use-width.ts'
import { formatClock, formatLength } from '../../lib/format.ts'
import type { Units } from '../../lib/units.ts'
import { drawPlot, levelOf, type Range } from './draw-plot.ts'
import { type Line, markerAt, rangeOf, valueAt } from './lines.ts'
import { type Hover, Scrubber } from './scrubber.tsx'
import { type Paint, useCanvas } from './use-canvas.ts'
import { moveTo, say, useMoving, useTelling } from './use-moving.ts'
import { written } from './written.ts'

export interface MeasuredLine {
  measure: RideMeasure
  line: Line
}

const plotHeight = 64

/** Speed, g-force, height and turn rate one below the other, on one time axis. */
export function Plots({
  lines,
  markers,
  duration,
  time,
  hover,
  units,
  onSeek,
}: {
  lines: readonly MeasuredLine[]
  markers: readonly RideMarker[]
  duration: number
  time: TimeSource
  hover: Hover
  units: Units
  onSeek: (seconds: number) => void
}) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const spoken = (seconds: number) =>
    [
      texts.spoken({ time: formatClock(seconds), duration: formatLength(duration) }),
      ...lines.map(({ measure, line }) => {
        const value = valueAt(line, seconds)
        return value !== null && `${texts.measures[measure]} ${written(measure, value, units)}`
      }),
      markerAt(markers, seconds)?.text,
    ]
      .filter(Boolean)
      .join(', ')
  return (
    <Scrubber
      label={texts.plots}
      duration={duration}
      markers={markers}
      time={time}
      hover={hover}
      timeOf={({ x, width: whole }) => Math.min(1, Math.max(0, x / whole)) * duration}
      spoken={spoken}
      onSeek={onSeek}
      className="rounded-sm outline-offset-6"
    >
      <div ref={ref} className="space-y-3">
        {lines.map(({ measure, line }, place) => (
          <Plot
            key={measure}
            turn={place / lines.length}
            measure={measure}
            line={line}
            range={rangeOf(measure, line)}
            markers={markers}
            duration={duration}
            width={width}
            time={time}
            hover={hover}
            units={units}
          />
        ))}
      </div>
    </Scrubber>
  )
}

function Plot({
  measure,
  line,
  range: { low, high },
  markers,
  duration,
  width,
  time,
  hover,
  units,
  turn,
}: MeasuredLine & {
  range: Range
  markers: readonly RideMarker[]
  duration: number
  width: number
  time: TimeSource
  hover: Hover
  units: Units
  /** when its value may change, as a part of the time between two changes */
  turn: number
}) {
  const head = useRef<HTMLDivElement>(null)
  const dot = useRef<HTMLDivElement>(null)
  const value = useRef<HTMLSpanElement>(null)
  const pointer = useRef<HTMLDivElement>(null)
  const tag = useRef<HTMLSpanElement>(null)
  const draw = useCallback(
    (paint: Paint) => drawPlot(paint, { line, range: { low, high }, markers, duration }),
    [line, low, high, markers, duration],
  )
  const canvas = useCanvas({ width, height: plotHeight }, draw)

  const xOf = (seconds: number) => Math.min(1, Math.max(0, seconds / duration)) * width
  const follow = () => {
    const now = time.get()
    const here = valueAt(line, now)
    moveTo(head.current, { x: xOf(now), y: 0 })
    moveTo(dot.current, here === null ? null : { x: xOf(now), y: levelOf(here, { low, high }, plotHeight) })
  }
  const tell = () => {
    const here = valueAt(line, time.get())
    say(value.current, here === null ? texts.unknown : written(measure, here, units))
  }
  const point = () => {
    const at = hover.get()
    moveTo(pointer.current, at === null ? null : { x: xOf(at), y: 0 })
    if (at === null) return
    const there = valueAt(line, at)
    const shown = there === null ? texts.unknown : written(measure, there, units)
    say(tag.current, `${formatClock(at)} · ${shown}`)
    // Beside the line it belongs to, on the side with room.
    if (tag.current) tag.current.style.translate = xOf(at) > width / 2 ? 'calc(-100% - 4px) 0' : '6px 0'
  }
  useMoving([time], follow, [line, low, high, width, duration])
  useTelling(time, tell, [line, units], turn)
  useMoving([hover], point, [line, width, duration, units])

  return (
    <div>
      <div className="flex items-baseline gap-2 text-sm">
        <span className="font-medium">{texts.measures[measure]}</span>
        <span className="numeric text-muted text-xs">
          {measure === 'height'
            ? texts.between({
                least: written(measure, line.least, units),
                most: written(measure, line.most, units),
              })
            : texts.upTo({ most: written(measure, line.most, units) })}
        </span>
        {/* Fixed size, so that a new value causes no layout beyond itself. */}
        <span
          ref={value}
          className="figure ml-auto h-6 w-24 shrink-0 self-end text-right text-[1.25rem] leading-6 contain-strict"
        />
      </div>
      <div className="relative mt-1 overflow-hidden contain-strict" style={{ height: plotHeight }}>
        <canvas ref={canvas} className="absolute inset-0 size-full" />
        <div ref={head} className="-left-px absolute inset-y-0 w-0.5 bg-ink will-change-transform" />
        <div
          ref={dot}
          className="-top-1 -left-1 absolute size-2 rounded-full bg-ink outline-2 outline-surface will-change-transform"
        />
        <div ref={pointer} className="invisible absolute inset-y-0 left-0 w-px bg-ink/45">
          <span
            ref={tag}
            className="numeric absolute bottom-0 left-0 whitespace-nowrap rounded-sm bg-ink px-1.5 py-0.5 font-semibold text-[0.75rem] text-ground"
          />
        </div>
      </div>
    </div>
  )
}
