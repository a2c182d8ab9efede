import type { Vehicle } from '../plan.ts'
import { clamp, hash01 } from '../random.ts'
import type { Canvas } from './land.ts'
import type { Color, Palette } from './palette.ts'

/**
 * A rounded rod from a to b, with radius ra to rb; x is −1 to 1 across the picture, y goes up from its bottom
 * edge.
 */
type Rod = [ax: number, ay: number, bx: number, by: number, ra: number, rb: number, color: Color]

const steel: Color = [176, 180, 186]
const black: Color = [34, 35, 38]
const rubber: Color = [22, 22, 24]
const liveries: Color[] = [
  [226, 98, 30],
  [36, 104, 196],
  [38, 148, 72],
  [204, 40, 44],
  [230, 186, 40],
  [228, 230, 234],
]

const mirrored = (rods: Rod[]): Rod[] =>
  rods.flatMap(([ax, ay, bx, by, ra, rb, c]): Rod[] => [
    [ax, ay, bx, by, ra, rb, c],
    [-ax, ay, -bx, by, ra, rb, c],
  ])

const hands = (sleeve: Color, glove: Color): Rod[] =>
  mirrored([
    [1.26, -0.46, 0.66, 0.14, 0.2, 0.095, sleeve],
    [0.67, 0.13, 0.6, 0.2, 0.088, 0.085, glove],
    ...[0, 1, 2, 3].map(
      (finger): Rod => [0.66 - finger * 0.042, 0.215, 0.652 - finger * 0.042, 0.262, 0.03, 0.027, glove],
    ),
    [0.55, 0.17, 0.5, 0.215, 0.032, 0.026, glove],
  ])

function rodsOf(vehicle: Vehicle, livery: Color, sleeve: Color): Rod[] {
  const glove: Color = [48, 48, 54]
  const bars: Rod[] = mirrored([
    [0.78, 0.235, 0.5, 0.215, 0.034, 0.034, rubber],
    [0.52, 0.215, 0.24, 0.15, 0.021, 0.021, steel],
    [0.24, 0.15, 0.0, 0.145, 0.021, 0.021, steel],
    [0.68, 0.3, 0.46, 0.245, 0.01, 0.012, steel],
    [0.46, 0.235, 0.2, 0.32, 0.008, 0.008, black],
    [0.2, 0.32, 0.05, 0.2, 0.008, 0.008, black],
  ])
  if (vehicle === 'bike')
    return [
      [0, 0.3, 0, 0.4, 0.085, 0.04, livery],
      [-0.07, 0.25, 0.07, 0.25, 0.075, 0.075, [226, 226, 224]],
      [-0.035, 0.215, -0.035, 0.275, 0.013, 0.013, black],
      [0.03, 0.215, 0.03, 0.275, 0.013, 0.013, black],
      ...bars,
      [-0.16, 0.165, 0.16, 0.165, 0.036, 0.036, livery],
      ...hands(sleeve, glove),
    ]
  if (vehicle === 'quad')
    return [
      ...mirrored([
        [0.6, 0.36, 0.76, 0.33, 0.12, 0.12, rubber],
        [0.36, 0.3, 0.64, 0.36, 0.09, 0.07, livery],
      ]),
      [-0.28, 0.2, 0.28, 0.2, 0.17, 0.17, livery],
      [-0.12, 0.31, 0.12, 0.31, 0.06, 0.06, black],
      [-0.5, 0.4, 0.5, 0.4, 0.012, 0.012, black],
      [-0.5, 0.34, 0.5, 0.34, 0.012, 0.012, black],
      ...mirrored([
        [0.16, 0.33, 0.16, 0.41, 0.01, 0.01, black],
        [0.34, 0.33, 0.34, 0.41, 0.01, 0.01, black],
      ]),
      ...bars,
      [-0.1, 0.17, 0.1, 0.17, 0.06, 0.06, black],
      ...hands(sleeve, glove),
    ]
  const wheel = Array.from({ length: 18 }, (_, i): Rod => {
    const at = (n: number): [number, number] => [
      -0.34 + 0.24 * Math.cos((n * Math.PI) / 9),
      0.05 + 0.17 * Math.sin((n * Math.PI) / 9),
    ]
    return [...at(i), ...at(i + 1), 0.024, 0.024, rubber]
  })
  return [
    ...mirrored([
      [0.62, 0.3, 0.86, 0.26, 0.1, 0.1, rubber],
      [0.4, 0.26, 0.72, 0.33, 0.07, 0.055, livery],
    ]),
    [-0.42, 0.13, 0.42, 0.13, 0.19, 0.19, livery],
    [-0.12, 0.2, 0.12, 0.2, 0.09, 0.09, [52, 54, 58]],
    [-1.3, -0.1, 1.3, -0.1, 0.2, 0.2, black],
    ...mirrored([[1.12, -0.1, 0.87, 1.26, 0.032, 0.028, black]]),
    [-1.3, 1.13, 1.3, 1.13, 0.05, 0.05, black],
    ...wheel,
    [-0.66, -0.4, -0.52, 0.13, 0.13, 0.07, sleeve],
    [-0.53, 0.14, -0.5, 0.19, 0.06, 0.055, glove],
    [-0.04, -0.4, -0.15, 0.12, 0.13, 0.07, sleeve],
    [-0.15, 0.13, -0.18, 0.18, 0.06, 0.055, glove],
  ]
}

