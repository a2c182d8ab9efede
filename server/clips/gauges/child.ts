/**
 * The process that draws one clip's gauges: reads a `Drawing` from standard input and writes the sheets to
 * standard output, RGBA, one after another. It sees no environment and may read only the code.
 */
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import {
  drawGauges,
  frameAt,
  type GaugeFrame,
  type GaugeName,
  gaugeFamily,
  gaugeWeights,
  layOutGauges,
  themes,
} from '#gauges/index.ts'
import type { Region } from './plan.ts'
import type { Drawing } from './run-child.ts'

const fonts = path.resolve(import.meta.dirname, '../../../node_modules/@fontsource/barlow-condensed/files')
for (const weight of gaugeWeights)
  for (const letters of ['latin', 'latin-ext'])
    GlobalFonts.registerFromPath(
      path.join(fonts, `barlow-condensed-${letters}-${weight}-normal.woff2`),
      gaugeFamily,
    )

const { ride, choice, picture, spans, plan } = JSON.parse(await text(process.stdin)) as Drawing
const { sheet, regions, times } = plan
const theme = themes[choice.theme]
const layout = layOutGauges(ride, { ...picture, units: choice.units, spans })

/** Draws only inside a region's place in the sheet. */
function within(context: SKRSContext2D, { picture: box, sheet: place }: Region, draw: () => void): void {
  context.save()
  context.beginPath()
  context.rect(place.x, place.y, box.width, box.height)
  context.clip()
  context.translate(place.x - box.x, place.y - box.y)
  draw()
  context.restore()
}

/** Which gauges have numbers: their static parts are drawn once and kept. */
const shownIn = ({ speed, g }: GaugeFrame) => `${speed === null} ${g === null}`
const stills = new Map<string, Canvas>()

function still(frame: GaugeFrame): Canvas {
  const key = shownIn(frame)
  const kept = stills.get(key)
  if (kept) return kept
  const canvas = createCanvas(sheet.width, sheet.height)
  const context = canvas.getContext('2d')
  for (const region of regions)
    within(context, region, () =>
      drawGauges(context, frame, layout, theme, { only: region.gauges, part: 'still' }),
    )
  stills.set(key, canvas)
  return canvas
}

const canvas = createCanvas(sheet.width, sheet.height)
const context = canvas.getContext('2d')

function draw(frame: GaugeFrame): Buffer {
  context.clearRect(0, 0, sheet.width, sheet.height)
  context.drawImage(still(frame), 0, 0)
  const moving = (only: readonly GaugeName[]) =>
    drawGauges(context, frame, layout, theme, { only, part: 'moving' })
  for (const region of regions) within(context, region, () => moving(region.gauges))
  const { data } = context.getImageData(0, 0, sheet.width, sheet.height)
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength)
}

/** A sheet is drawn while ffmpeg reads the previous one. */
let taken: Promise<unknown> = Promise.resolve()
for (const time of times) {
  const next = draw(frameAt(ride, time))
  await taken
  taken = process.stdout.write(next) ? Promise.resolve() : once(process.stdout, 'drain')
}
await taken
