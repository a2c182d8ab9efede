import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { GaugeRide } from '#contract/gauges/schemas.ts'
import { type GaugeFrame, layOutGauges, type Spans } from '#gauges/index.ts'
import { numberBox, readerOf } from '../media/read-gauges.ts'
import type { Locator } from './fixtures.ts'

const gray = 96
const blank: GaugeFrame = { time: 0, speed: null, g: null, peak: null, height: null, air: null }

/**
 * Reads the speed from a preview of gauges in the theme Dash.
 * @param spans of the video that are previewed
 * @returns miles per hour, and the time of the player that they are drawn for, seconds
 */
export async function readSpeedOn(
  canvas: Locator,
  ride: GaugeRide,
  spans: Spans,
): Promise<{ seconds: number; speed: number }> {
  const { seconds, width, height, png } = await canvas.evaluate((sheet: HTMLCanvasElement) => ({
    seconds: Number(sheet.dataset.shows),
    width: sheet.width,
    height: sheet.height,
    png: sheet.toDataURL(),
  }))
  const layout = layOutGauges(ride, { width, height, units: 'imperial', spans })
  const box = numberBox(layout, 'speed')
  const sheet = createCanvas(width, height)
  const context = sheet.getContext('2d')
  context.fillStyle = `rgb(${gray} ${gray} ${gray})`
  context.fillRect(0, 0, width, height)
  context.drawImage(await loadImage(Buffer.from(png.split(',')[1] ?? '', 'base64')), 0, 0)
  const { data } = context.getImageData(box.x, box.y, box.width, box.height)
  const pixels = Array.from(
    { length: box.width * box.height },
    (_, i) => 0.2126 * (data[4 * i] ?? 0) + 0.7152 * (data[4 * i + 1] ?? 0) + 0.0722 * (data[4 * i + 2] ?? 0),
  )
  const candidates = new Map(
    Array.from({ length: 60 }, (_, n) => [n, { ...blank, speed: n * 0.44704 }] as const),
  )
  return { seconds, speed: readerOf(layout, 'dash', 'speed', gray, candidates)(pixels) }
}
