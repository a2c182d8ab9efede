import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { containerOf } from '#server/core/media/container.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { testDatabase } from '#test/harness/database.ts'
import { clip, films, oneWorker, packetsOf, similarity } from '#test/harness/ladder.ts'
import { makeCreator } from '#test/harness/money.ts'
import { makeVideo } from '#test/harness/review.ts'
import { scratchFolder } from '#test/media/make.ts'
import { makeLadder, makeRange } from './make-ladder.ts'
import { parsePlaylist } from './playlist.ts'
import { findRanges, type RangeId } from './ranges.ts'
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
}

/** A film whose ladder two workers share, in ranges of at least a segment. */
async function shared(file: string) {
  const { db } = await testDatabase()
  const root = path.join(await scratchFolder(), 'objects')
  const objects = new WatchedStore(root)
  const deps = { db, objects }
  const probe = await probeFile(file, (await containerOf(file))?.demuxer ?? 'mov')
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
    /** The same film in one piece. */
    async whole() {
      const one = await makeVideo(db, await makeCreator(db))
      const other = { ...source, videoId: one.id, streamId: randomUUID() }
      await makeLadder(deps, other, { ...options, ...oneWorker })
      return (await findLive(db, one.id)).map(({ prefix }) => path.join(root, prefix, 'playlist.m3u8'))
    },
  }
}

const inRanges = films.filter(([name]) => !['in AVI', 'interlaced'].includes(name))
const inOnePiece = films.filter(film => !inRanges.includes(film))

test.each(inRanges)('ranges that any worker encodes in any order are one film: %s', async (_, make) => {
  const film = await shared(await make())
  const [whole] = (await film.whole()) as [string]
  await film.split()
  expect(film.sent.map(id => id !== 'whole' && id.first)).toEqual([0, 1, 3, 4])
  for (const id of film.sent.toReversed()) await film.range(id)
  const [joined] = (await film.playlists()) as [string]
  for (const kind of ['v', 'a'] as const)
    expect(await packetsOf(joined, kind)).toEqual(await packetsOf(whole, kind))
  const listed = async (file: string) => parsePlaylist(await readFile(file, 'utf8'))
  expect(await listed(joined)).toEqual(await listed(whole))
  expect(Math.min(...(await similarity(joined, whole)))).toBeGreaterThan(0.98)
})
