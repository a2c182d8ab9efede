/** Measures of one yuv420p frame (limited range). Pure; results are written into the caller's arrays. */

export interface MeanSd {
  mean: number
  sd: number
}

export function meanSd(plane: Uint8Array): MeanSd {
  let sum = 0
  let squares = 0
  for (let i = 0; i < plane.length; i++) {
    const value = plane[i]!
    sum += value
    squares += value * value
  }
  const mean = sum / plane.length
  return { mean, sd: Math.sqrt(Math.max(0, squares / plane.length - mean * mean)) }
}

export function meanOf(plane: Uint8Array, from = 0, to = plane.length): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += plane[i]!
  return to > from ? sum / (to - from) : 0
}

// BT.601, limited range: chroma spans 224 steps instead of 255.
const chromaScale = 255 / 224
const rgU = 0.344136 * chromaScale
const rgV = (1.402 + 0.714136) * chromaScale
const ybU = -(0.5 * 0.344136 + 1.772) * chromaScale
const ybV = 0.5 * (1.402 - 0.714136) * chromaScale

/**
 * Colorfulness after Hasler and Süsstrunk (2003): σ + 0.3 μ over the opponent colors rg = R − G and
 * yb = (R + G)/2 − B, which depend on chroma alone. 15 is slightly, 33 moderately, 59 quite colorful.
 */
export function colorfulness(u: Uint8Array, v: Uint8Array): number {
  let rgSum = 0
  let ybSum = 0
  let rgSquares = 0
  let ybSquares = 0
  for (let i = 0; i < u.length; i++) {
    const cu = u[i]! - 128
    const cv = v[i]! - 128
    const rg = rgU * cu + rgV * cv
    const yb = ybU * cu + ybV * cv
    rgSum += rg
    ybSum += yb
    rgSquares += rg * rg
    ybSquares += yb * yb
  }
  const n = u.length
  const rgMean = rgSum / n
  const ybMean = ybSum / n
  const variance = rgSquares / n - rgMean ** 2 + (ybSquares / n - ybMean ** 2)
  return Math.sqrt(Math.max(0, variance)) + 0.3 * Math.hypot(rgMean, ybMean)
}

/** Mean square of the 4-neighbor Laplacian of luma: high for fine detail, low for blur. */
export function laplacianEnergy(luma: Uint8Array, width: number, height: number): number {
  let sum = 0
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const value = 4 * luma[i]! - luma[i - 1]! - luma[i + 1]! - luma[i - width]! - luma[i + width]!
      sum += value * value
    }
  }
  return sum / ((width - 2) * (height - 2))
}

export const lumaBins = 32
export const chromaBins = 64

/** Shares of 32 luma bins and 8 × 8 chroma bins, concatenated in `out` (96 values). */
export function histogram(luma: Uint8Array, u: Uint8Array, v: Uint8Array, out: Float32Array): void {
  out.fill(0)
  const lumaStep = 1 / luma.length
  const chromaStep = 1 / u.length
  for (let i = 0; i < luma.length; i++) out[luma[i]! >> 3]! += lumaStep
  for (let i = 0; i < u.length; i++) out[lumaBins + ((u[i]! >> 5) << 3) + (v[i]! >> 5)]! += chromaStep
}

/**
 * Distance 0 to 1 of two such histograms: half the sum of differences, with luma and chroma weighted equally.
 */
export function histogramDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!)
  return Math.min(1, sum / 4)
}

/** Rows and columns of the small picture kept for each frame. */
export const lookColumns = 16
export const lookRows = 9
/** Luma of 16 × 9 cells, then U and V of 8 × 4 cells. */
export const lookSize = lookColumns * lookRows + 2 * (lookColumns >> 1) * (lookRows >> 1)

interface Grid {
  columns: number
  rows: number
}

/** Mean of each cell of a grid over a plane. */
function cells(plane: Uint8Array, width: number, height: number, { columns, rows }: Grid, out: Uint8Array) {
  for (let row = 0; row < rows; row++) {
    const top = Math.floor((row * height) / rows)
    const bottom = Math.floor(((row + 1) * height) / rows)
    for (let column = 0; column < columns; column++) {
      const left = Math.floor((column * width) / columns)
      const right = Math.floor(((column + 1) * width) / columns)
      let sum = 0
      for (let y = top; y < bottom; y++)
        for (let i = y * width + left; i < y * width + right; i++) sum += plane[i]!
      out[row * columns + column] = sum / ((bottom - top) * (right - left)) + 0.5
    }
  }
}

/** Means of the cells of one grid over luma and of another over U and V, one after the other. */
export const gridsOf =
  (ofLuma: Grid, ofChroma: Grid) =>
  (luma: Uint8Array, u: Uint8Array, v: Uint8Array, width: number, height: number, out: Uint8Array): void => {
    const atU = ofLuma.columns * ofLuma.rows
    const atV = atU + ofChroma.columns * ofChroma.rows
    cells(luma, width, height, ofLuma, out)
    cells(u, width >> 1, height >> 1, ofChroma, out.subarray(atU))
    cells(v, width >> 1, height >> 1, ofChroma, out.subarray(atV))
  }

/** The frame's look: a 16 × 9 picture that distinguishes shots and shows how one changes into the next. */
export const look = gridsOf(
  { columns: lookColumns, rows: lookRows },
  { columns: lookColumns >> 1, rows: lookRows >> 1 },
)

/** Bands of rows whose means are kept for each frame. */
export const bandCount = 18
/** Luma, U and V of each band. */
export const bandsSize = 3 * bandCount

/** Means over the whole width, from top to bottom: where the sky ends. */
export const bands = gridsOf({ columns: 1, rows: bandCount }, { columns: 1, rows: bandCount })
