import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { containerOf } from '#server/core/media/container.ts'
import { type Probe, probeFile } from '#server/core/media/probe.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { testDatabase } from '#test/harness/database.ts'
import { clip, clipRate, films, oneWorker, packetsOf, similarity } from '#test/harness/ladder.ts'
import { makeCreator } from '#test/harness/money.ts'
import { makeVideo } from '#test/harness/review.ts'
import { scratchFolder } from '#test/media/make.ts'
import { makeLadder, makeRange } from './make-ladder.ts'
import { parsePlaylist } from './playlist.ts'
import { type RangeId, rangesOf } from './ranges.ts'
import { findLive } from './store.ts'

/** A store that notes which segments are written, and can end a run before one is stored. */
class WatchedStore extends FolderStore {
  written: string[] = []
  refused: string | null = null

  override async putFile(key: string, file: string): Promise<void> {
    if (this.refused && key.endsWith(this.refused)) throw new Error('killed')
    await super.putFile(key, file)
    this.written.push(path.basename(key))
  }

  override async delete(key: string): Promise<void> {
    if (this.refused && key.endsWith(this.refused)) throw new Error('killed')
    await super.delete(key)
  }
}

/** A film whose ladder two workers share, in ranges of at least a segment. */
async function shared(file: string, promised: Partial<Probe> = {}) {
  const { db } = await testDatabase()
  const root = path.join(await scratchFolder(), 'objects')
  const objects = new WatchedStore(root)
  const deps = { db, objects }
  const probe = { ...(await probeFile(file, (await containerOf(file))?.demuxer ?? 'mov')), ...promised }
  const { id: videoId, streamId } = await makeVideo(db, await makeCreator(db))
  const source = { videoId, streamId, probe, sha256: 'ab', file }
  const sent: (RangeId | 'whole')[] = []
  const options = {
    signal: new AbortController().signal,
    onFraction: () => undefined,
    onDone: async () => undefined,
    sendRanges: async (_: unknown, ranges: RangeId[]) => void sent.push(...ranges),
    sendWhole: async () => void sent.push('whole'),
  }
  const playlists = async () =>
    (await findLive(db, videoId)).map(({ prefix }) => path.join(root, prefix, 'playlist.m3u8'))
  return {
    ...{ db, objects, videoId, root, source, sent, playlists },
    split: () => makeLadder(deps, source, { ...options, workers: 2, leastSeconds: 4 }),
    range: (id: RangeId | 'whole' | undefined) => {
      if (!id || id === 'whole') throw new Error('No range')
      return makeRange(deps, source, id, options)
    },
    alone: (whole = false) => makeLadder(deps, source, { ...options, workers: whole ? 2 : 1, whole }),
    /** The same film in one piece. */
    async whole() {
      const one = await makeVideo(db, await makeCreator(db))
      const other = { ...source, videoId: one.id, streamId: randomUUID() }
      await makeLadder(deps, other, { ...options, ...oneWorker })
      return (await findLive(db, one.id)).map(({ prefix }) => path.join(root, prefix, 'playlist.m3u8'))
    },
  }
}

/** The files of a rendition that aren't segments. */
const leftBeside = async (playlist: string) =>
  (await readdir(path.dirname(playlist))).filter(name => !/^s\d+\.m4s$/.test(name)).sort()

const inRanges = films.filter(([name]) => !['in AVI', 'interlaced'].includes(name))
const inOnePiece = films.filter(film => !inRanges.includes(film))

test.each(inRanges)('ranges that any worker encodes in any order are one film: %s', async (_, make) => {
  const film = await shared(await make())
  const [whole] = (await film.whole()) as [string]
  await film.split()
  expect(film.sent.map(id => id !== 'whole' && id.first)).toEqual([0, 1, 3, 4])
  for (const id of film.sent.toReversed()) await film.range(id)
  const [joined] = (await film.playlists()) as [string]
  expect(await packetsOf(joined)).toEqual(await packetsOf(whole))
  const listed = async (file: string) => parsePlaylist(await readFile(file, 'utf8'))
  expect(await listed(joined)).toEqual(await listed(whole))
  expect(Math.min(...(await similarity(joined, whole)))).toBeGreaterThan(0.98)
})

test.each(inOnePiece)('a film in which a search is not exact is never split: %s', async (_, make) => {
  const film = await shared(await make())
  await film.split()
  expect(film.sent).toEqual([])
  expect(await film.playlists()).toHaveLength(1)
})

test('joints are as good as the rest, in every rendition', async () => {
  const file = await clip('ride.mp4', { size: '640x480' })
  const film = await shared(file)
  const whole = await film.whole()
  await film.split()
  for (const id of film.sent) await film.range(id)
  const joined = await film.playlists()
  expect(joined).toHaveLength(2)
  const [ours = [], theirs = []] = await Promise.all(
    [joined, whole].map(async ([top = '']) => similarity(top, file)),
  )
  expect(ours).toHaveLength(22 * clipRate)
  for (const joint of [1, 3, 4]) {
    const at = joint * 4 * clipRate
    const around = ours.slice(at - 2, at + 8)
    const inOnePiece = theirs.slice(at - 2, at + 8)
    expect(Math.min(...around)).toBeGreaterThan(Math.min(...inOnePiece) - 0.005)
  }
  const listed = async (file: string) => parsePlaylist(await readFile(file, 'utf8'))
  expect(await listed(joined[1] as string)).toEqual(await listed(joined[0] as string))
})

