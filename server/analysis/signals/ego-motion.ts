import type { EgoMotion } from '../types.ts'
import { GrowableFloats } from './growable.ts'

/**
 * The camera's own motion at nearly the video's frame rate, by the brightness of the picture's columns and rows:
 * each is averaged into a line of numbers, and the shift between two frames' lines is how far the picture moved.
 * After the scan-line method of Milford and Wyeth, "Single camera vision-only SLAM on a suburban road network"
 * (ICRA 2008); left and right halves are measured separately, which tells rolling and approaching from turning.
 */

/**
 * Rows whose columns are compared. What is far away shows turns best. Growth is measured twice: there, by halves, and
 * around the horizon, by quarters, where most rides have something beside the track. The mean of both follows speed
 * better than either. Further down, the ground blurs and repeats.
 */
const far = { from: 0.05, to: 0.58 }
const beside = { from: 0.3, to: 0.65 }
const quarters = 4
/** Rows that are compared with each other: without the vehicle, which doesn't move in the picture. */
const above = 0.75
/** Rows that show the sky and what is far away, above the edge of the ground ahead. */
const distant = 0.36
/** Largest shift between two frames, as a share of the longer side. */
const reach = 0.075
/** Brightness is compared with its own so far to each side, as a share of the longer side: edges, not exposure. */
const detail = 0.03

interface Shift {
  pixels: number
  /** the best match's difference relative to that of all shifts; 1 means that none is better than another */
  residual: number
}

/** Differences over 2 × `step` places, in place: they keep what exposure and shade don't change. */
function edgesOf(line: Float32Array, step: number, copy: Float32Array): void {
  copy.set(line)
  for (let i = step; i < line.length - step; i++) line[i] = copy[i + step]! - copy[i - step]!
}

/**
 * How far `now` is shifted from `before`, at most `reach` places: where the mean difference is smallest, between places too. The outermost
 * `margin` places have no edges.
 */
function shiftOf(
  now: Float32Array,
  before: Float32Array,
  margin: number,
  reach: number,
  costs: Float32Array,
): Shift {
  // At least half of a short line has to match.
  const range = Math.min(reach, Math.floor((now.length - 2 * margin) / 2))
  let best = range
  let total = 0
  for (let shift = -range; shift <= range; shift++) {
    const from = margin + Math.max(0, shift)
    const to = now.length - margin + Math.min(0, shift)
    let sum = 0
    for (let i = from; i < to; i++) sum += Math.abs(now[i]! - before[i - shift]!)
    const at = shift + range
    costs[at] = sum / (to - from)
    total += costs[at]!
  }
  // Without any difference, nothing moved.
  for (let at = 0; at <= 2 * range; at++) if (costs[at]! < costs[best]!) best = at
  const least = costs[best]!
  const [left, right] = [best > 0 ? costs[best - 1]! : least, best < 2 * range ? costs[best + 1]! : least]
  const steep = Math.max(left, right) - least
  const between = steep > 0 ? (left - right) / (2 * steep) : 0
  return { pixels: best - range + between, residual: total > 0 ? (least * (2 * range + 1)) / total : 1 }
}

/** Least-squares slope of shifts over the places of their lines, weighted by how well each matches. */
function slopeOf(shifts: readonly Shift[], apart: number): number {
  let [weights, places, values, squares, products] = [0, 0, 0, 0, 0]
  for (const [index, { pixels, residual }] of shifts.entries()) {
    const weight = Math.max(0.01, 1 - residual)
    const place = index * apart
    weights += weight
    places += weight * place
    values += weight * pixels
    squares += weight * place ** 2
    products += weight * place * pixels
  }
  return (products - (places * values) / weights) / (squares - places ** 2 / weights)
}

/**
 * Measures a video frame by frame; `add` accepts one luma plane of the given size, whose bytes it doesn't keep.
 * @param hz frames per second
 * @param expected approximate number of frames
 */
