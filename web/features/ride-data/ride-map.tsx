import { useCallback, useMemo, useRef } from 'react'
import type { RideMarker, TrackPoint } from '#contract/ride-data.ts'
import { layOut, placeAt } from '#gauges/geometry.ts'
import type { TimeSource } from '../../entities/highlight/timeline/time-source.ts'
import type { Units } from '../../lib/units.ts'
import { drawMap } from './draw-map.ts'
import { timeAt } from './geometry.ts'
import { groundLines } from './ground.ts'
import { type Line, markerAt, valueAt } from './lines.ts'
import { North, Scale, SpeedKey } from './map-key.tsx'
import { type Hover, Scrubber } from './scrubber.tsx'
import { texts } from './texts.ts'
import { type Paint, useCanvas, useRamp, useSize } from './use-canvas.ts'
import { moveTo, say, useMoving } from './use-moving.ts'

/** Pixels around the track that stay free for the scale, the north arrow and the labels of its ends. */
const margin = 44

/** The ride from above, drawn only from its own places and heights: no map tiles, no other server. */
export function RideMap({
  track,
  speed,
  height: heights,
  markers,
  duration,
  time,
  hover,
  units,
  onSeek,
}: {
  track: readonly (readonly TrackPoint[])[]
  speed: Line | null
  height: Line | null
  markers: readonly RideMarker[]
  duration: number
  time: TimeSource
  hover: Hover
  units: Units
  onSeek: (seconds: number) => void
}) {
  const { ref, width, height } = useSize<HTMLDivElement>()
  const ramp = useRamp()
  const drawn = useMemo(() => layOut(track, { width, height, margin }), [track, width, height])
  const ground = useMemo(
    () => groundLines(drawn, seconds => shareAt(heights, seconds), { width, height }),
    [drawn, heights, width, height],
  )
  const draw = useCallback(
    (paint: Paint) => {
      const speedShare = (seconds: number) => (speed ? (valueAt(speed, seconds) ?? 0) / (speed.most || 1) : 0)
      drawMap(paint, { drawn, ground, markers, ramp, speedShare })
    },
    [drawn, ground, markers, ramp, speed],
  )
  const canvas = useCanvas({ width, height }, draw)
  const spoken = (seconds: number) => {
    const value = speed && valueAt(speed, seconds)
    return texts.spoken(seconds, duration, [
      value !== null && texts.written('speed', value, units),
      markerAt(markers, seconds)?.text,
      !placeAt(drawn, seconds) && texts.map.notHere,
    ])
  }
  const ends = width > 0 ? endsOf(drawn) : null
  return (
    <div>
      <Scrubber
        label={texts.map.label}
        duration={duration}
        markers={markers}
        time={time}
        hover={hover}
        timeOf={({ x, y }) => timeAt(drawn, x, y, time.get())}
        spoken={spoken}
        onSeek={onSeek}
        className="overflow-hidden rounded-lg border border-line"
      >
        <div ref={ref} className="h-75 @2xl:h-102">
          <canvas ref={canvas} className="absolute inset-0 size-full" />
          {ends && (
            <>
              <End place={ends.start} name={texts.map.start} above={ends.start.y <= ends.end.y} />
              <End place={ends.end} name={texts.map.end} above={ends.start.y > ends.end.y} />
            </>
          )}
          <Walker drawn={drawn} time={time} hover={hover} speed={speed} units={units} width={width} />
          {width > 0 && <Scale pixelsPerMeter={drawn.pixelsPerMeter} units={units} />}
          <North />
        </div>
      </Scrubber>
      {speed && <SpeedKey ramp={ramp} fastest={speed.most} units={units} />}
    </div>
  )
}

/** Where a value lies between the lowest and the highest of its line, 0 to 1. */
function shareAt(line: Line | null, seconds: number): number | null {
  const value = line && valueAt(line, seconds)
  return line && value !== null ? (value - line.least) / Math.max(20, line.most - line.least) : null
}

type Drawn = ReturnType<typeof layOut>
interface Place {
  x: number
  y: number
}

function endsOf({ xs, ys }: Drawn): { start: Place; end: Place } {
  const at = (i: number) => ({ x: xs.at(i) ?? 0, y: ys.at(i) ?? 0 })
  return { start: at(0), end: at(-1) }
}

/** The label of one end of the track, placed away from the other one. */
const End = ({ place, name, above }: { place: Place; name: string; above: boolean }) => (
  <div className="absolute top-0 left-0" style={{ transform: `translate(${place.x}px, ${place.y}px)` }}>
    <span className="-left-1.5 -top-1.5 absolute size-3 rounded-full border-2 border-ink bg-surface" />
    <span
      className="-translate-x-1/2 absolute rounded-sm bg-surface/90 px-1 font-semibold text-[0.75rem]"
      style={above ? { bottom: 10 } : { top: 10 }}
    >
      {name}
    </span>
  </div>
)

/** The dot at the current moment, and what is under the pointer. */
function Walker({
  drawn,
  time,
  hover,
  speed,
  units,
  width,
}: {
  drawn: Drawn
  time: TimeSource
  hover: Hover
  speed: Line | null
  units: Units
  width: number
}) {
  const dot = useRef<HTMLDivElement>(null)
  const pointer = useRef<HTMLDivElement>(null)
  const tag = useRef<HTMLSpanElement>(null)
  const follow = () => moveTo(dot.current, placeAt(drawn, time.get()))
  const point = () => {
    const at = hover.get()
    const place = at === null ? null : placeAt(drawn, at)
    moveTo(pointer.current, place)
    if (at === null || !place) return
    const value = speed && valueAt(speed, at)
    say(
      tag.current,
      value === null ? texts.at(at) : `${texts.at(at)} · ${texts.written('speed', value, units)}`,
    )
    if (tag.current)
      tag.current.style.translate = place.x > width / 2 ? 'calc(-100% - 10px) -50%' : '10px -50%'
  }
  useMoving([time], follow, [drawn])
  useMoving([hover], point, [drawn, speed, units, width])
  return (
    <>
      <div ref={pointer} className="invisible absolute top-0 left-0">
        <span className="-left-1 -top-1 absolute size-2 rounded-full bg-ink" />
        <span
          ref={tag}
          className="numeric absolute top-0 left-0 whitespace-nowrap rounded-sm bg-ink px-1.5 py-0.5 font-semibold text-[0.75rem] text-ground"
        />
      </div>
      <div
        ref={dot}
        data-walker
        className="-top-2 -left-2 absolute size-4 rounded-full border-3 border-surface bg-accent outline-2 outline-ink will-change-transform"
      />
    </>
  )
}
