import { noiseTile, ridge, tileMask, tileShift } from './noise.ts'
import type { Palette } from './palette.ts'
import { aheadMetres, pathStep, type TrackAhead } from './path.ts'
import { halfWidth, type View } from './view.ts'

export interface Canvas {
  width: number
  height: number
  /** red, green, blue per pixel */
  data: Uint8ClampedArray
}

/** A stretch of the track that looks different, metres of way. */
export interface Stretch {
  from: number
  to: number
  what: 'water' | 'whoops'
  /** length of a whoop, m */
  wavelength: number
}

export interface Land {
  palette: Palette
  ridges: [Float32Array, Float32Array, Float32Array]
  /** which side the lake lies on: 1 left, −1 right */
  shore: number
  /** azimuth of the sun, rad */
  sunAzimuth: number
  stretches: Stretch[]
  sky: Float32Array
}

const ridgeLength = 2048
const skySteps = 256

export function makeLand(palette: Palette, seed: number, sunAzimuth: number, stretches: Stretch[]): Land {
  const sky = new Float32Array(skySteps * 3)
  for (let step = 0; step < skySteps; step++) {
    const part = Math.sqrt(step / skySteps)
    for (let c = 0; c < 3; c++)
      sky[step * 3 + c] = palette.skyLow[c]! + (palette.skyTop[c]! - palette.skyLow[c]!) * part
  }
  return {
    palette,
    ridges: [
      ridge(ridgeLength, seed, 0.62),
      ridge(ridgeLength, seed + 1, 0.55),
      ridge(ridgeLength, seed + 2, 0.5),
    ],
    shore: seed % 2 ? 1 : -1,
    sunAzimuth,
    stretches,
    sky,
  }
}

/** For each half metre ahead: 0 plain track, 1 to 2 water, −1 to 1 brightness of a whoop (coded below). */
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
 * Paints sky, ridges and ground. Every ground pixel is coloured by the place in the world that its ray meets, so
 * that what moves in the picture moves as it would before a real camera. `time` drives clouds and water.
 */
