import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { drawQr, type QrDrawing } from './qr.ts'

const scale = 4

/** What a camera would see: gray values of the code, dark on light. */
function photograph({ size, path }: QrDrawing): { pixels: Uint8ClampedArray; width: number } {
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < scale; dy++)
      for (let dx = 0; dx < scale; dx++) {
        const at = ((Number(y) * scale + dy) * width + Number(x) * scale + dx) * 4
        pixels.fill(0, at, at + 3)
      }
  return { pixels, width }
}

const read = (drawing: QrDrawing) => {
  const { pixels, width } = photograph(drawing)
  return jsQR(pixels, width, width)?.data
}

test.each([
  'otpauth://totp/Trailcut:rider%40trailcut.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Trailcut',
  `otpauth://totp/Trailcut:${'a'.repeat(240)}%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Trailcut`,
])('a scanner reads what was drawn: %s', text => {
  expect(read(drawQr(text))).toBe(text)
})

test('leaves the light border that scanners need', () => {
  const { size, path } = drawQr('x')
  const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)])
  expect(Math.min(...places)).toBe(4)
  expect(Math.max(...places)).toBe(size - 5)
})
