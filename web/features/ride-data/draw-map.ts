import type { RideMarker } from '#contract/ride-data.ts'
import { type Drawn, placeAt } from '#gauges/geometry.ts'
import { triangle } from './draw-plot.ts'
import { type RampName, speedColor, speedWidth } from './speed-ramp.ts'
import type { Paint } from './use-canvas.ts'

export interface MapPicture {
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

export function drawMap(paint: Paint, picture: MapPicture): void {
  drawGround(paint, picture.ground)
  drawTrack(paint, picture)
  drawMarkers(paint, picture)
}
