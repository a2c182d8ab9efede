import type { BlockField } from './block-motion.ts'

/** The camera's motion, from a field of block motions. Pixels per frame; shares 0 to 1. */
export interface Flow {
  x: number
  y: number
  /** median distance of the blocks' motions from their common one: parallax, shimmering water, dust */
  spread: number
  /** growth of the picture per frame: forward motion. 0.01 is 1% */
  divergence: number
  residual: number
}

function medianInPlace(values: Float32Array, count: number): number {
  const part = values.subarray(0, count).sort()
  const middle = count >> 1
  return count % 2 === 1 ? part[middle]! : (part[middle - 1]! + part[middle]!) / 2
}

/** Least-squares slope of `values` over `places`, over the tracked blocks. */
function slope(field: BlockField, values: Float32Array, place: (index: number) => number): number {
  let n = 0
  let sp = 0
  let sv = 0
  let spp = 0
  let spv = 0
  for (let i = 0; i < values.length; i++) {
    if (!field.textured[i]) continue
    const p = place(i)
    n++
    sp += p
    sv += values[i]!
    spp += p * p
    spv += p * values[i]!
  }
  const spread = spp - (sp * sp) / n
  return n > 2 && spread > 0 ? (spv - (sp * sv) / n) / spread : 0
}

export function createFlowMeter(columns: number, rows: number) {
  const work = new Float32Array(columns * rows)

  return {
    /** Camera motion as medians over the trackable blocks; zero when there are fewer than four. */
    measure(field: BlockField): Flow {
      let followed = 0
      let residual = 0
      for (let i = 0; i < field.dx.length; i++) {
        followed += field.textured[i]!
        residual += field.residual[i]!
      }
      residual /= field.dx.length
      if (followed < 4) return { x: 0, y: 0, spread: 0, divergence: 0, residual }
      const gather = (value: (index: number) => number) => {
        let n = 0
        for (let i = 0; i < field.dx.length; i++) if (field.textured[i]) work[n++] = value(i)
        return medianInPlace(work, n)
      }
      const x = gather(i => field.dx[i]!)
      const y = gather(i => field.dy[i]!)
      const spread = gather(i => Math.hypot(field.dx[i]! - x, field.dy[i]! - y))
      const across = slope(field, field.dx, i => (i % columns) * 16)
      const down = slope(field, field.dy, i => Math.floor(i / columns) * 16)
      return { x, y, spread, divergence: (across + down) / 2, residual }
    },
    /** Mean magnitude of motion in each quarter of the width, written into `out` (4 values). */
    columns(field: BlockField, out: Float32Array): void {
      out.fill(0)
      for (let i = 0; i < field.dx.length; i++) {
        if (!field.textured[i]) continue
        const quarter = Math.floor(((i % columns) * 4) / columns)
        out[quarter]! += Math.hypot(field.dx[i]!, field.dy[i]!) / (rows * (columns / 4))
      }
    },
  }
}
