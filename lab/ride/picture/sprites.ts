import { clamp, hash01 } from '../random.ts'
import { nearestNoise, noiseTile, smoothFrom, smoothNoise } from './noise.ts'
import type { Color, Palette } from './palette.ts'

/** A picture of one object, `side` × `side` pixels, red, green, blue, opacity. */
export interface Sprite {
  side: number
  data: Uint8ClampedArray
  /** meters */
  width: number
  height: number
}

export type SpriteName =
  | 'conifer'
  | 'leafy'
  | 'bush'
  | 'cactus'
  | 'rock'
  | 'grass'
  | 'ramp'
  | 'person'
  | 'truck'
  | 'flag'

const plainSide = 144
/** Color and opacity at a place: x −1 to 1, y 0 at the foot to 1 at the top, n noise −1 to 1. Null is empty. */
type Shape = (x: number, y: number, n: number, m: number) => [Color, number] | null

/** An object before it is painted: its size in meters, and its shape. */
interface Drawing {
  width: number
  height: number
  seed: number
  shape: Shape
}

const draw = (width: number, height: number, seed: number, shape: Shape): Drawing => ({
  width,
  height,
  seed,
  shape,
})

/** @param detail how many times as many pixels per side as in a small picture */
function painted({ width, height, seed, shape }: Drawing, detail: number): Sprite {
  const noise = noiseTile()
  const side = plainSide * detail
  const data = new Uint8ClampedArray(side * side * 4)
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const at = (scale: number) => {
        const x = (column / detail) * scale + seed * 37
        const y = (row / detail) * scale + seed * 91
        return detail > 1 ? smoothNoise(noise, x, y) : nearestNoise(noise, x, y)
      }
      const ink = shape((2 * column) / side - 1, 1 - (row + 0.5) / side, at(2.1), at(0.45))
      if (ink) data.set([...ink[0], 255 * ink[1]], (row * side + column) * 4)
    }
  return { side, data, width, height }
}

const lit = (color: Color, factor: number): Color => [color[0] * factor, color[1] * factor, color[2] * factor]

function conifer(palette: Palette, seed: number, snowy: boolean): Drawing {
  const bark: Color = lit([84, 62, 46], palette.onGround[0])
  return draw(3.8, 8.8, seed, (x, y, n, m) => {
    if (Math.abs(x) < 0.05 && y < 0.12) return [bark, 1]
    // Boughs: each tier hangs slightly, its tips lower than its base.
    const hang = y + 0.06 * Math.abs(x) + 0.025 * n
    const tier = (hang * 9 + seed * 0.37) % 1
    const half = (1 - y) ** 0.9 * (0.5 + 0.5 * (1 - tier) ** 0.7) * (0.86 + 0.16 * m) + 0.1 * n * (1 - y)
    if (y < 0.06 || Math.abs(x) > half) return null
    const edge = Math.abs(x) / half
    const light = 0.58 + 0.42 * (1 - tier) + 0.18 * edge - 0.2 * x + 0.3 * n
    const white = snowy ? clamp((0.75 - tier) * 1.6 + n * 0.8 + m * 0.9 - 0.2) : 0
    const snow = lit([232, 238, 248], palette.onGround[1] * (0.86 + 0.14 * (1 - tier)))
    const green = lit(palette.leaves, light)
    const blend = (c: 0 | 1 | 2) => green[c] + (snow[c] - green[c]) * white
    return [[blend(0), blend(1), blend(2)], 1]
  })
}

function leafy(palette: Palette, seed: number): Drawing {
  const bark: Color = lit([92, 72, 54], palette.onGround[0])
  // One crown in the middle with smaller ones around it.
  const blobs = Array.from({ length: 10 }, (_, i) => {
    const angle = hash01(i, seed, 1) * 2 * Math.PI
    const out = i === 0 ? 0 : 0.2
    return [
      out * 1.7 * Math.cos(angle),
      0.6 + out * Math.sin(angle),
      i === 0 ? 0.26 : 0.12 + 0.06 * hash01(i, seed, 2),
    ] as const
  })
  return draw(6, 6.5, seed, (x, y, n) => {
    const depth =
      Math.max(...blobs.map(([bx, by, r]) => 1 - Math.hypot((x - bx) * 0.55, y - by) / r)) + n * 0.22
    if (depth > 0)
      return [lit(palette.leaves, 0.72 + 0.55 * y + 0.25 * n - 0.16 * x + (depth < 0.12 ? -0.12 : 0)), 1]
    return Math.abs(x + 0.05 * Math.sin(y * 9)) < 0.05 + 0.03 * (1 - y) && y < 0.55 ? [bark, 1] : null
  })
}

const bush = (palette: Palette, seed: number): Drawing =>
  draw(2.4, 1.5, seed, (x, y, n, m) => {
    const top = 0.95 * Math.sqrt(Math.max(0, 1 - x * x)) + n * 0.16 + m * 0.14
    return y < top ? [lit(palette.leaves, 0.66 + 0.6 * y + 0.3 * n - 0.15 * x), 1] : null
  })

const rock = (palette: Palette, seed: number): Drawing =>
  draw(1.8, 1.1, seed, (x, y, n, m) => {
    const top = 0.85 - 0.7 * Math.abs(x + 0.2 * m) ** 1.6 + m * 0.18
    const stone = lit([146, 134, 122], palette.onGround[1])
    return y < top && Math.abs(x) < 0.95 ? [lit(stone, 0.62 + 0.5 * y - 0.2 * x + 0.2 * n), 1] : null
  })

