/**
 * Where 16 × 16 blocks of a frame came from in the frame before: searched at half size, then refined at full
 * size and between pixels. Pure; buffers are made once per frame size.
 */
export interface BlockField {
  columns: number
  rows: number
  /** per block, pixels from the frame before to this one */
  dx: Float32Array
  dy: Float32Array
  /** what the best match leaves over, as a share of the block's own standard deviation, 0 to 1 */
  residual: Float32Array
  /** 1 where the block has enough texture to be followed */
  textured: Uint8Array
}

const block = 16
const coarse = block / 2
/** Search range at half size: ±8 there is ±16 pixels, 0.8 widths a second at 8 fps. */
const range = 8
/** Standard deviation of luma below which a block looks the same everywhere. */
const flat = 3
/** Pixels compared at full size: every second row. */
const sampled = block * 8

/** A coarse match that leaves over more than this share of the block's contrast is doubted. */
const poor = 0.35

function halve(plane: Uint8Array, width: number, height: number, out: Uint8Array) {
  const half = width >> 1
  for (let y = 0; y < height >> 1; y++) {
    for (let x = 0; x < half; x++) {
      const i = 2 * y * width + 2 * x
      out[y * half + x] = (plane[i]! + plane[i + 1]! + plane[i + width]! + plane[i + width + 1]! + 2) >> 2
    }
  }
}

/** Sum of absolute differences over 8 rows of `size` pixels, `stride` apart; stops early once it passes `limit`. */
function difference(
  a: Uint8Array,
  at: number,
  b: Uint8Array,
  bt: number,
  stride: number,
  size: number,
  limit: number,
): number {
  let sum = 0
  for (let row = 0; row < 8; row++) {
    // Eight at a time, without a loop around each: this is where an analysis spends most of its own time.
    for (let x = 0; x < size; x += 8) {
      const i = at + x
      const j = bt + x
      sum +=
        Math.abs(a[i]! - b[j]!) +
        Math.abs(a[i + 1]! - b[j + 1]!) +
        Math.abs(a[i + 2]! - b[j + 2]!) +
        Math.abs(a[i + 3]! - b[j + 3]!) +
        Math.abs(a[i + 4]! - b[j + 4]!) +
        Math.abs(a[i + 5]! - b[j + 5]!) +
        Math.abs(a[i + 6]! - b[j + 6]!) +
        Math.abs(a[i + 7]! - b[j + 7]!)
    }
    if (sum >= limit) return sum
    at += stride
    bt += stride
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
  const placeX = new Int8Array(columns * rows)
  const placeY = new Int8Array(columns * rows)
  const field: BlockField = {
    columns,
    rows,
    dx: new Float32Array(columns * rows),
    dy: new Float32Array(columns * rows),
    residual: new Float32Array(columns * rows),
    textured: new Uint8Array(columns * rows),
  }

  let best = 0
  let foundX = 0
  let foundY = 0
  /** Tries a place at half size, which lies inside the picture; keeps it when it is better. */
  function attempt(at: number, x: number, y: number): boolean {
    const sum = difference(now, at, before, at + y * halfWidth + x, halfWidth, coarse, best)
    if (sum >= best) return false
    best = sum
    foundX = x
    foundY = y
    return true
  }

  /** Goes to the better neighbour until there is none. */
  function climb(at: number, fromX: number, toX: number, fromY: number, toY: number): void {
    for (let moved = true; moved; ) {
      moved = false
      const [cx, cy] = [foundX, foundY]
      if (cx > fromX) moved = attempt(at, cx - 1, cy) || moved
      if (cx < toX) moved = attempt(at, cx + 1, cy) || moved
      if (cy > fromY) moved = attempt(at, cx, cy - 1) || moved
      if (cy < toY) moved = attempt(at, cx, cy + 1) || moved
    }
  }

  /**
   * Finds where a block at half size was, into foundX and foundY. It climbs down from the best of the places its
   * neighbours and its own past suggest; only where that ends in a poor match is every second
   * place tried.
   */
  function searchCoarse(x: number, y: number, index: number, own: number): void {
    const at = y * halfWidth + x
    const fromY = Math.max(-range, -y)
    const toY = Math.min(range, halfHeight - coarse - y)
    const fromX = Math.max(-range, -x)
    const toX = Math.min(range, halfWidth - coarse - x)
    // Standing still wins a tie: noise must not look like motion.
    best = 0.97 * difference(now, at, before, at, halfWidth, coarse, Number.POSITIVE_INFINITY)
    foundX = 0
    foundY = 0
    for (const other of [index, index - 1, index - columns, index - columns + 1]) {
      if (other < 0) continue
      const px = Math.min(Math.max(placeX[other]!, fromX), toX)
      const py = Math.min(Math.max(placeY[other]!, fromY), toY)
      attempt(at, px, py)
    }
    climb(at, fromX, toX, fromY, toY)
    if (best > poor * own * coarse ** 2) {
      for (let dy = fromY; dy <= toY; dy += 2) for (let dx = fromX; dx <= toX; dx += 2) attempt(at, dx, dy)
      climb(at, fromX, toX, fromY, toY)
    }
    placeX[index] = foundX
    placeY[index] = foundY
  }

  /** Standard deviation of luma in a block, measured at half size. */
  function contrast(x: number, y: number): number {
    let sum = 0
    let squares = 0
    for (let row = 0; row < coarse; row++) {
      const at = (y + row) * halfWidth + x
      for (let i = at; i < at + coarse; i++) {
        sum += now[i]!
        squares += now[i]! * now[i]!
      }
    }
    const mean = sum / coarse ** 2
    return Math.sqrt(Math.max(0, squares / coarse ** 2 - mean * mean))
  }

  const sum = (luma: Uint8Array, previous: Uint8Array, at: number, x: number, y: number): number => {
    const px = Math.min(Math.max(x, 0), width - block)
    const py = Math.min(Math.max(y, 0), height - block)
    return difference(luma, at, previous, py * width + px, 2 * width, block, Number.POSITIVE_INFINITY)
  }

  function follow(luma: Uint8Array, previous: Uint8Array, index: number, x: number, y: number): void {
    const at = y * width + x
    const own = contrast(x >> 1, y >> 1)
    searchCoarse(x >> 1, y >> 1, index, Math.max(own, flat))
    let px = x + 2 * foundX
    let py = y + 2 * foundY
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
      halve(luma, width, height, now)
      halve(previous, width, height, before)
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
          follow(luma, previous, row * columns + column, left + column * block, top + row * block)
      return field
    },
  }
}
