/** Side of a block, pixels; half of it at half size. */
export const block = 16
const coarse = block / 2
/** Search range at half size: ±8 there is ±16 pixels, 0.8 widths a second at 8 fps. */
const range = 8
/** A coarse match with a residual above this share of the block's contrast is uncertain. */
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

/**
 * Sum of absolute differences over 8 rows of `size` pixels, `stride` apart; stops early once it exceeds
 * `limit`.
 */
export function difference(
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
    // Unrolled in eights, because an analysis spends most of its own time here.
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
 * Half-size search for where blocks were in the previous frame.
 * @param columns blocks in a row of the picture, `rows` of them
 * @param width of the whole picture, pixels
 */
export function createCoarseSearch(columns: number, rows: number, width: number, height: number) {
  const halfWidth = width >> 1
  const halfHeight = height >> 1
  const now = new Uint8Array(halfWidth * halfHeight)
  const before = new Uint8Array(halfWidth * halfHeight)
  const placeX = new Int8Array(columns * rows)
  const placeY = new Int8Array(columns * rows)
  let best = 0
  const found = { x: 0, y: 0 }
  /** Tries a half-size position inside the picture; keeps it if it is better. */
  function attempt(at: number, x: number, y: number): boolean {
    const sum = difference(now, at, before, at + y * halfWidth + x, halfWidth, coarse, best)
    if (sum >= best) return false
    best = sum
    found.x = x
    found.y = y
    return true
  }

  /** Moves to the better neighbor until there is none. */
  function climb(at: number, fromX: number, toX: number, fromY: number, toY: number): void {
    for (let moved = true; moved; ) {
      moved = false
      const [cx, cy] = [found.x, found.y]
      if (cx > fromX) moved = attempt(at, cx - 1, cy) || moved
      if (cx < toX) moved = attempt(at, cx + 1, cy) || moved
      if (cy > fromY) moved = attempt(at, cx, cy - 1) || moved
      if (cy < toY) moved = attempt(at, cx, cy + 1) || moved
    }
  }

  /**
   * Finds a half-size block's previous position and writes it to `found`. Descends from the best of the
   * positions suggested by its neighbors and its own past; only if that ends in a poor match is every second
   * position tried.
   */
  function searchCoarse(x: number, y: number, index: number, own: number): void {
    const at = y * halfWidth + x
    const fromY = Math.max(-range, -y)
    const toY = Math.min(range, halfHeight - coarse - y)
    const fromX = Math.max(-range, -x)
    const toX = Math.min(range, halfWidth - coarse - x)
    // No motion wins a tie, because noise must not look like motion.
    best = 0.97 * difference(now, at, before, at, halfWidth, coarse, Number.POSITIVE_INFINITY)
    found.x = 0
    found.y = 0
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
    placeX[index] = found.x
    placeY[index] = found.y
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

  return {
    /** Position found by the last search, pixels at half size. */
    found,
    contrast,
    search: searchCoarse,
    /** Loads the two frames for the next searches. */
    load(luma: Uint8Array, previous: Uint8Array): void {
      halve(luma, width, height, now)
      halve(previous, width, height, before)
    },
  }
}
