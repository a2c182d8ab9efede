import { nearestNoise, noiseTile, smoothFrom, smoothNoise } from './noise.ts'
import type { Palette } from './palette.ts'
import {
  makePanorama,
  type Panorama,
  paintPanorama,
  panoramaHeight,
  panoramaTop,
  panoramaWidth,
  texelAt,
} from './panorama.ts'
import { aheadMetres, pathStep, type TrackAhead } from './path.ts'
import type { View } from './view.ts'

export interface Canvas {
  width: number
  height: number
  /** red, green, blue per pixel */
  data: Uint8ClampedArray
}

/** A stretch of the track with its own look, meters along the track. */
export interface Stretch {
  from: number
  to: number
  what: 'water' | 'whoops'
  /** length of a whoop, m */
  wavelength: number
}

export interface Land {
  palette: Palette
  panorama: Panorama
  /** which side the lake is on: 1 left, −1 right */
  shore: number
  stretches: Stretch[]
}

export const makeLand = (palette: Palette, seed: number, sunAzimuth: number, stretches: Stretch[]): Land => ({
  palette,
  panorama: makePanorama(palette, seed, sunAzimuth),
  shore: seed % 2 ? 1 : -1,
  stretches,
})

/** For each half meter ahead: water depth, 0 to 1, and how a whoop is lit, −1 to 1. */
function surfaceAhead(land: Land, ahead: TrackAhead, wet: Float32Array, wave: Float32Array) {
  wet.fill(0)
  wave.fill(0)
  for (const { from, to, what, wavelength } of land.stretches)
    for (let cell = 0; cell < wet.length; cell++) {
      const way = ahead.way[cell]!
      if (way < from || way > to) continue
      if (what === 'water') wet[cell] = Math.min(1, (way - from) / 1.5, (to - way) / 1.5)
      else wave[cell] = Math.sin((2 * Math.PI * way) / wavelength)
    }
}

const cells = aheadMetres / pathStep
const wet = new Float32Array(cells)
const wave = new Float32Array(cells)

/**
 * Paints sky, ridges and ground. Every ground pixel is colored by the world position that its ray hits, so
 * the picture moves as it would in a real camera. `time` drives clouds and water.
 */
