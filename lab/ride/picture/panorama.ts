import { clamp, hash01, smoothstep } from '../random.ts'
import { noiseTile, ridge, smoothNoise } from './noise.ts'
import type { Color, Palette } from './palette.ts'

/** Columns over 360° of azimuth, a power of two. */
export const panoramaWidth = 2048
export const panoramaHeight = 384
/** Rows are even steps of the tangent of the elevation, from 0 to this. */
export const panoramaTop = 0.85

/** Everything too far away to move: sky, sun, clouds, mountains. Red, green, blue; row 0 is the horizon. */
export type Panorama = Uint8ClampedArray

const mix = (a: Color, b: Color, part: number): Color => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
]
const lit = (color: Color, factor: number): Color => [color[0] * factor, color[1] * factor, color[2] * factor]

const noiseAt = (x: number, y: number) => smoothNoise(noiseTile(), x, y)

/**
 * Heights of one chain of hills at each column, tangents. Flat tops where `table` is above 0, as on mesas.
 */
function chain(seed: number, roughness: number, low: number, high: number, table: number): Float32Array {
  return ridge(panoramaWidth, seed, roughness).map(height => {
    const shaped =
      table > 0
        ? smoothstep(0.46, 0.52, height) * 0.62 + smoothstep(0.68, 0.72, height) * 0.38
        : smoothstep(0.15, 0.9, height)
    return low + (high - low) * (shaped * (1 - 0.15 * table) + 0.15 * table * height)
  })
}

function skyColor(palette: Palette, azimuth: number, w: number, sunAzimuth: number): Color {
  let color = mix(palette.skyLow, palette.skyTop, Math.sqrt(clamp(w / panoramaTop)))
  const off = Math.atan2(Math.sin(azimuth - sunAzimuth), Math.cos(azimuth - sunAzimuth))
  if (palette.sun !== null) {
    const far = off * off + (w - palette.sun) ** 2
    const glow = 0.05 / (far + 0.05) + (far < 0.0016 ? 1 : 0)
    color = [color[0] + 150 * glow, color[1] + 120 * glow, color[2] + 70 * glow]
  }
  // Clouds lie in a layer overhead, so they stretch out toward the horizon.
  const flat = 0.62 / (w + 0.12)
  const [x, y] = [Math.cos(azimuth) * flat * 26, Math.sin(azimuth) * flat * 26]
  const mass = noiseAt(x, y) + 0.5 * noiseAt(x * 2.3, y * 2.3) + 0.3 * noiseAt(x * 6, y * 6)
  const cover = smoothstep(0.45 - palette.cover, 1.25 - palette.cover, mass) * smoothstep(0.01, 0.12, w)
  const shaded = lit(
    palette.cloud,
    0.84 + 0.16 * smoothstep(0.9, 0.1, cover) + (palette.sun === null ? 0 : 0.1 * Math.cos(off)),
  )
  color = mix(color, shaded, 0.9 * cover)
  if (palette.night && hash01(Math.floor(azimuth * 400), Math.floor(w * 500), 1) > 0.997)
    color = [200, 205, 220]
  return color
}

/** Paints the distant country all around. */
export function makePanorama(palette: Palette, seed: number, sunAzimuth: number): Panorama {
  const { relief } = palette
  const far = chain(seed, 0.6, 0.02, relief * 1.15, palette.mesas ? 1 : 0)
  const middle = chain(seed + 1, 0.55, 0.012, relief * 0.5, palette.mesas ? 0.6 : 0)
  const near = chain(seed + 2, 0.5, 0.006, relief * 0.24, 0)
  const data = new Uint8ClampedArray(panoramaWidth * panoramaHeight * 3)
  const snowLine = palette.snowLine * relief
  for (let column = 0; column < panoramaWidth; column++) {
    const azimuth = (column / panoramaWidth) * 2 * Math.PI
    const next = (column + 6) % panoramaWidth
    // Slopes that face the sun are bright, the others are in the shade.
    const face = (chainOf: Float32Array) =>
      clamp(1 + (chainOf[column]! - chainOf[next]!) * 26 * Math.sin(sunAzimuth - azimuth + 1), 0.72, 1.24)
    const [farFace, middleFace] = [face(far), face(middle)]
    const wood = palette.wooded
      ? 0.011 * hash01(column >> 1, seed, 7) + 0.006 * hash01(column, seed, 8)
      : 0.002 * hash01(column, seed, 8)
    for (let row = 0; row < panoramaHeight; row++) {
      const w = (row / panoramaHeight) * panoramaTop
      let color: Color
      if (w < near[column]! + wood) {
        color = lit(
          palette.hills[2],
          0.9 + 0.28 * noiseAt(column * 1.7, row * 3) - 0.12 * (w / near[column]!),
        )
      } else if (w < middle[column]! + wood * 0.4) {
        const base = lit(
          palette.hills[1],
          middleFace * (1 + 0.22 * noiseAt(column * 0.8, row * (palette.mesas ? 3.5 : 1.3))),
        )
        color = mix(base, palette.hazeColor, 0.25 * smoothstep(middle[column]!, 0, w))
      } else if (w < far[column]!) {
        const fold =
          noiseAt(column * 0.5 + row * 0.35, row * 0.8) + 0.6 * noiseAt(column * 1.3 - row * 0.6, row * 1.4)
        const stone = lit(palette.hills[0], farFace * (1 + 0.16 * fold))
        const white = smoothstep(snowLine - 0.02, snowLine + 0.05, w + 0.035 * fold)
        const capped = mix(
          stone,
          lit([244, 247, 253], (0.62 + 0.38 * farFace) * palette.onGround[1]),
          palette.night ? 0 : 0.85 * white,
        )
        color = mix(capped, palette.hazeColor, 0.45 * smoothstep(far[column]!, 0, w))
      } else color = skyColor(palette, azimuth, w, sunAzimuth)
      data.set(color, (row * panoramaWidth + column) * 3)
    }
  }
  return data
}

/** Index of the nearest texel's red; @param column any number of turns from −64 on; @param row from the horizon up */
export const texelAt = (column: number, row: number): number =>
  (Math.min(panoramaHeight - 1, row | 0) * panoramaWidth +
    ((column + panoramaWidth * 64) & (panoramaWidth - 1))) *
  3

/**
 * Writes the panorama's color between its texels, interpolated, into three bytes of a picture.
 * @param column any number of turns; @param row from the horizon up
 */
export function paintPanorama(
  data: Uint8ClampedArray,
  out: number,
  panorama: Panorama,
  column: number,
  row: number,
): void {
  const fx = Math.floor(column)
  const fy = Math.min(panoramaHeight - 2, Math.floor(row))
  const px = column - fx
  const py = Math.min(1, row - fy)
  const low = fy * panoramaWidth
  const left = (low + (fx & (panoramaWidth - 1))) * 3
  const right = (low + ((fx + 1) & (panoramaWidth - 1))) * 3
  for (let part = 0; part < 3; part++) {
    const above = panoramaWidth * 3 + part
    const below = panorama[left + part]! + (panorama[right + part]! - panorama[left + part]!) * px
    const over = panorama[left + above]! + (panorama[right + above]! - panorama[left + above]!) * px
    data[out + part] = below + (over - below) * py
  }
}
