import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analysisVersion } from '#server/analysis/analyze.ts'
import { fittedKinds } from '#server/analysis/events/seen/likelihood.ts'
import { sampleSignals } from '#server/analysis/sample-ride.ts'
import { fitFilm, fitSigns } from './fit-signs.ts'
import { othersFile, readOthers, writeOthers } from './sign-tables.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trailcut-signs-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function emptyFile(name: string): Promise<URL> {
  const file = join(folder, name)
  await writeFile(file, '[]')
  return pathToFileURL(file)
}

/** Ninety seconds with a fast run from 30 to 37. */
const film = (name: string) =>
  fitFilm({
    name,
    signals: sampleSignals({
      seconds: 90,
      ego: {
        growth: t => (t >= 30 && t < 37 ? 0.7 : 0.3),
        pitch: t => 0.25 * Math.sin(70 * t),
        yaw: t => 0.06 * Math.sin(t / 2),
      },
    }),
    truth: {
      durationSeconds: 90,
      events: [{ type: 'speed', start: 29.6, end: 37.4, core: 33, intensity: 0.7, value: 90 }],
      cuts: [],
    },
  })

test('what is stored of another film counts like the film itself, twice', async () => {
  const file = await emptyFile('others.json')
  const [own, other] = [film('own'), film('other')]
  await writeOthers([other.table], file)
  const tables = await readOthers(file)
  expect(tables.map(({ film, measuredBy }) => [film, measuredBy])).toEqual([['other', analysisVersion]])
  const both = fitSigns([own, other, { ...other, flights: [] }])
  const stored = fitSigns([own], tables)
  expect(stored.weights.fastStretch!.start).toBeCloseTo(both.weights.fastStretch!.start, 1)
  const row = stored.table.split('\n').find(line => line.startsWith('| fastStretch'))!
  expect(row.split('|')[2]!.trim()).toBe('2')
})

test('films that are measured again replace themselves, and no others', async () => {
  const file = await emptyFile('again.json')
  const [first, second] = [film('first').table, film('second').table]
  await writeOthers([first, second], file)
  await writeOthers([{ ...second, measuredBy: 99 }], file)
  const kept = (await readOthers(file)).map(table => [table.film, table.measuredBy])
  expect(kept).toEqual([
    ['first', analysisVersion],
    ['second', 99],
  ])
})

test('a film measured with other signs is refused by name', async () => {
  const file = await emptyFile('stale.json')
  await writeOthers([film('old ride').table], file)
  await writeFile(file, (await readFile(file, 'utf8')).replace('"pace"', '"speed"'))
  await expect(readOthers(file)).rejects.toThrow(/^old ride was measured with other signs of fastStretch/)
})

test('the films of other simulators have candidates of every kind', async () => {
  const tables = await readOthers(othersFile)
  expect(tables.length).toBeGreaterThan(10)
  for (const kind of fittedKinds)
    expect(tables.flatMap(({ kinds }) => kinds[kind].samples).length, kind).toBeGreaterThan(5)
})