export function paintLand(canvas: Canvas, land: Land, view: View, ahead: TrackAhead, time: number): void {
  const { width, height, data } = canvas
  const { palette, panorama } = land
  const noise = noiseTile()
  const [g0, g1] = palette.ground
  const { track, rut, hazeColor: haze, skyLow, skyTop } = palette
  const valley = palette.hills[2].map((part, c) => (part + g0[c]! + g1[c]!) / 3) as [number, number, number]
  // On open views the mountains are higher.
  const toRow = panoramaHeight / panoramaTop / (1 + 0.55 * view.beauty)
  const scale = view.halfWidth / (width / 2)
  const [cr, sr] = [Math.cos(view.roll), Math.sin(view.roll)]
  const [ch, sh] = [Math.cos(view.heading), Math.sin(view.heading)]
  const toColumn = panoramaWidth / (2 * Math.PI)
  const hazeReach = 100 / palette.haze
  const drift = time * 0.35
  const lakeFrom = palette.lake ? 12 : view.beauty > 0.05 ? 60 - 42 * view.beauty : 1e9
  surfaceAhead(land, ahead, wet, wave)
  const bright = palette.night ? 0 : 1
  const lamp = palette.night ? 1 : 0
  const slopeEdge = view.slope
  const smooth = width >= smoothFrom
  const noiseAt = smooth ? smoothNoise : nearestNoise

  let out = 0
  for (let row = 0; row < height; row++) {
    const v = (height / 2 - row) * scale
    for (let column = 0; column < width; column++, out += 3) {
      const u0 = (column - width / 2) * scale
      const u = u0 * cr - v * sr
      const w = v * cr + u0 * sr + view.tilt
      let red: number
      let green: number
      let blue: number
      if (w < slopeEdge - 0.012) {
        const forward = view.height / (slopeEdge - w)
        const left = -u * forward
        const wx = view.x + forward * ch - left * sh
        const wy = view.y + forward * sh + left * ch
        const coarse = noiseAt(noise, wx * 2.1, wy * 2.1)
        const patches = noiseAt(noise, wx * 0.31 + 77, wy * 0.31)
        const fineness = 1 / (1 + forward * 0.07)
        const fine = (forward < 12 ? noiseAt : nearestNoise)(noise, wx * 13, wy * 13) * fineness
        const cell = Math.min(cells - 1, (forward / pathStep) | 0)
        const aside = left - ahead.left[cell]!
        const edge = (aside < 0 ? -aside : aside) + coarse * 0.5
        let onTrack = (2.35 - edge) * 1.6
        onTrack = Math.max(0, Math.min(1, onTrack))
        const grass = 0.5 + patches * 0.75
        const mixed = Math.max(0, Math.min(1, grass))
        let shade = 1 + 0.16 * coarse + 0.34 * fine
        if (forward < 9) {
          const grit = nearestNoise(noise, wx * 47, wy * 47)
          shade += grit * 0.03 * (9 - forward) * (grit > 0.4 ? 2 : 1)
        }
        red = g0[0] + (g1[0] - g0[0]) * mixed
        green = g0[1] + (g1[1] - g0[1]) * mixed
        blue = g0[2] + (g1[2] - g0[2]) * mixed
        // Verge: the ground's color darkens where vegetation begins.
        const verge = edge - 2.35
        if (verge > 0 && verge < 1.2) shade *= 0.82 + 0.15 * verge
        if (onTrack > 0) {
          const lane = (aside < 0 ? -aside : aside) - 0.75
          const rutted = 1 - lane * lane * 9 + coarse * 0.5
          const worn = rutted < 0 ? 0 : rutted > 1 ? 0.85 : rutted * 0.85
          const tread = 1 + 0.1 * fine
          red += ((track[0] + (rut[0] - track[0]) * worn) * tread - red) * onTrack
          green += ((track[1] + (rut[1] - track[1]) * worn) * tread - green) * onTrack
          blue += ((track[2] + (rut[2] - track[2]) * worn) * tread - blue) * onTrack
          shade *= 1 + 0.3 * wave[cell]! * onTrack
        }
        const soaked = wet[cell]! * (edge < 9 ? 1 : 0)
        const side = aside * land.shore
        let water = soaked * 0.85
        if (side > lakeFrom + coarse * 1.2) water = 0.9
        if (water > 0) {
          const ripple = nearestNoise(noise, wx * 3 + drift * 5, wy * 5 - drift * 3)
          const glint = ripple > 0.32 ? 50 * bright : ripple * 26
          const deep = soaked > 0 && side <= lakeFrom ? 0.45 : 0.12
          red += ((skyTop[0] * 0.75 + skyLow[0] * 0.2) * (1 - deep) + rut[0] * deep + glint - red) * water
          green += ((skyTop[1] * 0.8 + skyLow[1] * 0.22) * (1 - deep) + rut[1] * deep + glint - green) * water
          blue += ((skyTop[2] * 0.8 + skyLow[2] * 0.2) * (1 - deep) + rut[2] * deep + glint - blue) * water
          shade = 1 + (shade - 1) * (1 - water)
        }
        if (lamp) {
          const beam = 1 - (u * u * 1.6 + (forward - 11) * (forward - 11) * 0.0016)
          shade *= 1 + (beam > 0 ? beam * 6.5 : 0)
        }
        const misty = forward / (forward + hazeReach)
        red = red * shade + (haze[0] - red * shade) * misty
        green = green * shade + (haze[1] - green * shade) * misty
        blue = blue * shade + (haze[2] - blue * shade) * misty
      } else if (w < 0) {
        // Beyond the crest of a descent: the valley floor, far below.
        const forward = 70 / (0.015 - w)
        const wx = view.x + forward * (ch + u * sh)
        const wy = view.y + forward * (sh - u * ch)
        const patches = nearestNoise(noise, wx * 0.04, wy * 0.04)
        const misty = Math.max(0.4, 0.72 + 1.4 * w)
        const lit = 1 + 0.25 * patches
        red = valley[0] * lit + (haze[0] - valley[0] * lit) * misty
        green = valley[1] * lit + (haze[1] - valley[1] * lit) * misty
        blue = valley[2] * lit + (haze[2] - valley[2] * lit) * misty
      } else {
        // The arc tangent, accurate to a thousandth up to ±1.3.
        const azimuth = view.heading - (u > 1.3 || u < -1.3 ? Math.atan(u) : u / (1 + 0.28 * u * u))
        if (smooth) {
          paintPanorama(data, out, panorama, azimuth * toColumn, w * toRow)
          continue
        }
        const at = texelAt(azimuth * toColumn, w * toRow)
        red = panorama[at]!
        green = panorama[at + 1]!
        blue = panorama[at + 2]!
      }
      data[out] = red
      data[out + 1] = green
      data[out + 2] = blue
    }
  }
}
