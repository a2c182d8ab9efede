import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

// A tiny model in ONNX's own format, written by hand (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) | 128)
  }
}
const int = (field: number, value: number) => Buffer.concat([varint(field << 3), varint(value)])
function message(field: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map(part => Buffer.from(part as string)))
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content])
}
const node = (op: string, inputs: string[], output: string, ...attributes: Buffer[]) =>
  message(
    1,
    ...inputs.map(name => message(1, name)),
    message(2, output),
    message(4, op),
    ...attributes.map(attribute => message(5, attribute)),
  )
const numbers = (name: string, dims: number[], values: number[]) =>
  message(
    5,
    ...dims.map(size => int(1, size)),
    int(2, 1),
    message(8, name),
    message(9, Buffer.from(Float32Array.from(values).buffer)),
  )
const value = (field: number, name: string, dims: number[]) => {
  const shape = message(2, ...dims.map(size => message(1, int(1, size))))
  return message(field, message(1, name), message(2, message(1, int(1, 1), shape)))
}
const model = (...graph: Buffer[]) =>
  Buffer.concat([int(1, 8), message(8, int(2, 13)), message(7, message(2, 'sample'), ...graph)])

const side = 32
/** The mean color of a picture, 3 weights for each of two classes, and a sigmoid: [blue, red]. */
const blueModel = model(
  node('GlobalAveragePool', ['picture'], 'colors'),
  node('Flatten', ['colors'], 'mean'),
  node('Gemm', ['mean', 'weights', 'bias'], 'sum'),
  node('Sigmoid', ['sum'], 'scores'),
  numbers('weights', [3, 2], [-20, 20, 0, 0, 20, -20]),
  numbers('bias', [2], [-4, -4]),
  value(11, 'picture', [1, 3, side, side]),
  value(12, 'scores', [1, 2]),
)

const samples = 8000
/** The mean of the squares of half a second of sound, weighted: [loud, silent], before a sigmoid. */
const loudModel = model(
  node('Mul', ['wave', 'wave'], 'squares'),
  node('MatMul', ['squares', 'weights'], 'sum'),
  node('Add', ['sum', 'bias'], 'numbers'),
  numbers(
    'weights',
    [samples, 2],
    Array.from({ length: samples * 2 }, (_, i) => ((i % 2 ? -1 : 1) * 2000) / samples),
  ),
  numbers('bias', [2], [-4, 4]),
  value(11, 'wave', [1, samples]),
  value(12, 'numbers', [1, 2]),
)

/** What tagger.json says about these models; tests change parts of it. */
export const blueTagger = {
  name: 'Blue or red',
  kind: 'picture',
  input: {
    ...{ name: 'picture', width: side, height: side, layout: 'nchw', fit: 'crop' },
    ...{ mean: [0, 0, 0], std: [1, 1, 1] },
  },
  output: { name: 'scores', activation: 'none' },
  labels: [
    {
      ...{ index: 0, name: { en: 'water', 'es-MX': 'agua' }, threshold: 0.6 },
      supports: ['jump', 'splash', 'speed', 'sharp_turn', 'rough_ground'],
    },
    { index: 1, name: { en: 'lava' }, supports: ['jump', 'speed'], threshold: 0.6 },
  ],
}
export const loudTagger = {
  name: 'Loud or silent',
  kind: 'sound',
  input: { name: 'wave', sampleRate: 16_000, samples },
  output: { name: 'numbers', activation: 'sigmoid' },
  labels: [
    {
      ...{ index: 0, name: { en: 'an engine', 'es-MX': 'un motor' }, threshold: 0.6 },
      supports: ['jump', 'speed', 'sharp_turn', 'rough_ground'],
    },
  ],
}

/** Writes a tagger's folder. @returns the folder */
export async function writeTagger(
  folder: string,
  description: unknown = blueTagger,
  bytes: Uint8Array = (description as { kind: string }).kind === 'sound' ? loudModel : blueModel,
): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'tagger.json'), JSON.stringify(description))
  await writeFile(path.join(folder, 'model.onnx'), bytes)
  return folder
}
