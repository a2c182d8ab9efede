import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTruth } from './truth-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tc-truth-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(content: unknown) {
  const path = join(folder, 'ride.json')
  await writeFile(path, JSON.stringify(content))
  return readTruth(path, 60)
}

it('fills in what a person may omit', async () => {
  expect(await read({ events: [{ type: 'scenic', start: 40, end: 47 }], cuts: [{ time: 31.2 }] })).toEqual({
    durationSeconds: 60,
    events: [{ type: 'scenic', start: 40, end: 47, core: 43.5, intensity: null, value: null }],
    cuts: [{ time: 31.2, start: 31.2, end: 31.2 }],
  })
})

it('keeps what is given', async () => {
  const jump = { type: 'jump', start: 12.4, end: 15.9, core: 14.6, intensity: 0.7, value: 0.9 }
  const fade = { time: 58.5, start: 58, end: 59 }
  expect(await read({ durationSeconds: 90, events: [jump], cuts: [fade] })).toEqual({
    durationSeconds: 90,
    events: [jump],
    cuts: [fade],
  })
})

it('names the file and the field of an error', async () => {
  await expect(read({ events: [{ type: 'jump', start: 5, end: 4 }] })).rejects.toThrow(
    /ride\.json[\s\S]*events\[0\]/,
  )
  await expect(read({ events: [{ type: 'jump', start: 5, end: 7, intensity: 7 }] })).rejects.toThrow(
    'intensity',
  )
})