const grass = (palette: Palette, seed: number): Drawing =>
  draw(1.5, 0.75, seed, (x, y, _n, m) => {
    const blade = Math.floor((x + 1) * 22 + y * 3 * Math.sin(x * 9))
    const top = (0.4 + 0.6 * hash01(blade, seed, 4)) * (1 - x * x * 0.8)
    return y < top
      ? [lit(palette.ground[1], 0.7 + 0.5 * y + 0.15 * m + 0.2 * hash01(blade, seed, 5)), 1]
      : null
  })

const cactus = (palette: Palette, seed: number): Drawing =>
  draw(1.9, 3.6, seed, (x, y, n) => {
    const stem = Math.abs(x) < 0.17 && y < 0.97 - x * x * 3
    const arm = (side: number, low: number, high: number) =>
      (Math.abs(y - low) < 0.055 && x * side > 0 && x * side < 0.62) ||
      (Math.abs(x * side - 0.56) < 0.11 && y > low - 0.05 && y < high)
    if (!stem && !arm(1, 0.4 + 0.1 * (seed % 2), 0.74) && !arm(-1, 0.5, 0.86)) return null
    return [lit(palette.leaves, 0.8 + 0.25 * Math.sin(x * 60) - 0.35 * x + 0.1 * n), 1]
  })

/** A kicker across the track, its face toward the rider. */
const ramp = (palette: Palette): Drawing =>
  draw(6, 1.5, 3, (x, y, n, m) => {
    const top = 0.93 - Math.max(0, Math.abs(x) - 0.62) * 2.3 + m * 0.05
    return y < top
      ? [
          lit(palette.track, (0.7 + 0.42 * y + 0.14 * n) * (Math.abs(Math.abs(x) - 0.24) < 0.09 ? 0.86 : 1)),
          clamp((top - y) * 24),
        ]
      : null
  })

const shirts: Color[] = [
  [206, 62, 48],
  [54, 96, 178],
  [232, 196, 66],
  [230, 232, 236],
  [52, 132, 84],
  [232, 122, 44],
]

const person = (palette: Palette, seed: number): Drawing => {
  const shirt = lit(shirts[seed % shirts.length]!, palette.onGround[0])
  return draw(1.3, 1.95, seed, (x, y) => {
    if (Math.hypot(x * 0.72, (y - 0.86) * 1.1) < 0.09 && y > 0.86)
      return [lit([52, 40, 34], palette.onGround[0]), 1]
    if (Math.hypot(x * 0.8, (y - 0.84) * 1.1) < 0.1) return [lit([206, 160, 128], palette.onGround[0]), 1]
    if (y < 0.42)
      return Math.abs(Math.abs(x) - 0.13) < 0.11 ? [lit([58, 62, 82], palette.onGround[0]), 1] : null
    if (y < 0.74 && Math.abs(x) < 0.28 - 0.05 * (0.74 - y)) return [lit(shirt, 0.9 - 0.25 * x), 1]
    // Arms up: cheering.
    return Math.abs(Math.abs(x) - 0.3 - (y - 0.68) * 0.55) < 0.07 && y > 0.62 && y < 0.98 ? [shirt, 1] : null
  })
}

const truck = (palette: Palette, seed: number): Drawing => {
  const paint = lit(shirts[(seed + 1) % shirts.length]!, 0.85 * palette.onGround[0])
  return draw(5.2, 2.1, seed, (x, y) => {
    if (Math.hypot(Math.abs(x) - 0.58, (y - 0.17) * 0.42) < 0.13 && y < 0.34) return [[28, 28, 30], 1]
    if (y > 0.18 && y < 0.56 && Math.abs(x) < 0.95) return [lit(paint, 0.7 + 0.6 * y), 1]
    if (y >= 0.56 && y < 0.95 && Math.abs(x + 0.1) < 0.5 - (y - 0.56) * 0.4)
      return [y > 0.63 && y < 0.86 ? lit([70, 90, 104], palette.onGround[0]) : paint, 1]
    return null
  })
}

const flag = (palette: Palette, seed: number): Drawing =>
  draw(0.9, 2.2, seed, (x, y, n) => {
    if (Math.abs(x + 0.8) < 0.07) return [[70, 70, 74], 1]
    return y > 0.55 && y < 0.97 && x > -0.75 && x < 0.8 + n * 0.1
      ? [lit(shirts[seed % shirts.length]!, palette.onGround[0] * (0.85 + 0.2 * Math.sin(x * 6 + seed))), 1]
      : null
  })

/** Objects that can appear in a country, a few of each kind, drawn on first use. */
export type Sprites = (name: SpriteName) => Sprite[]

/** @param width of the picture that they will stand in, pixels */
export function makeSprites(palette: Palette, snowy: boolean, width: number): Sprites {
  const detail = width >= smoothFrom ? 3 : 1
  const some = (count: number, make: (seed: number) => Drawing) =>
    Array.from({ length: count }, (_, seed) => make(seed + 1))
  const makers: Record<SpriteName, () => Drawing[]> = {
    conifer: () => some(4, seed => conifer(palette, seed, snowy)),
    leafy: () => some(3, seed => leafy(palette, seed)),
    bush: () => some(2, seed => bush(palette, seed)),
    cactus: () => some(2, seed => cactus(palette, seed)),
    rock: () => some(3, seed => rock(palette, seed)),
    grass: () => some(2, seed => grass(palette, seed)),
    ramp: () => [ramp(palette)],
    person: () => some(6, seed => person(palette, seed)),
    truck: () => some(2, seed => truck(palette, seed)),
    flag: () => some(3, seed => flag(palette, seed)),
  }
  const made: Partial<Record<SpriteName, Sprite[]>> = {}
  return name => {
    made[name] ??= makers[name]().map(drawing => painted(drawing, detail))
    return made[name]
  }
}
