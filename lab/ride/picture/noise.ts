import { hash01 } from '../random.ts'

/** Side of the noise tile; a power of two, so that wrapping is a bit mask. */
export const tileSize = 512
export const tileMask = tileSize - 1
export const tileShift = 9

/** One octave of value noise on a lattice of `cells` per side, tileable, added into `tile`. */
function addOctave(tile: Float32Array, cells: number, weight: number, seed: number) {
  const scale = cells / tileSize
  for (let y = 0; y < tileSize; y++) {
    const fy = y * scale
    const y0 = Math.floor(fy)
    const v = (fy - y0) ** 2 * (3 - 2 * (fy - y0))
    for (let x = 0; x < tileSize; x++) {
      const fx = x * scale
      const x0 = Math.floor(fx)
      const u = (fx - x0) ** 2 * (3 - 2 * (fx - x0))
      const at = (dx: number, dy: number) => hash01((x0 + dx) % cells, (y0 + dy) % cells, seed + cells)
      const low = at(0, 0) + (at(1, 0) - at(0, 0)) * u
      const high = at(0, 1) + (at(1, 1) - at(0, 1)) * u
      tile[y * tileSize + x]! += weight * (2 * (low + (high - low) * v) - 1)
    }
  }
}

let made: Float32Array | undefined

/**
 * Cloud-like noise from −1 to 1 that repeats every `tileSize` texels: ground, clouds, bark. Computed once.
 */
export function noiseTile(): Float32Array {
  if (made) return made
  const tile = new Float32Array(tileSize * tileSize)
  for (const [cells, weight] of [
    [16, 0.4],
    [64, 0.34],
    [256, 0.36],
  ] as const)
    addOctave(tile, cells, weight, 5)
  made = tile
  return tile
}

/** Ridge heights over 360° of azimuth, 0 to 1, `length` values, seamless. */
export function ridge(length: number, seed: number, roughness: number): Float32Array {
  const heights = new Float32Array(length)
  for (let octave = 3; octave <= 96; octave *= 2) {
    const weight = roughness ** Math.log2(octave / 3)
    for (let index = 0; index < length; index++) {
      const at = (index / length) * octave
      const cell = Math.floor(at)
      const part = at - cell
      const soft = part * part * (3 - 2 * part)
      const a = hash01(cell % octave, octave, seed)
      const b = hash01((cell + 1) % octave, octave, seed)
      heights[index]! += weight * (a + (b - a) * soft)
    }
  }
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  return heights.map(height => (height - low) / (high - low))
}

/**
 * From this width of the picture on, pixels are smaller than the texels of noise, sprites and panorama, so these are
 * interpolated. Below it, films keep looking as they did when rides were first judged.
 */
export const smoothFrom = 640

/** The noise of the texel at a place. */
export const nearestNoise = (tile: Float32Array, x: number, y: number): number =>
  tile[(x & tileMask) | ((y & tileMask) << tileShift)]!

/** The noise at a place between its texels, interpolated. */
export function smoothNoise(tile: Float32Array, x: number, y: number): number {
  // Without arrays: this runs millions of times per second of film.
  const fx = Math.floor(x)
  const fy = Math.floor(y)
  const px = x - fx
  const left = fx & tileMask
  const right = (fx + 1) & tileMask
  const top = (fy & tileMask) << tileShift
  const bottom = ((fy + 1) & tileMask) << tileShift
  const above = tile[left | top]! + (tile[right | top]! - tile[left | top]!) * px
  const below = tile[left | bottom]! + (tile[right | bottom]! - tile[left | bottom]!) * px
  return above + (below - above) * (y - fy)
}
