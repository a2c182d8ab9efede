import { randomUUID } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Tx } from '#server/core/db/database.ts'
import { containerOf } from '#server/core/media/container.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { unsafeFind, unsafeFindForUpdate } from '#server/videos/index.ts'
import { testDatabase } from '#test/harness/database.ts'
import { oneWorker } from '#test/harness/ladder.ts'
import { makeCreator } from '#test/harness/money.ts'
import { makeVideo } from '#test/harness/review.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import { makeLadder } from './make-ladder.ts'
import { makePlayable } from './make-playable.ts'

test.each(['first stream', 'ladder'])('a deletion and the %s never wait for each other', async made => {
  const { db, url } = await testDatabase()
  // Beside the product's own connections, which open none within a transaction.
  const others = new pg.Pool({ connectionString: url })
  onTestFinished(() => others.end())
  const waiting = async () =>
    (
      await others.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  const { id: videoId, streamId } = await makeVideo(db, await makeCreator(db))
  const folder = await scratchFolder()
  const file = await makeClip(path.join(folder, `${randomUUID()}.mp4`), { seconds: 2 })
  const probe = await probeFile(file, (await containerOf(file))?.demuxer ?? 'mp4')
  const deps = { db, objects: new FolderStore(path.join(folder, 'objects')) }
  let deletion: Promise<unknown> = Promise.resolve()
  /** The video is deleted just before its row is locked. */
  const announce = async (tx: Tx) => {
    deletion = others.query('delete from videos where id = $1', [videoId])
    await Promise.race([deletion, expect.poll(waiting).toBe(1)])
    if (!(await unsafeFindForUpdate(tx, videoId))) throw new Error('The video was deleted')
  }
  const source = { videoId, streamId, probe, sha256: 'ab', file }
  const options = { signal: new AbortController().signal, onFraction: () => undefined }
  const work =
    made === 'ladder'
      ? makeLadder(deps, source, { ...options, ...oneWorker, onDone: announce })
      : makePlayable(deps, source, { ...options, onPlayable: announce })
  await expect(work).rejects.toThrow('The video was deleted')
  await deletion
  expect(await unsafeFind(db, videoId)).toBeNull()
})
