import { expect, test } from 'vitest'
import { focusPath } from './focus.ts'

const signals = (flow: number, columns: number[], seconds = 10) => {
  const frames = seconds * 8
  return {
    pictureHz: 8,
    picture: {
      flow: new Float32Array(frames).fill(flow),
      motionColumns: Float32Array.from({ length: frames * 4 }, (_, i) => columns[i % 4] as number),
    },
  }
}
const middle = (s: ReturnType<typeof signals>) => focusPath(s, { start: 2, end: 8 })[3]?.x as number

test('while riding, the crop looks where the picture moves least', () => {
  expect(middle(signals(0.3, [0.25, 0.25, 0.25, 0.25]))).toBeCloseTo(0.5, 2)
  expect(middle(signals(0.3, [0.5, 0.3, 0.15, 0.05]))).toBeGreaterThan(0.6)
  expect(middle(signals(0.3, [0.05, 0.15, 0.3, 0.5]))).toBeLessThan(0.4)
})

test('at a standstill, the crop looks at what moves', () => {
  expect(middle(signals(0.01, [0.02, 0.03, 0.05, 0.9]))).toBeGreaterThan(0.65)
})

test('the crop glides and stays inside the picture', () => {
  const s = signals(0.01, [1, 0, 0, 0])
  s.picture.motionColumns.set([0, 0, 0, 1], 40 * 4)
  for (let f = 40; f < 80; f++) s.picture.motionColumns.set([0, 0, 0, 1], f * 4)
  const path = focusPath(s, { start: 0, end: 9 })
  for (const [i, p] of path.entries()) {
    expect(p.x).toBeGreaterThanOrEqual(0.2)
    expect(p.x).toBeLessThanOrEqual(0.8)
    if (i) expect(Math.abs(p.x - (path[i - 1]?.x as number))).toBeLessThanOrEqual(0.0601)
  }
  expect(path.at(-1)?.x).toBeGreaterThan(path[0]?.x as number)
})