test('an interrupted range alone is done again, behind its finished segments', async () => {
  const film = await shared(await clip('ride.mp4', {}))
  const [whole] = (await film.whole()) as [string]
  await film.split()
  const [first, second, third, fourth] = film.sent
  await film.range(third)
  film.objects.refused = 's00002.m4s'
  await expect(film.range(second)).rejects.toThrow('killed')
  film.objects.refused = null
  await film.range(fourth)
  await film.range(first)
  film.objects.written = []
  // A worker that starts meanwhile sends the missing job again, and encodes no sound.
  await film.split()
  expect(film.sent.slice(4)).toEqual([second])
  expect(await film.playlists()).toEqual([])
  await film.range(third)
  // Killed once all are done, but not joined: one job joins them.
  film.objects.refused = 'sound.mp4'
  await expect(film.range(second)).rejects.toThrow('killed')
  film.objects.refused = null
  expect(film.objects.written).toEqual(['s00002.m4s'])
  expect(await film.playlists()).toEqual([])
  await film.split()
  expect(film.sent).toHaveLength(6)
  await film.range(film.sent.at(-1))
  const [joined] = (await film.playlists()) as [string]
  expect(await packetsOf(joined)).toEqual(await packetsOf(whole))
  // Only what plays is left.
  expect(await leftBeside(joined)).toEqual(['init.mp4', 'playlist.m3u8'])
  expect(await film.db.selectFrom('ladder_ranges').selectAll().execute()).toEqual([])
})

test('a run in one piece that was interrupted goes on in one piece, however many workers there are by then', async () => {
  const film = await shared(await clip('ride.mp4', {}))
  film.objects.refused = 's00003.m4s'
  await expect(film.alone()).rejects.toThrow('killed')
  film.objects.refused = null
  await film.split()
  expect(film.sent).toEqual([])
  expect(await film.playlists()).toHaveLength(1)
})

test('ranges that do not fit together end, and the film is encoded in one piece', async () => {
  const film = await shared(await clip('ride.mp4', {}))
  await film.split()
  const [id, ...others] = film.sent as RangeId[]
  await film.range(id)
  // Made by other software.
  const init = `streams/${film.source.streamId}/${id?.ladder}/range-00000.mp4`
  const bytes = Buffer.concat((await (await film.objects.get(init))?.toArray()) ?? [])
  await film.objects.put(init, Buffer.concat([bytes, Buffer.alloc(8)]))
  for (const other of others) await film.range(other)
  expect(film.sent.slice(4)).toEqual(['whole'])
  expect(await film.playlists()).toEqual([])
  film.objects.written = []
  await film.range(others[0])
  expect(film.objects.written).toEqual([])
  await film.alone(true)
  const [playlist] = (await film.playlists()) as [string]
  expect((await packetsOf(playlist)).video).toHaveLength(22 * clipRate)
  expect(await leftBeside(playlist)).toEqual(['init.mp4', 'playlist.m3u8'])
})

test('a film that ends before its index says so is encoded in one piece, and its damage is noted', async () => {
  const file = await clip('ride.mp4', {})
  const { video } = await probeFile(file, 'mov')
  const film = await shared(file, { durationSeconds: 40, video: { ...video, seconds: 40 } })
  await film.split()
  await film.range(film.sent.at(-1))
  expect(film.sent.at(-1)).toBe('whole')
  expect(await film.alone(true)).toMatchObject({
    promisedSeconds: 40,
    readableSeconds: expect.closeTo(22, 1),
  })
})

test('ranges are multiples of the workers, at least a minute long and at most three for each', () => {
  const hour = { durationSeconds: 3600, demuxer: 'mov', video: { fps: 30 } } as Probe
  const seconds = (probe: Probe, workers: number) =>
    rangesOf(probe, 30, { workers }).map(({ first }) => first * 4)
  expect(seconds(hour, 1)).toEqual([0])
  expect(seconds(hour, 2)).toEqual([0, 600, 1200, 1800, 2400, 3000])
  expect(seconds(hour, 4)).toHaveLength(12)
  expect(seconds({ ...hour, durationSeconds: 600 }, 4)).toEqual([0, 76, 152, 224, 300, 376, 452, 524])
  expect(seconds({ ...hour, durationSeconds: 600 }, 100)).toHaveLength(10)
  expect(seconds({ ...hour, durationSeconds: 119 }, 4)).toEqual([0])
  expect(seconds({ ...hour, damage: { promisedSeconds: 3600, readableSeconds: 1200 } }, 4)).toEqual([0])
})
