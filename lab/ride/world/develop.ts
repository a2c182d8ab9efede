import type { Canvas } from '../picture/land.ts'
import { clamp, hash01, smoothstep } from '../random.ts'
import type { Lens, LightWorld } from './world.ts'

/**
 * Bends a rectilinear picture as a wide lens does: by `bend`, equal angles become equally wide. The corners
 * stay in place, so every pixel has a source.
 */
export function lensBend({ halfWidth, bend }: Lens, width: number, height: number): (canvas: Canvas) => void {
  if (bend === 0) return () => {}
  const corner = Math.hypot(width, height) / 2
  const steepest = (halfWidth * corner) / (width / 2)
  const angle = Math.atan(steepest)
  const from = new Float32Array(width * height * 2)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [x, y] = [column + 0.5 - width / 2, row + 0.5 - height / 2]
      const far = Math.max(1e-6, Math.hypot(x, y) / corner)
      const bent = Math.tan(far * angle) / steepest
      const stretch = (far + (bent - far) * bend) / far
      from.set(
        [
          clamp(x * stretch + width / 2 - 0.5, 0, width - 1.001),
          clamp(y * stretch + height / 2 - 0.5, 0, height - 1.001),
        ],
        (row * width + column) * 2,
      )
    }
  const straight = new Uint8ClampedArray(width * height * 3)
  return ({ data }) => {
    straight.set(data)
    for (let pixel = 0; pixel < width * height; pixel++) {
      const [fx, fy] = [from[pixel * 2]!, from[pixel * 2 + 1]!]
      const [column, row] = [fx | 0, fy | 0]
      const [px, py] = [fx - column, fy - row]
      const at = (row * width + column) * 3
      const below = at + width * 3
      for (let channel = 0; channel < 3; channel++) {
        const top = straight[at + channel]! + (straight[at + 3 + channel]! - straight[at + channel]!) * px
        const low =
          straight[below + channel]! + (straight[below + 3 + channel]! - straight[below + channel]!) * px
        data[pixel * 3 + channel] = top + (low - top) * py
      }
    }
  }
}

/**
 * Brightness of the picture at a time, 1 = as painted: slow drift of the automatic exposure, and patches of
 * shade.
 */
export function exposureAt(light: LightWorld, time: number, seed: number): number {
  const turn = (2 * Math.PI * time) / light.driftSeconds
  const drift = 1 + light.drift * (0.6 * Math.sin(turn + seed) + 0.4 * Math.sin(2.7 * turn + 2 * seed))
  // At most one patch of shade every six seconds. Its edge sweeps through the picture in 0.3 to 1 s while the
  // vehicle rides up to it; the camera's exposure adapts within another second.
  const cell = Math.floor(time / 6)
  const sweep = 0.3 + 0.7 * hash01(cell, seed, 24)
  const start = 6 * cell + 0.2 + 1.5 * hash01(cell, seed, 21)
  const end = start + sweep + 0.2 + 2 * hash01(cell, seed, 22)
  const inside =
    hash01(cell, seed, 23) < 0.5
      ? smoothstep(start, start + sweep, time) * (1 - smoothstep(end, end + sweep, time))
      : 0
  const used = 1 - 0.5 * smoothstep(start + sweep, start + sweep + 1, time)
  return drift * (1 - light.shade * inside * used)
}

/** Applies exposure, white balance, brightness and contrast to a picture. */
export function develop({ data }: Canvas, light: LightWorld, exposure: number): void {
  const curve = (gain: number) =>
    Uint8ClampedArray.from({ length: 256 }, (_, value) => {
      const lit = value * gain * exposure * light.brightness
      return 110 + (lit - 110) * light.contrast
    })
  const [red, green, blue] = [curve(light.red), curve(1), curve(light.blue)]
  for (let at = 0; at < data.length; at += 3) {
    data[at] = red[data[at]!]!
    data[at + 1] = green[data[at + 1]!]!
    data[at + 2] = blue[data[at + 2]!]!
  }
}