export function paintLand(canvas: Canvas, land: Land, view: View, ahead: TrackAhead, time: number): void {
  const { width, height, data } = canvas
  const { palette, sky } = land
  const noise = noiseTile()
  const [g0, g1] = palette.ground
  const { track, rut, hazeColour: haze, cloud, skyLow, skyTop } = palette
  const [far, middle, near] = palette.hills
  const [farRidge, middleRidge, nearRidge] = land.ridges
  const relief = palette.relief * (1 + 0.7 * view.beauty)
  const scale = halfWidth / (width / 2)
  const [cr, sr] = [Math.cos(view.roll), Math.sin(view.roll)]
  const [ch, sh] = [Math.cos(view.heading), Math.sin(view.heading)]
  const toAzimuth = ridgeLength / (2 * Math.PI)
  const hazeReach = 100 / palette.haze
  const drift = time * 0.35
  const clouds = palette.cover * 2 - 1
  const sunU = Math.atan2(Math.sin(land.sunAzimuth - view.heading), Math.cos(land.sunAzimuth - view.heading))
  const sunW = palette.sun ?? -9
  const lakeFrom = palette.lake ? 12 : view.beauty > 0.05 ? 60 - 42 * view.beauty : 1e9
  surfaceAhead(land, ahead, wet, wave)
  const bright = palette.night ? 0 : 1
  const lamp = palette.night ? 1 : 0
  const slopeEdge = view.slope

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
        const coarse = noise[((wx * 2.1) & tileMask) | (((wy * 2.1) & tileMask) << tileShift)]!
        const patches = noise[((wx * 0.31 + 77) & tileMask) | (((wy * 0.31) & tileMask) << tileShift)]!
        const fineness = 1 / (1 + forward * 0.07)
        const fine = noise[((wx * 13) & tileMask) | (((wy * 13) & tileMask) << tileShift)]! * fineness
        const cell = Math.min(cells - 1, (forward / pathStep) | 0)
        const aside = left - ahead.left[cell]!
        const edge = (aside < 0 ? -aside : aside) + coarse * 0.5
        let onTrack = (2.35 - edge) * 1.6
        onTrack = onTrack < 0 ? 0 : onTrack > 1 ? 1 : onTrack
        const grass = 0.5 + patches * 0.75
        const mixed = grass < 0 ? 0 : grass > 1 ? 1 : grass
        let shade = 1 + 0.16 * coarse + 0.34 * fine
        red = g0[0] + (g1[0] - g0[0]) * mixed
        green = g0[1] + (g1[1] - g0[1]) * mixed
        blue = g0[2] + (g1[2] - g0[2]) * mixed
        // Verge: the ground's own colour gets darker where the growth begins.
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
          const ripple =
            noise[((wx * 3 + drift * 5) & tileMask) | (((wy * 5 - drift * 3) & tileMask) << tileShift)]!
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
        // Beyond the crest of a descent: the floor of the valley, far below.
        const forward = 70 / (0.015 - w)
        const wx = view.x + forward * (ch + u * sh)
        const wy = view.y + forward * (sh - u * ch)
        const patches = noise[((wx * 0.04) & tileMask) | (((wy * 0.04) & tileMask) << tileShift)]!
        const misty = 0.45 + 0.4 * (1 + w * 3)
        const m = misty < 0.3 ? 0.3 : misty > 0.9 ? 0.9 : misty
        const lit = 1 + 0.3 * patches
        red = near[0] * lit + (haze[0] - near[0] * lit) * m
        green = near[1] * lit + (haze[1] - near[1] * lit) * m
        blue = near[2] * lit + (haze[2] - near[2] * lit) * m
      } else {
        const azimuth = view.heading - u * (1 - 0.16 * u * u)
        const place = azimuth * toAzimuth + ridgeLength * 8
        const cell = place | 0
        const part = place - cell
        const a = cell & (ridgeLength - 1)
        const b = (cell + 1) & (ridgeLength - 1)
        const nearHeight = (nearRidge[a]! + (nearRidge[b]! - nearRidge[a]!) * part) * 0.42 * relief
        const middleHeight =
          (middleRidge[a]! + (middleRidge[b]! - middleRidge[a]!) * part) * 0.9 * relief - 0.02
        const farHeight =
          (farRidge[a]! * farRidge[a]! + (farRidge[b]! * farRidge[b]! - farRidge[a]! * farRidge[a]!) * part) *
            2.4 *
            relief -
          0.1 * relief
        if (w < nearHeight) {
          const bark = noise[((place * 2.2) & tileMask) | (((w * 900) & tileMask) << tileShift)]!
          const lit = 1 + 0.2 * bark - 0.25 * (w / nearHeight - 0.5)
          red = near[0] * lit
          green = near[1] * lit
          blue = near[2] * lit
        } else if (w < middleHeight) {
          const bark = noise[((place * 0.9) & tileMask) | (((w * 420) & tileMask) << tileShift)]!
          const lit = 1 + 0.14 * bark
          red = middle[0] * lit
          green = middle[1] * lit
          blue = middle[2] * lit
        } else if (w < farHeight) {
          // Gullies of the mountains: light from one side.
          const fold = noise[((place * 0.55 + w * 120) & tileMask) | (((w * 260) & tileMask) << tileShift)]!
          const capped = palette.relief > 0.27 || w > 0.82 * relief ? (w - 0.55 * farHeight) * 9 : 0
          const snow = capped < 0 ? 0 : capped > 0.5 ? 0.5 : capped
          const lit = 1 + 0.17 * fold
          red = far[0] * lit + (245 - far[0]) * snow * bright
          green = far[1] * lit + (247 - far[1]) * snow * bright
          blue = far[2] * lit + (252 - far[2]) * snow * bright
        } else {
          const step = Math.min(skySteps - 1, (w * 190) | 0) * 3
          red = sky[step]!
          green = sky[step + 1]!
          blue = sky[step + 2]!
          const flat = 1 / (w + 0.09)
          const cx = place * 0.22 + (azimuth - u) * flat + drift
          const mass = noise[((cx + u * flat * 9) & tileMask) | (((flat * 14) & tileMask) << tileShift)]!
          const cover = (mass + clouds * 0.8) * 1.5
          if (cover > 0) {
            const density = (cover > 1 ? 1 : cover) * 0.8 * (w < 0.12 ? w / 0.12 : 1)
            red += (cloud[0] - red) * density
            green += (cloud[1] - green) * density
            blue += (cloud[2] - blue) * density
          }
        }
        if (sunW > -1 && w > middleHeight) {
          const du = -u - sunU
          const dw = w - sunW
          const glow = 0.03 / (du * du + dw * dw + 0.03)
          red += glow * 190
          green += glow * 160
          blue += glow * 105
        }
      }
      data[out] = red
      data[out + 1] = green
      data[out + 2] = blue
    }
  }
}
