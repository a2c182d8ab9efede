import type { Plane } from './patches.ts'

/** Synthetic landscapes for the tests in this folder. */
export const width = 160
export const height = 90

/** A texture that never repeats: random values 0 to 1 on an integer grid, linearly interpolated. */
function texture(x: number, y: number, seed: number): number {
  const value = (column: number, row: number) => {
    let mixed = Math.imul(seed + 0x9e3779b9, 0x85ebca6b)
    for (const part of [column, row]) {
      mixed = Math.imul(mixed ^ (mixed >>> 15) ^ part, 0x2c1b3c6d)
      mixed ^= mixed >>> 12
    }
    return (Math.imul(mixed, 0x297a2d39) >>> 8) / 2 ** 24
  }
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [x - column, y - row]
  const top = value(column, row) * (1 - fx) + value(column + 1, row) * fx
  const bottom = value(column, row + 1) * (1 - fx) + value(column + 1, row + 1) * fx
  return top * (1 - fy) + bottom * fy
}

/** The camera's view: a position in its landscape, rotated by an angle in radians. */
export interface View {
  seed: number
  x?: number
  y?: number
  turn?: number
  /** brightness added to everything */
  light?: number
}

export const luma = (
  { seed, x = 0, y = 0, turn = 0, light = 1 }: View,
  column: number,
  row: number,
): number => {
  const [dx, dy] = [column - width / 2, row - height / 2]
  const [px, py] = [
    x + Math.cos(turn) * dx - Math.sin(turn) * dy,
    y + Math.sin(turn) * dx + Math.cos(turn) * dy,
  ]
  const shade = 0.6 * texture(px / 3, py / 3, seed) + 0.4 * texture(px / 17, py / 17, seed + 50)
  return Math.min(235, Math.max(16, Math.round(20 + 190 * light * shade)))
}

export function plane(paint: (column: number, row: number) => number): Plane {
  return {
    width,
    height,
    luma: Uint8Array.from({ length: width * height }, (_, i) => paint(i % width, Math.floor(i / width))),
  }
}

export const see = (view: View): Plane => plane((column, row) => luma(view, column, row))
