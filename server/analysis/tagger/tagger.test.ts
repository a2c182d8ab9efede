import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { analysisResult } from '#contract/analysis.ts'
import { inputOf } from '#lab/evaluate/index.ts'
import { inWordsFor, standardWording } from '#server/core/sentences.ts'
import { scratchFolder } from '#test/media/make.ts'
import { tintedRide } from '#test/media/tinted.ts'
import { learnLanguages } from '../../core/languages.ts'
import { analyzeVideo } from '../analyze.ts'
import type { AnalysisResult } from '../types.ts'
import { taggerLimits } from './ask.ts'
import { checkTagger, TaggerError } from './index.ts'
import { blueTagger, loudTagger, writeTagger } from './sample-model.ts'

const run = promisify(execFile)

const analyze = async (file: string, options: Parameters<typeof analyzeVideo>[2] = {}) =>
  (await analyzeVideo(await inputOf(file), () => {}, options)).result

const labelsOf = ({ highlights }: AnalysisResult, wording = standardWording) =>
  inWordsFor(highlights, wording).map(({ evidence }) =>
    evidence.filter(({ source }) => source === 'tagger').map(({ text }) => text),
  )

const withoutLabels = ({ tagger: _, ...result }: AnalysisResult) => ({
  ...result,
  highlights: result.highlights.map(highlight => ({
    ...highlight,
    evidence: highlight.evidence.filter(({ source }) => source !== 'tagger'),
  })),
})

describe('a ride that is blue, and loud, until its second jump', () => {
  let file: string
  let plain: AnalysisResult
  beforeAll(async () => {
    learnLanguages()
    file = await tintedRide()
    plain = await analyze(file)
  })

  test('has two jumps, and without a tagger nothing about one', () => {
    expect(plain.highlights.map(({ evidence }) => evidence[0]?.type)).toEqual(['jump', 'jump'])
    expect(labelsOf(plain)).toEqual([[], []])
    expect(plain).not.toHaveProperty('tagger')
  })

  test('is labeled by its picture where it is blue, and nothing else changes', async () => {
    const taggerDir = await writeTagger(await scratchFolder())
    const labeled = await analyze(file, { taggerDir })
    expect(labelsOf(labeled)).toEqual([[expect.stringMatching(/^looks like water \((9\d|100)%\)$/)], []])
    expect(labeled.tagger).toEqual({ name: 'Blue or red', problem: null })
    expect(JSON.stringify(withoutLabels(labeled))).toBe(JSON.stringify(plain))
    expect(analysisResult.parse(inWordsFor(labeled, standardWording))).toMatchObject({
      tagger: labeled.tagger,
    })

    const [first] = labeled.highlights
    const found = first!.evidence.at(-1)!
    expect(found).toMatchObject({ type: 'label', unit: '%', strength: 0 })
    expect(found.start).toBeGreaterThanOrEqual(first!.start)
    expect(found.end).toBeLessThanOrEqual(first!.end)
    const [spanish] = labelsOf(labeled, { language: 'es-MX', units: 'metric' })
    expect(spanish![0]).toMatch(/^parece agua \((9\d|100)%\)$/)

    expect(await analyze(file, { taggerDir })).toEqual(labeled)
  })

  test('is labeled by its sound where it is loud', async () => {
    const labeled = await analyze(file, { taggerDir: await writeTagger(await scratchFolder(), loudTagger) })
    expect(labelsOf(labeled)).toEqual([[expect.stringMatching(/^sounds like an engine \(\d+%\)$/)], []])
    expect(JSON.stringify(withoutLabels(labeled))).toBe(JSON.stringify(plain))
  })

  test('has no labels of kinds that its highlights are not', async () => {
    const labels = [{ ...blueTagger.labels[0], supports: ['splash', 'scenic'] }]
    const taggerDir = await writeTagger(await scratchFolder(), { ...blueTagger, labels })
    expect(labelsOf(await analyze(file, { taggerDir }))).toEqual([[], []])
  })

  test('keeps its highlights when the model is broken, and says why there are no labels', async () => {
    const taggerDir = await writeTagger(await scratchFolder(), blueTagger, Buffer.from('no model'))
    const result = await analyze(file, { taggerDir })
    expect(result.tagger).toEqual({
      name: 'Blue or red',
      problem: expect.stringMatching(/^model\.onnx can't be loaded: /),
    })
    expect(JSON.stringify(withoutLabels(result))).toBe(JSON.stringify(plain))
  })

  test('keeps its highlights when the folder is gone, and says so', async () => {
    const result = await analyze(file, { taggerDir: path.join(await scratchFolder(), 'none') })
    expect(result.tagger).toEqual({ name: null, problem: "tagger.json can't be read (ENOENT)" })
    expect(withoutLabels(result)).toEqual(plain)
  })
})

test('a video without sound or highlights is analyzed with a tagger of sound', async () => {
  const folder = await scratchFolder()
  const file = path.join(folder, 'still.mp4')
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'color=blue:size=320x180:rate=30:duration=3'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', file],
  ])
  const result = await analyze(file, { taggerDir: await writeTagger(folder, loudTagger) })
  expect(result.highlights).toEqual([])
  expect(result.tagger).toEqual({ name: 'Loud or silent', problem: null })
})

