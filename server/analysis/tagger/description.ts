import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { evidenceTypes } from '#contract/evidence.ts'
import { type Language, languageCodes } from '#contract/reading/languages.ts'
import { soundRate } from '../signals/sound.ts'

/** What is wrong with a tagger, in English, for the operator and staff. */
export class TaggerError extends Error {
  override name = 'TaggerError'
}

/** Shown to riders, so it is a name and nothing else. */
const name = z
  .string()
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ,.'’/()-]*$/u, "use letters, digits, spaces and , . ' / ( ) -")
const triple = z.tuple([z.number(), z.number(), z.number()])
const side = z.number().int().min(8).max(1024)

const label = z.strictObject({
  /** which of the model's numbers it is */
  index: z.number().int().min(0),
  /** in English, and in other languages of the web app */
  name: z.strictObject({
    ...(Object.fromEntries(languageCodes.map(code => [code, name.optional()])) as {
      [L in Language]: z.ZodOptional<typeof name>
    }),
    en: name,
  }),
  /** moments that it may stand under: those with evidence of one of these types */
  supports: z.array(z.enum(evidenceTypes).exclude(['label'])).min(1),
  threshold: z.number().gt(0).max(1),
})

const common = {
  name,
  output: z.strictObject({
    name: z.string().min(1),
    /** what turns the model's numbers into scores from 0 to 1 */
    activation: z.enum(['none', 'sigmoid', 'softmax']),
  }),
  labels: z.array(label).min(1).max(200),
}

/** tagger.json. */
const description = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('picture'),
    input: z.strictObject({
      name: z.string().min(1),
      width: side,
      height: side,
      layout: z.enum(['nchw', 'nhwc']),
      /** crop: the middle of the picture; stretch: all of it, distorted */
      fit: z.enum(['crop', 'stretch']),
      /** of red, green and blue, for values from 0 to 1 */
      mean: triple,
      std: triple.refine(values => values.every(value => value > 0), 'must be above 0'),
    }),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('sound'),
    input: z.strictObject({
      name: z.string().min(1),
      sampleRate: z.literal(soundRate),
      /** length of one window */
      samples: z
        .number()
        .int()
        .min(soundRate / 10)
        .max(soundRate * 10),
    }),
  }),
])
export type Description = z.infer<typeof description>
export type Label = Description['labels'][number]

export const modelFile = (folder: string) => path.join(folder, 'model.onnx')

const mostMegabytes = 1024

/**
 * Reads tagger.json and looks whether there is a model.
 * @throws TaggerError naming everything that is wrong with them
 */
export async function readDescription(folder: string): Promise<Description> {
  const unreadable = (file: string) => (error: NodeJS.ErrnoException) => {
    throw new TaggerError(`${file} can't be read (${error.code})`)
  }
  const text = await readFile(path.join(folder, 'tagger.json'), 'utf8').catch(unreadable('tagger.json'))
  const { size } = await stat(modelFile(folder)).catch(unreadable('model.onnx'))
  if (size > mostMegabytes * 1e6) throw new TaggerError(`model.onnx is larger than ${mostMegabytes} MB`)
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    throw new TaggerError(`tagger.json isn't JSON: ${(error as Error).message}`)
  }
  const { success, data, error } = description.safeParse(given)
  if (success) return data
  const wrong = error.issues.map(issue => `${issue.path.join('.') || 'all of it'}: ${issue.message}`)
  throw new TaggerError(`tagger.json is wrong: ${wrong.join('; ')}`)
}
