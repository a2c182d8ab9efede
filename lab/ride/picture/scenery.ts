import { clamp, hash01 } from '../random.ts'
import type { Canvas } from './land.ts'
import { smoothFrom } from './noise.ts'
import type { Palette } from './palette.ts'
import { aheadMetres, type Path, pathStep, type TrackAhead } from './path.ts'
import type { Sprite, SpriteName, Sprites } from './sprites.ts'
import type { View } from './view.ts'

/** An object placed beside or on the track: meters along it, meters to its left. */
export interface Prop {
  sprite: SpriteName
  way: number
  left: number
  /** 1 = the sprite's own size */
  size: number
}

interface Standing {
  sprite: Sprite
  forward: number
  left: number
  size: number
  light: number
  onTrack: boolean
}

const cellMetres = 4

/** Position of a point beside the track, as forward and left of the camera. */
function relative(path: Path, way: number, left: number, view: View): [number, number] | null {
  const point = Math.floor(way / pathStep)
  if (point < 1 || point >= path.count - 1) return null
  const [x, y] = [path.x[point]!, path.y[point]!]
  const [tx, ty] = [path.x[point + 1]! - path.x[point - 1]!, path.y[point + 1]! - path.y[point - 1]!]
  const length = Math.hypot(tx, ty) || 1
  const [dx, dy] = [x - (ty / length) * left - view.x, y + (tx / length) * left - view.y]
  const [c, s] = [Math.cos(view.heading), Math.sin(view.heading)]
  return [dx * c + dy * s, dy * c - dx * s]
}

/** Every object in sight, far ones first. */
export function standingAhead(
  palette: Palette,
  sprites: Sprites,
  props: readonly Prop[],
  path: Path,
  view: View,
  ahead: TrackAhead,
  seed: number,
): Standing[] {
  const found: Standing[] = []
  const add = (sprite: Sprite, way: number, left: number, size: number, light: number, onTrack: boolean) => {
    const place = relative(path, way, left, view)
    if (
      !place ||
      place[0] < 1.3 ||
      place[0] > aheadMetres - 5 ||
      Math.abs(place[1]) > place[0] * Math.max(1.5, 1.3 * view.halfWidth) + 8
    )
      return
    // The track comes back in a bend, so nothing grows there.
    const clear = Math.abs(place[1] - ahead.left[Math.floor(place[0] / pathStep)]!)
    if (!onTrack && clear < 2.6 + sprite.width * size * 0.3) return
    found.push({ sprite, forward: place[0], left: place[1], size, light, onTrack })
  }
  const first = Math.floor((view.traveled - 6) / cellMetres)
  for (let cell = first; cell < first + (aheadMetres + 10) / cellMetres; cell++) {
    const wooded = palette.density * (0.45 + 1.1 * hash01(cell >> 3, seed, 9)) * (1 - 0.75 * view.beauty)
    for (let item = 0; item < 6 && item < wooded; item++) {
      const kind = palette.trees[Math.floor(hash01(cell, item, seed) * palette.trees.length)]!
      const kin = sprites(kind)
      const sprite = kin[Math.floor(hash01(cell, item, seed + 1) * kin.length)]!
      const low = kind === 'grass' || kind === 'rock'
      const away = (low ? 2.9 : 4.2) + hash01(cell, item, seed + 2) ** 2 * (low ? 12 : 34)
      const left = hash01(cell, item, seed + 3) < 0.5 ? away : -away
      const way = (cell + hash01(cell, item, seed + 4)) * cellMetres
      add(
        sprite,
        way,
        left,
        0.65 + 0.7 * hash01(cell, item, seed + 5),
        0.86 + 0.28 * hash01(cell, item, seed + 6),
        false,
      )
    }
  }
  for (const prop of props) {
    const kin = sprites(prop.sprite)
    add(kin[Math.floor(prop.way * 7.3) % kin.length]!, prop.way, prop.left, prop.size, 1, true)
  }
  return found.sort((a, b) => b.forward - a.forward)
}

/** An object's shadow: a flat dark ellipse at its foot. */
function paintShadow(
  { width, height, data }: Canvas,
  x: number,
  y: number,
  radius: number,
  view: View,
  depth: number,
) {
  const flat = radius * 0.22
  const lean = -Math.tan(view.roll)
  for (let column = Math.max(0, Math.ceil(x - radius)); column <= Math.min(width - 1, x + radius); column++) {
    const across = (column - x) / radius
    const middle = y - lean * (column - x)
    const half = flat * Math.sqrt(1 - across * across)
    for (let row = Math.max(0, Math.ceil(middle - half)); row <= Math.min(height - 1, middle + half); row++) {
      const dark = 1 - depth * (1 - across * across)
      const out = (row * width + column) * 3
      data[out] = data[out]! * dark
      data[out + 1] = data[out + 1]! * dark
      data[out + 2] = data[out + 2]! * dark
    }
  }
}

