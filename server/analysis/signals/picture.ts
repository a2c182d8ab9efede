import type { PictureFeatures } from '../types.ts'
import { createBlockMatcher } from './block-motion.ts'
import { createFlowMeter } from './flow.ts'
import { GrowableBytes, GrowableFloats } from './growable.ts'
import {
  bands,
  bandsSize,
  chromaBins,
  colorfulness,
  histogram,
  histogramDistance,
  laplacianEnergy,
  look,
  lookSize,
  lumaBins,
  meanOf,
  meanSd,
} from './planes.ts'

const lists = [
  'luma',
  'lumaSd',
  'colorfulness',
  'sharpness',
  'flow',
  'flowX',
  'flowY',
  'spread',
  'divergence',
  'residual',
  'severed',
  'histogramDistance',
  'motionColumns',
  'chromaU',
  'chromaV',
  'bottomLuma',
  'bottomU',
  'bottomV',
] as const satisfies (keyof PictureFeatures)[]

/** A frame whose residual exceeds its neighbors' by this much may start a new shot, or have been jolted. */
const alone = 0.05

/** Number of whole frames kept, spread over the video. */
const stillCount = 8

/**
 * Measures a video frame by frame; `add` accepts one yuv420p frame of the given size, whose bytes it doesn't
 * keep. Lengths and speeds are in frame widths and seconds, so they don't depend on the frame size.
 * @param hz frames per second
 * @param expected approximate number of frames
 */
export function createPictureMeter(width: number, height: number, hz: number, expected = 256) {
  const pixels = width * height
  const chroma = (width >> 1) * (height >> 1)
  const matcher = createBlockMatcher(width, height)
  const flows = createFlowMeter(Math.floor(width / 16), Math.floor(height / 16))
  // The last frames, newest first, and a second matcher for skipped frames, whose guesses must not mix with
  // the first's.
  const past = [0, 1, 2].map(() => new Uint8Array(pixels))
  const leaper = createBlockMatcher(width, height)
  const residuals = [0, 0, 0]
  let bins = new Float32Array(lumaBins + chromaBins)
  let binsBefore = new Float32Array(lumaBins + chromaBins)
  const looks = new GrowableBytes(expected * lookSize)
  const lookNow = new Uint8Array(lookSize)
  const bandLists = new GrowableBytes(expected * bandsSize)
  const bandsNow = new Uint8Array(bandsSize)
  const quarters = new Float32Array(4)
  const out = Object.fromEntries(
    lists.map(name => [name, new GrowableFloats(name === 'motionColumns' ? 4 * expected : expected)]),
  ) as Record<(typeof lists)[number], GrowableFloats>
  const stills: Uint8Array[] = []
  let count = 0

  function addMotion(luma: Uint8Array): void {
    const speed = hz / width
    const field = count > 0 ? matcher.match(luma, past[0]!) : null
    const flow = field ? flows.measure(field) : { x: 0, y: 0, spread: 0, divergence: 0, residual: 0 }
    if (field) flows.columns(field, quarters)
    else quarters.fill(0)
    out.flow.push(Math.hypot(flow.x, flow.y) * speed)
    out.flowX.push(flow.x * speed)
    out.flowY.push(flow.y * speed)
    out.spread.push(flow.spread * speed)
    out.divergence.push(flow.divergence * hz)
    out.residual.push(flow.residual)
    residuals.unshift(flow.residual)
    residuals.length = 3
    if (count > 0) out.severed.push(severed(luma))
    for (const quarter of quarters) out.motionColumns.push(quarter * speed)
  }

  const leap = (to: Uint8Array, from: Uint8Array) => flows.measure(leaper.match(to, from)).residual

  /** For the frame before `luma`: what no pair of frames around it can match. */
  function severed(luma: Uint8Array): number {
    const [after, here, before] = residuals as [number, number, number]
    if (count < 3 || here < alone + Math.max(before, after)) return 0
    const [one, two, three] = past as [Uint8Array, Uint8Array, Uint8Array]
    return Math.min(leap(luma, two), leap(one, three), leap(luma, three))
  }

  return {
    frameBytes: pixels + 2 * chroma,
    add(frame: Uint8Array): void {
      const luma = frame.subarray(0, pixels)
      const u = frame.subarray(pixels, pixels + chroma)
      const v = frame.subarray(pixels + chroma, pixels + 2 * chroma)
      const { mean, sd } = meanSd(luma)
      out.luma.push(mean)
      out.lumaSd.push(sd)
      out.colorfulness.push(colorfulness(u, v))
      out.sharpness.push(laplacianEnergy(luma, width, height))
      out.chromaU.push(meanOf(u) - 128)
      out.chromaV.push(meanOf(v) - 128)
      out.bottomLuma.push(meanOf(luma, pixels >> 1))
      out.bottomU.push(meanOf(u, chroma >> 1) - 128)
      out.bottomV.push(meanOf(v, chroma >> 1) - 128)
      histogram(luma, u, v, bins)
      out.histogramDistance.push(count > 0 ? histogramDistance(bins, binsBefore) : 0)
      ;[bins, binsBefore] = [binsBefore, bins]
      addMotion(luma)
      look(luma, u, v, width, height, lookNow)
      looks.push(lookNow)
      bands(luma, u, v, width, height, bandsNow)
      bandLists.push(bandsNow)
      past.unshift(past.pop()!)
      past[0]!.set(luma)
      if (count === Math.floor(((stills.length + 0.5) * expected) / stillCount) && stills.length < stillCount)
        stills.push(luma.slice())
      count++
    },
    finish(): PictureFeatures {
      if (count > 0) out.severed.push(0)
      const features = Object.fromEntries(lists.map(name => [name, out[name].finish()])) as Record<
        (typeof lists)[number],
        Float32Array
      >
      return { ...features, looks: looks.finish(), bands: bandLists.finish(), stills }
    },
  }
}
