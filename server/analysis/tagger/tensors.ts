import type { Description } from './description.ts'

type PictureInput = Extract<Description, { kind: 'picture' }>['input']

/** Red, green and blue from 0 to 255 of each pixel of a yuv420p frame (BT.709 as cameras record it, limited range). */
function colorsOf(frame: Uint8Array, width: number, height: number): Float32Array {
  const pixels = width * height
  const half = width >> 1
  const chroma = half * (height >> 1)
  const colors = new Float32Array(pixels * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const c = (y >> 1) * half + (x >> 1)
      const luma = 1.1644 * (frame[at]! - 16)
      const u = frame[pixels + c]! - 128
      const v = frame[pixels + chroma + c]! - 128
      colors[at * 3] = Math.min(255, Math.max(0, luma + 1.7927 * v))
      colors[at * 3 + 1] = Math.min(255, Math.max(0, luma - 0.2132 * u - 0.5329 * v))
      colors[at * 3 + 2] = Math.min(255, Math.max(0, luma + 2.1124 * u))
    }
  return colors
}

/** For each of `count` places along a side, the two pixels it lies between and its distance from the first. */
function places(count: number, from: number, length: number, size: number) {
  return Array.from({ length: count }, (_, i) => {
    const at = Math.min(size - 1, Math.max(0, from + ((i + 0.5) * length) / count - 0.5))
    const first = Math.floor(at)
    return { first, second: Math.min(size - 1, first + 1), share: at - first }
  })
}

/**
 * A yuv420p frame as the model's input: scaled between pixels, its colors from 0 to 1, minus the mean and divided by
 * the standard deviation.
 */
export function pictureTensor(
  frame: Uint8Array,
  { width, height }: { width: number; height: number },
  input: PictureInput,
): Float32Array {
  const colors = colorsOf(frame, width, height)
  const scale = Math.min(width / input.width, height / input.height)
  const [w, h] = input.fit === 'crop' ? [scale * input.width, scale * input.height] : [width, height]
  const columns = places(input.width, (width - w) / 2, w, width)
  const rows = places(input.height, (height - h) / 2, h, height)
  const plane = input.width * input.height
  const tensor = new Float32Array(plane * 3)
  for (const [y, row] of rows.entries())
    for (const [x, column] of columns.entries())
      for (let c = 0; c < 3; c++) {
        const at = (r: number, k: number) => colors[(r * width + k) * 3 + c]!
        const above =
          at(row.first, column.first) * (1 - column.share) + at(row.first, column.second) * column.share
        const below =
          at(row.second, column.first) * (1 - column.share) + at(row.second, column.second) * column.share
        const value = (above * (1 - row.share) + below * row.share) / 255
        const pixel = y * input.width + x
        tensor[input.layout === 'nchw' ? c * plane + pixel : pixel * 3 + c] =
          (value - input.mean[c]!) / input.std[c]!
      }
  return tensor
}

/** Signed 16-bit samples as the model's input, from -1 to 1. */
export function soundTensor(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: bytes.length >> 1 }, (_, i) => view.getInt16(i * 2, true) / 32768)
}

function activated(row: Float32Array, activation: Description['output']['activation']): Float32Array {
  if (activation === 'none') return row
  if (activation === 'sigmoid') return row.map(value => 1 / (1 + Math.exp(-value)))
  const most = Math.max(...row)
  const powers = row.map(value => Math.exp(value - most))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map(value => value / sum)
}

/** The model's numbers as scores. A model of sound may answer with a row for each part of a window: their mean. */
export function scoresOf(
  values: Float32Array,
  columns: number,
  activation: Description['output']['activation'],
): Float32Array {
  const rows = values.length / columns
  const scores = new Float32Array(columns)
  for (let row = 0; row < rows; row++)
    for (const [i, score] of activated(
      values.subarray(row * columns, (row + 1) * columns),
      activation,
    ).entries())
      scores[i]! += score / rows
  return scores
}
