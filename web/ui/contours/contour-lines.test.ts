import { expect, test } from 'vitest'
import { contourLines } from './contour-lines.ts'

const columns = 60
const rows = 38
const cell = 24

test('the same ground has the same lines', () => {
  expect(contourLines(7, columns, rows)).toEqual(contourLines(7, columns, rows))
  expect(contourLines(7, columns, rows).thin).not.toBe(contourLines(8, columns, rows).thin)
})

test('no contour line runs along the edge of the page', () => {
  // d3 closes its rings on the outermost half cell.
  const half = cell / 2
  for (const seed of [5, 7, 11, 19, 23, 31, 42]) {
    const { thin, index } = contourLines(seed, columns, rows)
    const points = [...`${thin}${index}`.matchAll(/(-?\d+\.\d) (-?\d+\.\d)/g)]
    expect(points.length).toBeGreaterThan(200)
    for (const [, x, y] of points) {
      expect(Number(x)).toBeGreaterThanOrEqual(half)
      expect(Number(x)).toBeLessThanOrEqual(columns * cell - half)
      expect(Number(y)).toBeGreaterThanOrEqual(half)
      expect(Number(y)).toBeLessThanOrEqual(rows * cell - half)
    }
  }
})