describe('checking a folder', () => {
  test.each([blueTagger, loudTagger])('accepts the model $name', async description => {
    const folder = await writeTagger(await scratchFolder(), description)
    expect(await checkTagger(folder)).toEqual(description)
  })

  const input = (change: object) => ({ ...blueTagger, input: { ...blueTagger.input, ...change } })
  const output = (change: object) => ({ ...blueTagger, output: { ...blueTagger.output, ...change } })
  const label = (change: object) => ({ ...blueTagger, labels: [{ ...blueTagger.labels[0], ...change }] })
  test.each<[string, unknown, string | RegExp]>([
    ['an unknown field', { ...blueTagger, sound: true }, /tagger\.json is wrong: all of it: .*sound/],
    ['an unknown kind', { ...blueTagger, kind: 'smell' }, /tagger\.json is wrong: kind: /],
    ['an unknown highlight', label({ supports: ['swim'] }), /labels\.0\.supports\.0: /],
    ['a name with markup', label({ name: { en: '<b>' } }), /labels\.0\.name\.en: use letters/],
    ['a threshold above 1', label({ threshold: 60 }), /labels\.0\.threshold: /],
    ['a standard deviation of 0', input({ std: [1, 0, 1] }), /input\.std: must be above 0/],
    ['another input', input({ name: 'pixels' }), "model.onnx must have one input, 'pixels'; it has picture"],
    [
      'another size',
      input({ width: 64 }),
      'model.onnx takes [1, 3, 32, 32], and tagger.json says [1, 3, 32, 64]',
    ],
    ['another order', input({ layout: 'nhwc' }), /tagger\.json says \[1, 32, 32, 3\]/],
    ['another output', output({ name: 'classes' }), "model.onnx has no output 'classes', only scores"],
    ['an index too many', label({ index: 2 }), "'scores' has 2 numbers, none with the index 2"],
    [
      'numbers that are not scores',
      { ...loudTagger, output: { ...loudTagger.output, activation: 'none' } },
      "'numbers' gave -4, not a score from 0 to 1: check its activation",
    ],
  ])('refuses %s', async (_, description, message) => {
    const folder = await writeTagger(await scratchFolder(), description)
    const refused = await checkTagger(folder).catch(error => error)
    expect(refused).toBeInstanceOf(TaggerError)
    expect(refused.message).toMatch(
      message instanceof RegExp ? message : new RegExp(`^${RegExp.escape(message)}$`),
    )
  })

  test('refuses what is not JSON, and a folder without a model', async () => {
    const folder = await writeTagger(await scratchFolder())
    await writeFile(path.join(folder, 'tagger.json'), '{')
    await expect(checkTagger(folder)).rejects.toThrow("tagger.json isn't JSON")
    const empty = await scratchFolder()
    await writeFile(path.join(empty, 'tagger.json'), '{}')
    await expect(checkTagger(empty)).rejects.toThrow("model.onnx can't be read (ENOENT)")
  })

  test('ends a model that takes too long', async () => {
    const folder = await writeTagger(await scratchFolder())
    await expect(checkTagger(folder, { ...taggerLimits, deadlineMs: 20 })).rejects.toThrow(
      'model.onnx takes longer than 0 s',
    )
  })

  test.runIf(process.platform === 'linux')('ends a model that needs too much memory', async () => {
    const folder = await writeTagger(await scratchFolder())
    const little = { ...taggerLimits, memoryBytes: 100e6 }
    await expect(checkTagger(folder, little)).rejects.toThrow('model.onnx needs more than 100 MB of memory')
  })
})