export function createEgoMotionMeter(width: number, height: number, hz: number, expected = 256) {
  const longer = Math.max(width, height)
  const range = Math.round(reach * longer)
  const step = Math.round(detail * longer)
  const middle = width >> 1
  const quarter = width >> 2
  const row = (share: number) => Math.round(share * height)
  const rows = row(above)
  const distantRows = row(distant) + step
  const makeLines = () => ({
    columns: [middle, middle].map(length => new Float32Array(length)),
    rows: [rows, rows].map(length => new Float32Array(length)),
    quarters: Array.from({ length: quarters }, () => new Float32Array(quarter)),
  })
  let now = makeLines()
  let before = makeLines()
  const costs = new Float32Array(2 * range + 1)
  const copies = [middle, rows, quarter].map(length => new Float32Array(length))
  const out = {
    yaw: new GrowableFloats(expected),
    pitch: new GrowableFloats(expected),
    farPitch: new GrowableFloats(expected),
    roll: new GrowableFloats(expected),
    growth: new GrowableFloats(expected),
    residual: new GrowableFloats(expected),
  }
  const lists = Object.values(out)
  let count = 0
  let repeated = 0

  /** Sums of columns from `left` on, over the rows of a band. Means would only scale them. */
  function sumColumns(luma: Uint8Array, line: Float32Array, left: number, band: typeof far): void {
    line.fill(0)
    for (let y = row(band.from); y < row(band.to); y++) {
      const at = y * width + left
      for (let x = 0; x < line.length; x++) line[x]! += luma[at + x]!
    }
    edgesOf(line, step, copies.find(copy => copy.length === line.length)!)
  }

  function sumRows(luma: Uint8Array, line: Float32Array, left: number): void {
    for (let y = 0; y < rows; y++) {
      let sum = 0
      const at = y * width + left
      for (let x = at; x < at + middle; x++) sum += luma[x]!
      line[y] = sum
    }
    edgesOf(line, step, copies.find(copy => copy.length === line.length)!)
  }

  function measureLines(luma: Uint8Array): void {
    for (const [side, line] of now.columns.entries()) sumColumns(luma, line, side * middle, far)
    for (const [side, line] of now.rows.entries()) sumRows(luma, line, side * middle)
    for (const [index, line] of now.quarters.entries()) sumColumns(luma, line, index * quarter, beside)
  }

  const isRepeated = () =>
    now.rows.every((line, side) => line.every((value, i) => value === before.rows[side]![i]))

  const shifts = (kind: keyof typeof now, length = Number.POSITIVE_INFINITY): Shift[] =>
    now[kind].map((line, i) =>
      shiftOf(line.subarray(0, length), before[kind][i]!.subarray(0, length), step, range, costs),
    )

  const meanOf = (pair: readonly Shift[]) => (pair[0]!.pixels + pair[1]!.pixels) / 2

  /** The motion since the last new frame, spread over the frames that only repeated it. */
  function push(): void {
    const steps = repeated + 1
    const perSecond = hz / steps
    const [left, right] = shifts('columns') as [Shift, Shift]
    const [leftRows, rightRows] = shifts('rows') as [Shift, Shift]
    const growth = ((right.pixels - left.pixels) / middle + slopeOf(shifts('quarters'), quarter)) / 2
    const values = [
      (meanOf([left, right]) * perSecond) / width,
      (meanOf([leftRows, rightRows]) * perSecond) / width,
      (meanOf(shifts('rows', distantRows)) * perSecond) / height,
      ((rightRows.pixels - leftRows.pixels) * perSecond) / middle,
      growth * perSecond,
      (left.residual + right.residual + leftRows.residual + rightRows.residual) / 4,
    ]
    for (let step = 0; step < steps; step++) for (const [i, list] of lists.entries()) list.push(values[i]!)
    repeated = 0
  }

  function still(): void {
    for (const list of lists) list.push(0)
  }

  return {
    frameBytes: width * height,
    add(luma: Uint8Array): void {
      measureLines(luma)
      if (count === 0) still()
      else if (isRepeated()) repeated++
      else push()
      count++
      ;[now, before] = [before, now]
    },
    finish(): EgoMotion {
      for (; repeated > 0; repeated--) still()
      return {
        hz,
        yaw: out.yaw.finish(),
        pitch: out.pitch.finish(),
        farPitch: out.farPitch.finish(),
        roll: out.roll.finish(),
        growth: out.growth.finish(),
        residual: out.residual.finish(),
      }
    },
  }
}
