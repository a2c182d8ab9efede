import { clamp, median } from '../math.ts'
import { gridsOf } from '../signals/planes.ts'
import type { Picture } from './patches.ts'

const grid = { columns: 16, rows: 9 }
const cells = grid.columns * grid.rows

const rules = {
  /** levels that haze, or its end, may add to every color */
  haze: [-24, -12, 0, 12, 24, 36, 48],
  /** brightening of a picture by its exposure, and of one color beyond the others by the white balance */
  exposure: { least: 0.5, most: 2 },
  balance: 1.15,
  /** darker cells tell nothing about brightening, levels */
  darkest: 12,
  /** mean difference of red, green and blue above which two cells differ, levels */
  differs: 20,
  /** frames compared on each side of a step */
  reach: 3,
}

/** Means of red, green and blue in each cell of the grid (BT.601, 0 to 255; not clipped). */
type Colors = readonly [red: Float32Array, green: Float32Array, blue: Float32Array]

const means = gridsOf(grid, grid)

/** A picture's colors in a grid of 16 × 9 cells. */
function colorsOf({ luma, u, v, width, height }: Picture): Colors {
  const out = new Uint8Array(3 * cells)
  means(luma, u, v, width, height, out)
  const of = (fromU: number, fromV: number) =>
    Float32Array.from({ length: cells }, (_, i) => {
      const [cu, cv] = [out[cells + i]! - 128, out[2 * cells + i]! - 128]
      return ((out[i]! - 16) * 255) / 219 + ((fromU * cu + fromV * cv) * 255) / 224
    })
  return [of(0, 1.402), of(-0.344, -0.714), of(1.772, 0)]
}

/** The colors as another exposure and white balance would show them through so much haze: what fits most cells. */
function developed(from: Colors, to: Colors, haze: number): Colors {
  const gains = from.map((channel, c) => {
    const ratios = channel.map((value, i) =>
      value > rules.darkest ? (to[c]![i]! - haze) / value : Number.NaN,
    )
    return median(ratios.filter(ratio => !Number.isNaN(ratio))) || 1
  })
  const whole = clamp(median(gains), rules.exposure.least, rules.exposure.most)
  const channel = (c: 0 | 1 | 2) => {
    const gain = clamp(gains[c]!, whole / rules.balance, whole * rules.balance)
    return from[c].map(value => gain * value + haze)
  }
  return [channel(0), channel(1), channel(2)]
}

/** Share of a picture's cells with colors that another doesn't have at that place or beside it. */
function newShare(before: Colors, after: Colors): number {
  let count = 0
  for (let cell = 0; cell < cells; cell++) {
    const [column, row] = [cell % grid.columns, Math.floor(cell / grid.columns)]
    let nearest = Number.POSITIVE_INFINITY
    for (let y = Math.max(0, row - 1); y <= Math.min(grid.rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(grid.columns - 1, column + 1); x++) {
        const other = y * grid.columns + x
        let sum = 0
        for (let c = 0; c < 3; c++) sum += Math.abs(before[c]![other]! - after[c]![cell]!)
        nearest = Math.min(nearest, sum / 3)
      }
    }
    if (nearest > rules.differs) count++
  }
  return count / cells
}

const unexplained = (from: Colors, to: Colors) =>
  Math.min(...rules.haze.map(haze => newShare(developed(from, to, haze), to)))

/** Share of two pictures that differs whatever exposure, white balance, haze and a small motion change. */
const difference = (a: Colors, b: Colors) => Math.max(unexplained(a, b), unexplained(b, a))

/**
 * How much of the picture has new colors from a frame on that no exposure, white balance or haze explains, 0 to 1. It
 * counts what differs between any of the frames before and after: a flash, a drop of water and a jolt pass.
 * @param after the first frame after the step
 */
export function recoloredShare(frames: readonly Picture[], after: number): { share: number; usual: number } {
  const first = Math.max(0, after - 2 * rules.reach)
  const colors = frames.slice(first, after + 2 * rules.reach).map(colorsOf)
  const step = after - first
  let share = 1
  for (let a = Math.max(0, step - rules.reach); a < step; a++)
    for (let b = step; b < Math.min(colors.length, step + rules.reach); b++)
      share = Math.min(share, difference(colors[a]!, colors[b]!))
  let usual = 0
  for (let a = 0; a + rules.reach < colors.length; a++) {
    const isAcross = a < step && a + rules.reach >= step
    if (!isAcross) usual = Math.max(usual, difference(colors[a]!, colors[a + rules.reach]!))
  }
  return { share, usual }
}
