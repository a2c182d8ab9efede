import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { GaugeRide } from '#contract/gauges/schemas.ts'
import type { GaugeTheme } from '#contract/gauges/themes.ts'
import {
  type Box,
  drawGauges,
  type GaugeFrame,
  type GaugeLayout,
  gaugeFamily,
  gaugeWeights,
  themes,
} from '#gauges/index.ts'

const run = promisify(execFile)
const files = path.resolve(import.meta.dirname, '../../node_modules/@fontsource/barlow-condensed/files')
for (const weight of gaugeWeights)
  GlobalFonts.registerFromPath(path.join(files, `barlow-condensed-latin-${weight}-normal.woff2`), gaugeFamily)

/** The pixels of a gauge that contain its number, in drawing units from its corner. */
const numbers = {
  speed: { x: 88, y: 98, width: 124, height: 104 },
  g: { x: 20, y: 60, width: 160, height: 100 },
  air: { x: 110, y: 12, width: 214, height: 92 },
} as const
export type ReadGauge = keyof typeof numbers

/** Where a gauge's number is in the picture. */
export function numberBox({ boxes, unit }: GaugeLayout, gauge: ReadGauge): Box {
  const box = boxes[gauge]
  if (!box) throw new Error(`The layout has no ${gauge}`)
  const { x, y, width, height } = numbers[gauge]
  return {
    x: Math.round(box.x + x * unit),
    y: Math.round(box.y + y * unit),
    width: Math.round(width * unit),
    height: Math.round(height * unit),
  }
}

/** Brightness of each pixel of a box, 0 to 255. */
export type Pixels = ArrayLike<number>

/** The appearance of the number when a frame is drawn on uniform gray. */
function template(
  layout: GaugeLayout,
  theme: GaugeTheme,
  gauge: ReadGauge,
  frame: GaugeFrame,
  gray: number,
): Pixels {
  const canvas = createCanvas(layout.width, layout.height)
  const context = canvas.getContext('2d')
  context.fillStyle = `rgb(${gray} ${gray} ${gray})`
  context.fillRect(0, 0, layout.width, layout.height)
  drawGauges(context, frame, layout, themes[theme], { only: [gauge] })
  const { x, y, width, height } = numberBox(layout, gauge)
  const { data } = context.getImageData(x, y, width, height)
  return Array.from(
    { length: width * height },
    (_, i) => 0.2126 * (data[4 * i] ?? 0) + 0.7152 * (data[4 * i + 1] ?? 0) + 0.0722 * (data[4 * i + 2] ?? 0),
  )
}

/**
 * Reads a number back from pixels: the candidate whose drawing differs the least.
 * @param frames what the gauges show for each number that it may be
 */
export function readerOf<N>(
  layout: GaugeLayout,
  theme: GaugeTheme,
  gauge: ReadGauge,
  gray: number,
  frames: ReadonlyMap<N, GaugeFrame>,
): (pixels: Pixels) => N {
  const templates = [...frames].map(([number, frame]) => ({
    number,
    pixels: template(layout, theme, gauge, frame, gray),
  }))
  return pixels => {
    let best: { number: N; difference: number } | null = null
    for (const one of templates) {
      let difference = 0
      for (let i = 0; i < one.pixels.length; i++) difference += ((one.pixels[i] ?? 0) - (pixels[i] ?? 0)) ** 2
      if (best === null || difference < best.difference) best = { number: one.number, difference }
    }
    if (best === null) throw new Error('There is no number to compare with')
    return best.number
  }
}

const series = (hz: number, seconds: number, at: (time: number) => number) => [
  { start: 0, hz, values: Array.from({ length: hz * seconds + 1 }, (_, i) => at(i / hz)) },
]

/** A ride with a different speed in every frame: 18 km/h more each second. */
export const timedRide: GaugeRide = {
  speed: series(20, 6, time => 5 * time),
  g: series(25, 6, time => 0.3 + 0.5 * time),
  height: [],
  flights: [{ start: 2.1, end: 2.9 }],
  track: [],
  profile: [],
  topSpeed: 30,
  name: 'Pattern',
}
const blank: GaugeFrame = { time: 0, speed: null, g: null, peak: null, height: null, air: null }
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)
/** The appearance of each possible number. */
export const candidates: Record<ReadGauge, Map<number, GaugeFrame>> = {
  speed: new Map(upTo(110).map(n => [n, { ...blank, speed: n / 3.6 }])),
  g: new Map(upTo(40).map(n => [n / 10, { ...blank, g: n / 10, peak: n / 10 }])),
  air: new Map(upTo(100).map(n => [n / 100, { ...blank, air: { seconds: n / 100, landed: null } }])),
}

/** Each frame's pixels in a box. */
export async function boxPixels(
  file: string,
  box: { x: number; y: number; width: number; height: number },
): Promise<Buffer[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', '-i', file, '-map', '0:v', '-vf'],
      // Exact, because a crop of 4:2:0 would move to even pixels.
      `scale=in_range=tv:out_range=pc,format=gray,crop=${box.width}:${box.height}:${box.x}:${box.y}:exact=1`,
      ...['-f', 'rawvideo', '-'],
    ],
    { encoding: 'buffer', maxBuffer: 1024 ** 3 },
  )
  const size = box.width * box.height
  return Array.from({ length: stdout.length / size }, (_, i) => stdout.subarray(i * size, (i + 1) * size))
}
