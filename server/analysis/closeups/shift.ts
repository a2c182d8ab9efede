import type { Plane, Point } from './patches.ts'

/** Side of the squares averaged before two frames are compared, pixels. */
const coarse = 4
/** Maximum shift in squares: 9 of 40 are a pan of 6.75 widths a second at 30 frames. */
const reach = { x: 9, y: 5 }
/** No motion wins a tie. */
const costOfMoving = 0.02

function averaged({ luma, width, height }: Plane): { values: Float32Array; columns: number; rows: number } {
  const columns = Math.floor(width / coarse)
  const rows = Math.floor(height / coarse)
  const values = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0
      for (let y = 0; y < coarse; y++)
        for (let x = 0; x < coarse; x++) sum += luma[(row * coarse + y) * width + column * coarse + x]!
      values[row * columns + column] = sum / coarse ** 2
    }
  }
  return { values, columns, rows }
}

/** The shift of the picture as a whole from one frame to the other, to 4 pixels. */
export function shiftBetween(from: Plane, to: Plane): Point {
  const { values: a, columns, rows } = averaged(from)
  const { values: b } = averaged(to)
  let best = Number.POSITIVE_INFINITY
  let found = { x: 0, y: 0 }
  for (let dy = -reach.y; dy <= reach.y; dy++) {
    for (let dx = -reach.x; dx <= reach.x; dx++) {
      let [sum, squares, count] = [0, 0, 0]
      for (let y = Math.max(0, -dy); y < Math.min(rows, rows - dy); y++) {
        for (let x = Math.max(0, -dx); x < Math.min(columns, columns - dx); x++) {
          const difference = a[y * columns + x]! - b[(y + dy) * columns + x + dx]!
          sum += difference
          squares += difference * difference
          count++
        }
      }
      const rest = squares / count - (sum / count) ** 2
      const cost = rest * (1 + costOfMoving * (Math.abs(dx) + Math.abs(dy)))
      if (cost >= best) continue
      best = cost
      found = { x: dx * coarse, y: dy * coarse }
    }
  }
  return found
}
