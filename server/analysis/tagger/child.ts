/**
 * The process that runs a tagger's model: `child.ts MODEL`. Reads a `Question` from standard input and prints one line
 * of JSON, an `Answer`. It is started with limits on memory and time, sees no environment and may read only the code,
 * MODEL and the recording. The runtime is WebAssembly, which keeps a hostile model in its own memory.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { InferenceSession } from 'onnxruntime-web'
import type { Answer, Question } from './ask.ts'
import type { Description } from './description.ts'
import { pictureTensor, scoresOf, soundTensor } from './tensors.ts'

const digits = 10_000
/** A frame to try the model on. */
const trial = { width: 160, height: 90 }

class Refused extends Error {}

async function loadRuntime() {
  try {
    return await import('onnxruntime-web')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Refused('the package onnxruntime-web is not installed (npm start installs it)')
  }
}

/** The input's shape. A model may leave sizes open: those are names, or negative. */
function shapeOf({ kind, input }: Description, session: InferenceSession): number[] {
  const about = session.inputMetadata.find(({ name }) => name === input.name)
  if (!about?.isTensor || session.inputNames.length > 1)
    throw new Refused(
      `model.onnx must have one input, '${input.name}'; it has ${session.inputNames.join(', ')}`,
    )
  if (about.type !== 'float32') throw new Refused(`model.onnx takes ${about.type} instead of float32`)
  const { shape } = about
  const wanted = (() => {
    if (kind === 'sound') return shape.length === 1 ? [input.samples] : [1, input.samples]
    const { width, height, layout } = input
    return layout === 'nchw' ? [1, 3, height, width] : [1, height, width, 3]
  })()
  const fits = (size: number | string, i: number) =>
    typeof size === 'string' || size < 0 || size === wanted[i]
  if (shape.length !== wanted.length || !shape.every(fits))
    throw new Refused(`model.onnx takes [${shape.join(', ')}], and tagger.json says [${wanted.join(', ')}]`)
  return wanted
}

async function answer(model: string, { description, recording, looks }: Question): Promise<Answer> {
  const { env, InferenceSession, Tensor } = await loadRuntime()
  // More threads would take processors from the rest of the server, and need a right that this process lacks.
  env.wasm.numThreads = 1
  env.logLevel = 'error'
  const session = await InferenceSession.create(readFileSync(model), { executionProviders: ['wasm'] }).catch(
    error => {
      throw new Refused(`model.onnx can't be loaded: ${(error as Error).message}`)
    },
  )
  const shape = shapeOf(description, session)
  const { input, output, labels } = description
  if (!session.outputNames.includes(output.name))
    throw new Refused(`model.onnx has no output '${output.name}', only ${session.outputNames.join(', ')}`)

  const scoresFor = async (bytes: Uint8Array): Promise<number[]> => {
    const values =
      description.kind === 'picture'
        ? pictureTensor(bytes, recording ?? trial, description.input)
        : soundTensor(bytes)
    const results = await session.run({ [input.name]: new Tensor('float32', values, shape) })
    const { data, dims } = results[output.name]!
    if (!(data instanceof Float32Array)) throw new Refused(`'${output.name}' isn't float32`)
    const columns = dims.at(-1) ?? 0
    const missing = labels.find(({ index }) => index >= columns)
    if (missing)
      throw new Refused(`'${output.name}' has ${columns} numbers, none with the index ${missing.index}`)
    const scores = scoresOf(data, columns, output.activation)
    return labels.map(({ index }) => {
      const score = scores[index]!
      if (!(score >= 0 && score <= 1))
        throw new Refused(`'${output.name}' gave ${score}, not a score from 0 to 1: check its activation`)
      return Math.round(score * digits) / digits
    })
  }

  const { width, height } = recording ?? trial
  const length = description.kind === 'picture' ? (width * height * 3) / 2 : description.input.samples * 2
  const bytes = new Uint8Array(length)
  if (!recording) return { scores: [await scoresFor(bytes)] }
  const file = openSync(recording.file, 'r')
  const scores: number[][] = []
  for (const at of looks) {
    // Sound that ends within a window is followed by silence.
    bytes.fill(0)
    readSync(file, bytes, 0, length, at)
    scores.push(await scoresFor(bytes))
  }
  closeSync(file)
  return { scores }
}

const failure = (error: unknown): Answer => {
  if (error instanceof Refused) return { refused: error.message }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

const asked = JSON.parse(await text(process.stdin)) as Question
process.stdout.write(`${JSON.stringify(await answer(process.argv[2] as string, asked).catch(failure))}\n`)
