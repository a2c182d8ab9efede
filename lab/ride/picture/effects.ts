import { clamp, hash01 } from '../random.ts'
import type { Canvas } from './land.ts'
import { noiseTile, tileMask, tileShift } from './noise.ts'
import type { Color } from './palette.ts'

/** Draws a soft disc on the picture. Pixels. */
function puff(
  { width, height, data }: Canvas,
  x: number,
  y: number,
  radius: number,
  color: Color,
  opacity: number,
) {
  const left = Math.max(0, Math.floor(x - radius))
  const right = Math.min(width - 1, Math.ceil(x + radius))
  const top = Math.max(0, Math.floor(y - radius))
  const bottom = Math.min(height - 1, Math.ceil(y + radius))
  const inverse = 1 / (radius * radius)
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const off = 1 - ((column - x) ** 2 + (row - y) ** 2) * inverse
      if (off <= 0) continue
      const part = off * off * opacity
      const out = (row * width + column) * 3
      data[out] = data[out]! + (color[0] - data[out]!) * part
      data[out + 1] = data[out + 1]! + (color[1] - data[out + 1]!) * part
      data[out + 2] = data[out + 2]! + (color[2] - data[out + 2]!) * part
    }
}

/** Dust from the wheels: grows and drifts outward. `amount` 0 to 1. */
export function paintDust(canvas: Canvas, color: Color, amount: number, time: number): void {
  if (amount < 0.02) return
  const { width, height } = canvas
  for (let grain = 0; grain < 26; grain++) {
    const age = (time * (0.8 + 0.5 * hash01(grain, 1, 1)) + hash01(grain, 2, 1)) % 1
    const turn = Math.floor(time * (0.8 + 0.5 * hash01(grain, 1, 1)) + hash01(grain, 2, 1))
    const side = hash01(grain, turn, 3) * 2 - 1
    const x = width * (0.5 + side * (0.22 + 0.5 * age))
    const y = height * (0.92 - 0.3 * age * hash01(grain, turn, 4) - 0.05 * Math.abs(side))
    puff(canvas, x, y, width * (0.03 + 0.13 * age), color, amount * 0.34 * (1 - age))
  }
}

/** Water or mud splashing up beside the vehicle. */
export function paintSplash(canvas: Canvas, color: Color, amount: number, time: number): void {
  if (amount < 0.02) return
  const { width, height } = canvas
  for (let drop = 0; drop < 90; drop++) {
    const pace = 1.6 + 1.4 * hash01(drop, 5, 2)
    const age = (time * pace + hash01(drop, 6, 2)) % 1
    const turn = Math.floor(time * pace + hash01(drop, 6, 2))
    const side = hash01(drop, turn, 7) < 0.5 ? -1 : 1
    const out = 0.16 + (0.1 + 0.42 * hash01(drop, turn, 8)) * age
    const up = (1.5 * age - 1.9 * age * age) * (0.35 + 0.75 * hash01(drop, turn, 9))
    puff(
      canvas,
      width * (0.5 + side * out),
      height * (0.86 - up),
      width * (0.006 + 0.022 * age * hash01(drop, turn, 3)),
      color,
      amount * 0.75 * (1 - age * age),
    )
  }
}

/** Drops that stay on the lens for a while after a splash. */
export function paintDrops(canvas: Canvas, color: Color, amount: number, salt: number): void {
  if (amount < 0.02) return
  const { width, height } = canvas
  for (let drop = 0; drop < 14; drop++) {
    const size = width * (0.008 + 0.018 * hash01(drop, salt, 1))
    puff(canvas, width * hash01(drop, salt, 2), height * hash01(drop, salt, 3), size, color, amount * 0.7)
  }
}

export function paintSnowfall(canvas: Canvas, amount: number, time: number, speed: number): void {
  const { width, height } = canvas
  for (let flake = 0; flake < 60 * amount; flake++) {
    const age = (time * (0.5 + speed * 0.08) + hash01(flake, 1, 5)) % 1
    const turn = Math.floor(time * (0.5 + speed * 0.08) + hash01(flake, 1, 5))
    const angle = hash01(flake, turn, 6) * 2 * Math.PI
    const far = 0.05 + 0.75 * age * age
    puff(
      canvas,
      width * (0.5 + Math.cos(angle) * far),
      height * (0.42 + Math.sin(angle) * far),
      width * (0.002 + 0.005 * age),
      [250, 250, 255],
      0.8,
    )
  }
}

export interface Finish {
  /** color strength, 1 = as painted */
  saturation: number
  /** 0 = black to 1 */
  exposure: number
  /** sun in the lens, 0 to 1, and its position, 0 to 1 across and down */
  flare: number
  flareX: number
  flareY: number
  frame: number
  /** sensor noise, 0 to 255 */
  grain: number
}

/** The lens and the sensor: flare, saturation, vignette, grain, exposure. */
export function finish(canvas: Canvas, look: Finish): void {
  const { width, height, data } = canvas
  const noise = noiseTile()
  const [fx, fy] = [look.flareX * width, look.flareY * height]
  const reach = 1 / (width * width * 0.07)
  const grainX = Math.floor(hash01(look.frame, 3, 3) * 512)
  const grainY = Math.floor(hash01(look.frame, 4, 3) * 512)
  let out = 0
  for (let row = 0; row < height; row++) {
    const dy = row / height - 0.5
    for (let column = 0; column < width; column++, out += 3) {
      const dx = column / width - 0.5
      const vignette = (1.06 - 0.62 * (dx * dx + dy * dy)) * look.exposure
      const grain =
        noise[((column * 2 + grainX) & tileMask) | (((row * 3 + grainY) & tileMask) << tileShift)]! *
        look.grain
      let lift = grain
      if (look.flare > 0) {
        const far = ((column - fx) ** 2 + (row - fy) ** 2) * reach
        const ghost = ((width - column - fx) ** 2 + (height - row - fy) ** 2) * reach
        lift += look.flare * (60 + 190 / (1 + far * 3) + (ghost < 0.03 ? 40 : 0))
      }
      const red = data[out]!
      const green = data[out + 1]!
      const blue = data[out + 2]!
      const gray = 0.3 * red + 0.59 * green + 0.11 * blue
      data[out] = (gray + (red - gray) * look.saturation + lift) * vignette
      data[out + 1] = (gray + (green - gray) * look.saturation + lift * 0.95) * vignette
      data[out + 2] = (gray + (blue - gray) * look.saturation + lift * 0.85) * vignette
    }
  }
}

/** Draws `over` on `canvas` with opacity `part`, 0 to 1: a dissolve. */
export function blend(canvas: Canvas, over: Canvas, part: number): void {
  const share = clamp(part)
  for (let at = 0; at < canvas.data.length; at++)
    canvas.data[at] = canvas.data[at]! + (over.data[at]! - canvas.data[at]!) * share
}
