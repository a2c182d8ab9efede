import { block, createCoarseSearch, difference } from './coarse-search.ts'

/**
 * Where a frame's 16 × 16 blocks were in the previous frame: searched at half size, then refined at full size
 * with subpixel precision. Pure; buffers are allocated once per frame size.
 */
export interface BlockField {
  columns: number
  rows: number
  /** per block, pixels from the previous frame to this one */
  dx: Float32Array
  dy: Float32Array
  /** residual of the best match, as a share of the block's own standard deviation, 0 to 1 */
  residual: Float32Array
  /** 1 where the block has enough texture to be followed */
  textured: Uint8Array
}

/** Blocks with a lower standard deviation of luma look the same everywhere. */
const flat = 3
/** Pixels compared at full size: every other row. */
const sampled = block * 8

/**
 * The minimum between three equally spaced sums, −0.5 to 0.5 from the middle one. Sums of absolute
 * differences are piecewise linear, so two lines with equal steepness are fitted, not a parabola.
 */
function between(left: number, middle: number, right: number): number {
  const steep = Math.max(left, right) - middle
  return middle > 0 && steep > 0 ? Math.max(-0.5, Math.min(0.5, (left - right) / (2 * steep))) : 0
}

export function createBlockMatcher(width: number, height: number) {
  const columns = Math.floor(width / block)
  const rows = Math.floor(height / block)
  const left = (width - columns * block) >> 1
  const top = (height - rows * block) >> 1
  const coarse = createCoarseSearch(columns, rows, width, height)
  const { found } = coarse
  const field: BlockField = {
    columns,
    rows,
    dx: new Float32Array(columns * rows),
    dy: new Float32Array(columns * rows),
    residual: new Float32Array(columns * rows),
    textured: new Uint8Array(columns * rows),
  }

  const sum = (luma: Uint8Array, previous: Uint8Array, at: number, x: number, y: number): number => {
    const px = Math.min(Math.max(x, 0), width - block)
    const py = Math.min(Math.max(y, 0), height - block)
    return difference(luma, at, previous, py * width + px, 2 * width, block, Number.POSITIVE_INFINITY)
  }

  function follow(luma: Uint8Array, previous: Uint8Array, index: number, x: number, y: number): void {
    const at = y * width + x
    const own = coarse.contrast(x >> 1, y >> 1)
    coarse.search(x >> 1, y >> 1, index, Math.max(own, flat))
    let px = x + 2 * found.x
    let py = y + 2 * found.y
    let middle = sum(luma, previous, at, px, py)
    let [left, right, up, down] = [0, 0, 0, 0]
    for (let again = 0; again < 4; again++) {
      left = sum(luma, previous, at, px - 1, py)
      right = sum(luma, previous, at, px + 1, py)
      up = sum(luma, previous, at, px, py - 1)
      down = sum(luma, previous, at, px, py + 1)
      const low = Math.min(left, right, up, down)
      if (low >= middle || again === 3) break
      if (low === left) px--
      else if (low === right) px++
      else if (low === up) py--
      else py++
      middle = low
    }
    field.dx[index] = x - px - between(left, middle, right)
    field.dy[index] = y - py - between(up, middle, down)
    field.textured[index] = own >= flat ? 1 : 0
    field.residual[index] = Math.min(1, middle / sampled / Math.max(own, flat))
  }

  return {
    /** The field from `previous` to `luma`; the same object each time, overwritten by the next call. */
    match(luma: Uint8Array, previous: Uint8Array): BlockField {
      coarse.load(luma, previous)
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
          follow(luma, previous, row * columns + column, left + column * block, top + row * block)
      return field
    },
  }
}
