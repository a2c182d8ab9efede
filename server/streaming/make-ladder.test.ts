import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect, test } from 'vitest'
import { containerOf } from '#server/core/media/container.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { testDatabase } from '#test/harness/database.ts'
import { clip, clipRate, films, oneWorker, packetsOf, similarity } from '#test/harness/ladder.ts'
import { makeCreator } from '#test/harness/money.ts'
import { makeVideo } from '#test/harness/review.ts'
import { scratchFolder } from '#test/media/make.ts'
import { makeLadder } from './make-ladder.ts'
import { findLive } from './store.ts'

/** A store that notes which segments are written, and in which a run can be made to end. */
class WatchedStore extends FolderStore {
  written: string[] = []
  /** the run ends before this segment is stored */
  endsAt: { segment: string; end: () => Error } | null = null

  override async putFile(key: string, file: string): Promise<void> {
    if (this.endsAt && key.endsWith(this.endsAt.segment)) throw this.endsAt.end()
    await super.putFile(key, file)
    this.written.push(path.basename(key))
  }
}

/** A film and what a ladder of it needs. */
async function given(file: string) {
  const { db } = await testDatabase()
  const root = path.join(await scratchFolder(), 'objects')
  const objects = new WatchedStore(root)
  const probe = await probeFile(file, (await containerOf(file))?.demuxer ?? 'mov')
  const { id: videoId, streamId } = await makeVideo(db, await makeCreator(db))
  const ladder = async (
    changed: { streamId?: string; sha256?: string } = {},
    stop = new AbortController(),
  ) => {
    const source = { videoId, streamId, probe, sha256: 'ab', file, ...changed }
    const options = {
      signal: stop.signal,
      onFraction: () => undefined,
      onDone: async () => undefined,
      ...oneWorker,
    }
    objects.written = []
    await makeLadder({ db, objects }, source, options)
    const live = await findLive(db, videoId)
    return live.map(({ prefix }) => path.join(root, prefix, 'playlist.m3u8'))
  }
  /** A run during which ffmpeg is killed before a segment is stored. */
  const interrupted = async (segment: string) => {
    const stop = new AbortController()
    const killed = new Error('killed')
    objects.endsAt = {
      segment,
      end() {
        stop.abort(killed)
        return killed
      },
    }
    await expect(ladder({}, stop)).rejects.toThrow('killed')
    objects.endsAt = null
  }
  return { db, objects, videoId, ladder, interrupted }
}

test.each(films)('an interrupted ladder goes on to the same result: %s', async (_, make) => {
  const { ladder, interrupted, objects } = await given(await make())
  const [whole] = (await ladder({ streamId: randomUUID() })) as [string]
  const all = objects.written
  await interrupted(all.at(-2) as string)
  const [resumed] = (await ladder()) as [string]
  expect(objects.written).toEqual(all.slice(-2))
  expect(await packetsOf(resumed)).toEqual(await packetsOf(whole))
  // The joint is no worse than what an encoder's other choices make of the same frames.
  expect(Math.min(...(await similarity(resumed, whole)))).toBeGreaterThan(0.98)
})

test('every rendition goes on behind the last segment that all have', async () => {
  const { ladder, interrupted, objects } = await given(await clip('ride.mp4', { size: '640x480' }))
  await interrupted('s00004.m4s')
  const playlists = await ladder()
  expect(playlists).toHaveLength(2)
  expect(new Set(objects.written)).toEqual(new Set(['s00004.m4s', 's00005.m4s']))
  for (const playlist of playlists) expect((await packetsOf(playlist)).video).toHaveLength(22 * clipRate)
})

test('segments of another source are never used', async () => {
  const { db, ladder, interrupted, objects, videoId } = await given(await clip('ride.mp4', {}))
  await interrupted('s00004.m4s')
  await ladder({ sha256: 'cd' })
  expect(objects.written).toContain('s00000.m4s')
  // No playlist lists what the first run left, so it is swept like everything that none lists.
  const rows = await db
    .selectFrom('renditions')
    .select(['live', 'complete'])
    .where('video_id', '=', videoId)
    .execute()
  expect(rows.map(({ live, complete }) => [live, complete]).sort()).toEqual([
    [false, false],
    [true, true],
  ])
})
