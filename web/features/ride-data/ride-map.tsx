import { useCallback, useMemo, useRef } from 'react'
import type { RideMarker, TrackPoint } from '#contract/ride-data.ts'
import { type Drawn, layOut, placeAt } from '#gauges/geometry.ts'
import { texts } from '#texts/features/ride-data.ts'
import type { TimeSource } from '../../entities/highlight/timeline/time-source.ts'
import { formatClock, formatLength } from '../../lib/format.ts'
import type { Units } from '../../lib/units.ts'
import { linesOf, terrain } from '../../ui/contours/contour-lines.ts'
import { triangle } from './draw-plot.ts'
import { timeAt } from './geometry.ts'
import { type Line, markerAt, valueAt } from './lines.ts'
import { North, Scale, SpeedKey } from './map-key.tsx'
import { type Hover, Scrubber } from './scrubber.tsx'
import { type RampName, speedColor, speedWidth } from './speed-ramp.ts'
import { type Paint, useCanvas, useRamp, useSize } from './use-canvas.ts'
import { moveTo, say, useMoving } from './use-moving.ts'
import { written } from './written.ts'

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
    return [
      texts.spoken({ time: formatClock(seconds), duration: formatLength(duration) }),
      value !== null && written('speed', value, units),
      markerAt(markers, seconds)?.text,
      !placeAt(drawn, seconds) && texts.map.notHere,
    ]
      .filter(Boolean)
      .join(', ')
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
      value === null ? formatClock(at) : `${formatClock(at)} · ${written('speed', value, units)}`,
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

/** Pixels per cell of the grid that the ground is computed on. */
const cell = 12
/** Points of the ride that the ground is drawn from. */
const samples = 160
/** Share of the drawing over which a measured height has an effect. */
const spread = 0.16
/** Weight of the made-up hills: full where the ride never went, slight where it did. */
const ripple = 0.4

/**
 * Contour lines below the track, as path data in pixels of the drawing: the ride's heights spread out around its track
 * (Nadaraya 1964, Gaussian kernel), over made-up hills that fade in where nothing was measured. Decoration only: it
 * reveals no places beyond the ride's own. @param heightAt 0 to 1 over the ride's heights at seconds of the video; null
 * where unknown
 */
function groundLines(
  drawn: Drawn,
  heightAt: (time: number) => number | null,
  { width, height }: { width: number; height: number },
): { thin: string; index: string } {
  const columns = Math.ceil(width / cell) + 2
  const rows = Math.ceil(height / cell) + 2
  const heights = terrain(23, columns, rows)
  const step = Math.max(1, Math.floor(drawn.times.length / samples))
  const known: { x: number; y: number; high: number }[] = []
  for (let i = 0; i < drawn.times.length; i += step) {
    const high = heightAt(drawn.times[i] as number)
    if (high !== null) known.push({ x: drawn.xs[i] as number, y: drawn.ys[i] as number, high })
  }
  const reach = 2 * (spread * Math.max(width, height)) ** 2
  for (let i = 0; i < heights.length; i++) {
    const x = ((i % columns) + 0.5) * cell
    const y = (Math.floor(i / columns) + 0.5) * cell
    let [sum, weights] = [0, 0]
    for (const place of known) {
      const weight = Math.exp(-((place.x - x) ** 2 + (place.y - y) ** 2) / reach)
      sum += weight * place.high
      weights += weight
    }
    const measured = Math.min(1, weights)
    const hill = ripple * (heights[i] as number)
    heights[i] = hill + (weights > 0 ? (measured * sum) / weights : 0)
  }
  return linesOf(heights, columns, rows, cell)
}

interface MapPicture {
  drawn: Drawn
  ground: { thin: string; index: string }
  /** speed at a time, as a share of the fastest, 0 to 1 */
  speedShare: (time: number) => number
  markers: readonly RideMarker[]
  ramp: RampName
}

function drawGround({ context, width, height, ink }: Paint, ground: MapPicture['ground']): void {
  context.fillStyle = ink('sunken')
  context.fillRect(0, 0, width, height)
  context.strokeStyle = ink('contour')
  context.lineWidth = 1
  context.globalAlpha = 0.8
  context.stroke(new Path2D(ground.thin))
  context.globalAlpha = 1
  context.lineWidth = 1.75
  context.stroke(new Path2D(ground.index))
}

/** The track: a casing that separates it from the background, then each part in the color and width of its speed. */
function drawTrack({ context, ink }: Paint, { drawn, speedShare, ramp }: MapPicture): void {
  const { times, xs, ys, begins } = drawn
  context.lineCap = 'round'
  const pieces = (grow: number, color: (share: number) => string) => {
    for (let i = 1; i < times.length; i++) {
      if (begins[i] === 1) continue
      const share = speedShare(((times[i - 1] as number) + (times[i] as number)) / 2)
      context.strokeStyle = color(share)
      context.lineWidth = speedWidth(share) + grow
      context.beginPath()
      context.moveTo(xs[i - 1] as number, ys[i - 1] as number)
      context.lineTo(xs[i] as number, ys[i] as number)
      context.stroke()
    }
  }
  const casing = ink(ramp === 'light' ? 'ink' : 'ground')
  pieces(2, () => casing)
  pieces(0, share => speedColor(ramp, share))
}

/** Highlights as diamonds and jumps as triangles, where the track shows the place. */
function drawMarkers({ context, ink }: Paint, { drawn, markers }: MapPicture): void {
  context.lineWidth = 2
  context.lineJoin = 'round'
  for (const { kind, at } of markers) {
    const place = placeAt(drawn, at)
    if (!place) continue
    const { x, y } = place
    if (kind === 'jump') triangle(context, x, y - 13, 5)
    else {
      context.beginPath()
      for (const [dx, dy] of [
        [0, -7],
        [7, 0],
        [0, 7],
        [-7, 0],
      ] as const)
        context.lineTo(x + dx, y + dy)
      context.closePath()
    }
    context.strokeStyle = ink('surface')
    context.stroke()
    context.fillStyle = ink('accent')
    context.fill()
  }
}

function drawMap(paint: Paint, picture: MapPicture): void {
  drawGround(paint, picture.ground)
  drawTrack(paint, picture)
  drawMarkers(paint, picture)
}