/**
 * The visible part of the vehicle and the rider's arms: colors and opacities. It extends past the picture by
 * `margin` on the left, right and bottom because it moves.
 */
export interface Cockpit {
  data: Uint8ClampedArray
  width: number
  height: number
  margin: number
  /** first and last filled column of each row; first > last when a row is empty */
  spans: Int32Array
}

/** How many times larger the rods are drawn before they are scaled down, to smooth their edges. */
const oversize = 2

interface Sheet {
  data: Float32Array
  width: number
  height: number
  margin: number
}

/** Draws one rod, a round shape lit from above, on top of the sheet. */
function drawRod({ data, width, height, margin }: Sheet, [ax, ay, bx, by, ra, rb, color]: Rod, light: Color) {
  const thick = Math.max(ra, rb)
  const half = width / 2 - margin
  const column = (x: number) => clamp(Math.round(width / 2 + x * half), 0, width - 1)
  const row = (y: number) => clamp(Math.round(height - margin - y * half), 0, height - 1)
  const [lx, ly] = [bx - ax, by - ay]
  const square = lx * lx + ly * ly || 1
  for (let r = row(Math.max(ay, by) + thick); r <= row(Math.min(ay, by) - thick); r++)
    for (let c = column(Math.min(ax, bx) - thick); c <= column(Math.max(ax, bx) + thick); c++) {
      const x = (c + 0.5 - width / 2) / half
      const y = (height - margin - r - 0.5) / half
      const part = clamp(((x - ax) * lx + (y - ay) * ly) / square)
      const dx = x - ax - part * lx
      const dy = y - ay - part * ly
      const radius = ra + (rb - ra) * part
      const off = Math.hypot(dx, dy) / radius
      if (off >= 1) continue
      const gloss = Math.max(0, 0.85 - Math.hypot(dx / radius - 0.15, dy / radius - 0.45)) * 0.5
      // Cloth and dusty plastic: brightness varies from spot to spot.
      const grime = 0.94 + 0.12 * hash01(c >> 1, r >> 1, 5)
      const shade = (0.34 + 0.4 * Math.sqrt(1 - off * off) + 0.26 * (dy / radius) + gloss * 0.6) * grime
      const out = (r * width + c) * 4
      for (let channel = 0; channel < 3; channel++)
        data[out + channel] = color[channel]! * shade * light[channel]!
      data[out + 3] = 255
    }
}