/** Opacity between a sprite's pixels, 0 to 1, so that its outline has no steps. */
function smoothOpacity({ side, data }: Sprite, x: number, y: number): number {
  const fx = Math.max(0, Math.floor(x - 0.5))
  const fy = Math.max(0, Math.floor(y - 0.5))
  const px = clamp(x - 0.5 - fx)
  const right = fx + 1 < side ? 4 : 0
  const below = fy + 1 < side ? side * 4 : 0
  const at = (fy * side + fx) * 4 + 3
  const top = data[at]! + (data[at + right]! - data[at]!) * px
  const bottom = data[at + below]! + (data[at + below + right]! - data[at + below]!) * px
  return (top + (bottom - top) * clamp(y - 0.5 - fy)) / 255
}

/** Index of a colored pixel beside an empty one on the outline; the empty one has no color to blend with. */
function nearestInk({ side, data }: Sprite, x: number, y: number): number {
  const fx = Math.max(0, Math.floor(x - 0.5))
  const fy = Math.max(0, Math.floor(y - 0.5))
  for (const row of [fy, Math.min(side - 1, fy + 1)])
    for (const column of [fx, Math.min(side - 1, fx + 1)])
      if (data[(row * side + column) * 4 + 3]! > 0) return (row * side + column) * 4
  return (fy * side + fx) * 4
}

/** Paints one standing object, upright in the world and therefore tilted against the camera's roll. */
export function paintStanding(canvas: Canvas, palette: Palette, view: View, thing: Standing): void {
  const { width, height, data } = canvas
  const { sprite, forward, size } = thing
  const scale = width / 2 / view.halfWidth
  const [cr, sr] = [Math.cos(view.roll), Math.sin(view.roll)]
  const u = -thing.left / forward
  const w = view.slope - view.height / forward - view.tilt
  const footX = width / 2 + (u * cr + w * sr) * scale
  const footY = height / 2 - (w * cr - u * sr) * scale
  const pixelHeight = (sprite.height * size * scale) / forward
  const pixelWidth = (sprite.width * size * scale) / forward
  if (pixelHeight < 1) return
  if (forward < 45 && !palette.night && sprite.height > 1)
    paintShadow(canvas, footX, footY, pixelWidth * 0.5, view, palette.sun === null ? 0.25 : 0.42)
  const reach = Math.abs(sr) * pixelHeight + pixelWidth / 2 + 1
  const left = Math.max(0, Math.floor(footX - reach))
  const right = Math.min(width - 1, Math.ceil(footX + reach))
  const top = Math.max(0, Math.floor(footY - pixelHeight - Math.abs(sr) * pixelWidth))
  const bottom = Math.min(height - 1, Math.ceil(footY + Math.abs(sr) * pixelWidth))
  const misty = forward / (forward + 100 / palette.haze)
  const lamp = palette.night ? 1 + 5 * clamp(1 - (u * u * 1.6 + (forward - 11) ** 2 * 0.0016)) : 1
  const light = thing.light * lamp * (1 - misty)
  const [hr, hg, hb] = palette.hazeColor.map(part => part * misty) as [number, number, number]
  // Near objects fade out instead of breaking into pixels as they pass the lens.
  const presence = clamp((forward - 1.3) * 1.5)
  const { side } = sprite
  const smooth = width >= smoothFrom
  const dx = (side / pixelWidth) * cr
  const dy = -(side / pixelHeight) * sr
  for (let row = top; row <= bottom; row++) {
    const fromFootY = row - footY
    const fromFootX = left - footX
    let x = ((fromFootX * cr + fromFootY * sr) / pixelWidth + 0.5) * side
    let y = (1 + (fromFootY * cr - fromFootX * sr) / pixelHeight) * side
    let out = (row * width + left) * 3
    for (let column = left; column <= right; column++, out += 3, x += dx, y += dy) {
      if (x < 0 || y < 0 || x >= side || y >= side) continue
      const at = ((y | 0) * side + (x | 0)) * 4
      const opacity = (smooth ? smoothOpacity(sprite, x, y) : sprite.data[at + 3]! / 255) * presence
      if (opacity === 0) continue
      const ink = smooth && sprite.data[at + 3] === 0 ? nearestInk(sprite, x, y) : at
      data[out] = data[out]! + (sprite.data[ink]! * light + hr - data[out]!) * opacity
      data[out + 1] = data[out + 1]! + (sprite.data[ink + 1]! * light + hg - data[out + 1]!) * opacity
      data[out + 2] = data[out + 2]! + (sprite.data[ink + 2]! * light + hb - data[out + 2]!) * opacity
    }
  }
}
