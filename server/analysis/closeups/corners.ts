import { type Plane, type Point, patchRadius } from './patches.ts'

/** Side of a cell in pixels; the best corner in each is used. */
const cell = 10
/** Radius in pixels over which gradients are summed. */
const reach = 3
/** Smallest eigenvalue of the summed gradients at which a place can be found again, gray levels squared. */
const least = 400

/** Box sums of a list of width × height values over squares of 2 × reach + 1 pixels. */
function boxSums(values: Float32Array, width: number, height: number): Float32Array {
  const across = new Float32Array(values.length)
  const out = new Float32Array(values.length)
  for (let y = 0; y < height; y++) {
    for (let x = reach; x < width - reach; x++) {
      let sum = 0
      for (let d = -reach; d <= reach; d++) sum += values[y * width + x + d]!
      across[y * width + x] = sum
    }
  }
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach; x < width - reach; x++) {
      let sum = 0
      for (let d = -reach; d <= reach; d++) sum += across[(y + d) * width + x]!
      out[y * width + x] = sum
    }
  }
  return out
}

/**
 * Places that can be found again in another frame, the best in each cell: where the smaller eigenvalue of the
 * structure tensor is large (Shi and Tomasi, Good Features to Track, 1994).
 */
export function cornersOf({ luma, width, height }: Plane): Point[] {
  const [xx, xy, yy] = [0, 1, 2].map(() => new Float32Array(width * height)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const gx = (luma[i + 1]! - luma[i - 1]!) / 2
      const gy = (luma[i + width]! - luma[i - width]!) / 2
      xx[i] = gx * gx
      xy[i] = gx * gy
      yy[i] = gy * gy
    }
  }
  const [a, b, c] = [xx, xy, yy].map(values => boxSums(values, width, height)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const edge = patchRadius + 1
  const found: Point[] = []
  for (let top = 0; top < height; top += cell) {
    for (let left = 0; left < width; left += cell) {
      let best = least
      let at: Point | null = null
      for (let y = Math.max(edge, top); y < Math.min(height - edge, top + cell); y++) {
        for (let x = Math.max(edge, left); x < Math.min(width - edge, left + cell); x++) {
          const i = y * width + x
          const smaller = (a[i]! + c[i]!) / 2 - Math.hypot((a[i]! - c[i]!) / 2, b[i]!)
          if (smaller <= best) continue
          best = smaller
          at = { x, y }
        }
      }
      if (at) found.push(at)
    }
  }
  return found
}