/** Halves a sheet in both directions; partly filled squares become partly opaque pixels. */
function shrink(sheet: Sheet): Cockpit {
  const [width, height, margin] = [sheet.width / oversize, sheet.height / oversize, sheet.margin / oversize]
  const data = new Uint8ClampedArray(width * height * 4)
  const spans = new Int32Array(height * 2)
  for (let row = 0; row < height; row++) {
    spans.set([width, -1], row * 2)
    for (let column = 0; column < width; column++) {
      const first = (row * oversize * sheet.width + column * oversize) * 4
      const filled = [first, first + 4, first + sheet.width * 4, first + sheet.width * 4 + 4].filter(
        at => sheet.data[at + 3]! > 0,
      )
      if (filled.length === 0) continue
      const mean = (channel: number) =>
        filled.reduce((sum, at) => sum + sheet.data[at + channel]!, 0) / filled.length
      data.set([mean(0), mean(1), mean(2), (255 * filled.length) / 4], (row * width + column) * 4)
      spans.set([Math.min(spans[row * 2]!, column), column], row * 2)
    }
  }
  return { data, width, height, margin, spans }
}

/** Draws the vehicle and arms once, for a picture of `width` × `height`. */
export function makeCockpit(
  vehicle: Vehicle,
  seed: number,
  palette: Palette,
  width: number,
  height: number,
): Cockpit {
  const livery = liveries[seed % liveries.length]!
  const sleeve = liveries[(seed * 5 + 1) % liveries.length]!
  const lamp = palette.night ? 1.6 : 1
  const [red, green, blue] = palette.onGround
  const light: Color = [red * lamp, green * lamp, blue * lamp]
  const margin = Math.round(width * 0.1)
  const [wide, tall] = [(width + 2 * margin) * oversize, (height + margin) * oversize]
  const sheet = {
    data: new Float32Array(wide * tall * 4),
    width: wide,
    height: tall,
    margin: margin * oversize,
  }
  for (const rod of rodsOf(vehicle, livery, sleeve)) drawRod(sheet, rod, light)
  return shrink(sheet)
}

/** Draws the cockpit over the picture, moved by dx, dy pixels and steered by `turn` rad. */
export function paintCockpit(canvas: Canvas, cockpit: Cockpit, dx: number, dy: number, turn: number): void {
  const { width, height, data } = canvas
  const { spans, margin } = cockpit
  const c = Math.cos(turn)
  const s = Math.sin(turn)
  const pivotX = width / 2
  const pivotY = height * 0.96
  const swing = Math.abs(s) * height + Math.abs(dx) + 2
  const reach = Math.ceil(Math.abs(s) * (width / 2) + Math.abs(dy)) + 1
  for (let row = 0; row < height; row++) {
    let first = width
    let last = -1
    for (let near = Math.max(0, row - reach); near <= Math.min(cockpit.height - 1, row + reach); near++) {
      if (spans[near * 2]! - margin < first) first = spans[near * 2]! - margin
      if (spans[near * 2 + 1]! - margin > last) last = spans[near * 2 + 1]! - margin
    }
    first = Math.max(0, Math.floor(first - swing))
    last = Math.min(width - 1, Math.ceil(last + swing))
    const fy = row - pivotY - dy
    for (let column = first; column <= last; column++) {
      const fx = column - pivotX - dx
      const x = (fx * c + fy * s + pivotX + margin + 0.5) | 0
      const y = (fy * c - fx * s + pivotY + 0.5) | 0
      if (x < 0 || y < 0 || x >= cockpit.width || y >= cockpit.height) continue
      const at = (y * cockpit.width + x) * 4
      const opacity = cockpit.data[at + 3]!
      if (opacity === 0) continue
      const part = opacity / 255
      const out = (row * width + column) * 3
      data[out] = data[out]! + (cockpit.data[at]! - data[out]!) * part
      data[out + 1] = data[out + 1]! + (cockpit.data[at + 1]! - data[out + 1]!) * part
      data[out + 2] = data[out + 2]! + (cockpit.data[at + 2]! - data[out + 2]!) * part
    }
  }
}
