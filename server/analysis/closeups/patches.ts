/**
 * Small square patches of a luma plane, compared with mean and contrast removed, so that lighting doesn't
 * matter.
 */

export interface Point {
  x: number
  y: number
}

/** A luma plane of one frame, 0 to 255. */
export interface Plane {
  luma: Uint8Array
  width: number
  height: number
}

/** A frame in color, yuv420p in limited range. */
export interface Picture extends Plane {
  u: Uint8Array
  v: Uint8Array
}

/** Radius of a patch in pixels. */
export const patchRadius = 4
const side = 2 * patchRadius + 1
const pixels = side * side
/** Patches with a smaller norm after subtracting their mean have too little texture to be recognized. */
const faint = 9

const isInside = ({ width, height }: Plane, x: number, y: number): boolean =>
  x >= patchRadius && y >= patchRadius && x < width - patchRadius && y < height - patchRadius

/** The patch around a point with mean 0 and length 1; null when it leaves the plane or is flat. */
export function patchAt(plane: Plane, { x, y }: Point): Float32Array | null {
  if (!isInside(plane, x, y)) return null
  const { luma, width } = plane
  const patch = new Float32Array(pixels)
  let sum = 0
  for (let row = 0, k = 0; row < side; row++) {
    let i = (y + row - patchRadius) * width + x - patchRadius
    for (let column = 0; column < side; column++, k++, i++) {
      patch[k] = luma[i]!
      sum += luma[i]!
    }
  }
  const mean = sum / pixels
  let squares = 0
  for (let k = 0; k < pixels; k++) {
    patch[k]! -= mean
    squares += patch[k]! ** 2
  }
  const length = Math.sqrt(squares)
  if (length < faint) return null
  for (let k = 0; k < pixels; k++) patch[k]! /= length
  return patch
}

/** Normalized cross-correlation of a patch with the one around a pixel, −1 to 1; −1 outside the plane. */
function correlation(patch: Float32Array, plane: Plane, x: number, y: number): number {
  if (!isInside(plane, x, y)) return -1
  const { luma, width } = plane
  let sum = 0
  let squares = 0
  let along = 0
  for (let row = 0, k = 0; row < side; row++) {
    let i = (y + row - patchRadius) * width + x - patchRadius
    for (let column = 0; column < side; column++, k++, i++) {
      const value = luma[i]!
      sum += value
      squares += value * value
      along += value * patch[k]!
    }
  }
  const variance = squares - (sum * sum) / pixels
  return variance < faint ** 2 / 4 ? 0 : along / Math.sqrt(variance)
}

export interface Match extends Point {
  correlation: number
}

/** The best match of a patch within `reach` pixels of any given point. */
export function findPatch(patch: Float32Array, plane: Plane, around: readonly Point[], reach: number): Match {
  const best: Match = { x: 0, y: 0, correlation: -1 }
  for (let guess = 0; guess < around.length; guess++) {
    const { x: cx, y: cy } = around[guess]!
    for (let y = cy - reach; y <= cy + reach; y++) {
      for (let x = cx - reach; x <= cx + reach; x++) {
        const isTried = around
          .slice(0, guess)
          .some(other => Math.abs(other.x - x) <= reach && Math.abs(other.y - y) <= reach)
        if (isTried) continue
        const found = correlation(patch, plane, x, y)
        if (found <= best.correlation) continue
        best.correlation = found
        best.x = x
        best.y = y
      }
    }
  }
  return best
}
