/**
 * Where 16 × 16 blocks of a frame came from in the frame before: full search at half size, then refined at full
 * size and between pixels. Pure; buffers are made once per frame size.
 */
export interface BlockField {
  columns: number
  rows: number
  /** per block, pixels from the frame before to this one */
  dx: Float32Array
  dy: Float32Array
  /** what the best match leaves over, as a share of the block's own contrast, 0 to 1 */
  residual: Float32Array
  /** 1 where the block has enough texture to be followed */
  textured: Uint8Array
}

const block = 16
const coarse = block / 2
/** Search range at half size: ±8 there is ±16 pixels, 0.8 widths a second at 8 fps. */
const range = 8
/** Mean absolute deviation of luma below which a block looks the same everywhere. */
const flat = 2.5

function halve(plane: Uint8Array, width: number, height: number, out: Uint8Array) {
  const half = width >> 1
  for (let y = 0; y < height >> 1; y++) {
    for (let x = 0; x < half; x++) {
      const i = 2 * y * width + 2 * x
      out[y * half + x] = (plane[i]! + plane[i + 1]! + plane[i + width]! + plane[i + width + 1]! + 2) >> 2
    }
  }
}

/** Sum of absolute differences of two square blocks; stops early once it passes `limit`. */
function difference(
  a: Uint8Array,
  at: number,
  b: Uint8Array,
  bt: number,
  width: number,
  size: number,
  limit: number,
): number {
  let sum = 0
  for (let row = 0; row < size; row++) {
    for (let x = 0; x < size; x++) {
      const d = a[at + x]! - b[bt + x]!
      sum += d < 0 ? -d : d
    }
    if (sum >= limit) return sum
    at += width
    bt += width
  }
  return sum
}

/**
 * The lowest point between three equally spaced sums, −0.5 to 0.5 from the middle one. Sums of absolute differences
 * fall and rise in straight lines, so two lines of equal steepness are laid through them, not a parabola.
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
  const halfWidth = width >> 1
  const halfHeight = height >> 1
  const now = new Uint8Array(halfWidth * halfHeight)
  const before = new Uint8Array(halfWidth * halfHeight)
  const field: BlockField = {
    columns,
    rows,
    dx: new Float32Array(columns * rows),
    dy: new Float32Array(columns * rows),
    residual: new Float32Array(columns * rows),
    textured: new Uint8Array(columns * rows),
  }

  function searchCoarse(x: number, y: number): [number, number] {
    const at = y * halfWidth + x
    // Standing still wins a tie: noise must not look like motion.
    let best = 0.97 * difference(now, at, before, at, halfWidth, coarse, Number.POSITIVE_INFINITY)
    let found: [number, number] = [0, 0]
    const fromY = Math.max(-range, -y)
    const toY = Math.min(range, halfHeight - coarse - y)
    const fromX = Math.max(-range, -x)
    const toX = Math.min(range, halfWidth - coarse - x)
    for (let dy = fromY; dy <= toY; dy++) {
      for (let dx = fromX; dx <= toX; dx++) {
        const sum = difference(now, at, before, at + dy * halfWidth + dx, halfWidth, coarse, best)
        if (sum < best) {
          best = sum
          found = [dx, dy]
        }
      }
    }
    return found
  }

  function contrast(luma: Uint8Array, at: number): number {
    let sum = 0
    for (let row = 0; row < block; row++) for (let x = 0; x < block; x++) sum += luma[at + row * width + x]!
    const mean = sum / block ** 2
    let deviation = 0
    for (let row = 0; row < block; row++)
      for (let x = 0; x < block; x++) deviation += Math.abs(luma[at + row * width + x]! - mean)
    return deviation / block ** 2
  }

  const around = new Float64Array(9)
  const middle = 4
  /** Sums for the nine places around (px, py) in the frame before; returns which is the lowest. */
  function ring(luma: Uint8Array, previous: Uint8Array, at: number, px: number, py: number): number {
    let best = middle
    for (let place = 0; place < 9; place++) {
      const x = Math.min(Math.max(px + (place % 3) - 1, 0), width - block)
      const y = Math.min(Math.max(py + Math.floor(place / 3) - 1, 0), height - block)
      around[place] = difference(luma, at, previous, y * width + x, width, block, Number.POSITIVE_INFINITY)
    }
    for (let place = 0; place < 9; place++) if (around[place]! < around[best]!) best = place
    return best
  }

  function refine(luma: Uint8Array, previous: Uint8Array, index: number, x: number, y: number) {
    const at = y * width + x
    const own = contrast(luma, at)
    let [px, py] = searchCoarse(x >> 1, y >> 1)
    px = x + 2 * px
    py = y + 2 * py
    let best = ring(luma, previous, at, px, py)
    for (let again = 0; again < 2 && best !== middle; again++) {
      px += (best % 3) - 1
      py += Math.floor(best / 3) - 1
      best = ring(luma, previous, at, px, py)
    }
    const low = around[middle]!
    field.dx[index] = x - px - between(around[3]!, low, around[5]!)
    field.dy[index] = y - py - between(around[1]!, low, around[7]!)
    field.textured[index] = own >= flat ? 1 : 0
    field.residual[index] = Math.min(1, low / block ** 2 / Math.max(own, flat))
  }

  return {
    /** The field from `previous` to `luma`; the same object each time, overwritten by the next call. */
    match(luma: Uint8Array, previous: Uint8Array): BlockField {
      halve(luma, width, height, now)
      halve(previous, width, height, before)
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
          refine(luma, previous, row * columns + column, left + column * block, top + row * block)
      return field
    },
  }
}
