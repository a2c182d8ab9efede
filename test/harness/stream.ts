import { randomBytes, randomUUID } from 'node:crypto'
import { api } from '#contract/paths.ts'
import type { Database } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'
import { makeCreator } from './money.ts'
import { anyProbe } from './probe.ts'

/**
 * A published video with a segment of random bytes for each size.
 * @returns its id, and of each segment the key in the store, the address and the bytes
 */
export async function addStream(db: Database, objects: ObjectStore, sizes: readonly number[]) {
  const [videoId, renditionId] = [randomUUID(), randomUUID()]
  const streamId = randomBytes(16).toString('hex')
  const prefix = `streams/${videoId}/${renditionId}/`
  await db
    .insertInto('videos')
    .values({
      id: videoId,
      user_id: await makeCreator(db),
      title: 'Mud day',
      category: 'utv',
      status: 'published',
      file_name: 'ride.mp4',
      original_key: 'originals/ride',
      original_sha256: 'ab'.repeat(32),
      probe: json(anyProbe),
      stream_id: streamId,
      stream_status: 'ready',
    })
    .execute()
  await db
    .insertInto('renditions')
    .values({
      id: renditionId,
      video_id: videoId,
      kind: 'ladder',
      object_prefix: prefix,
      width: 1920,
      height: 1080,
      bandwidth: 6_000_000,
      codecs: 'avc1.640028',
      frame_rate: 30,
      complete: true,
      live: true,
    })
    .execute()
  const segments = sizes.map((size, n) => {
    const file = `s${String(n).padStart(5, '0')}.m4s`
    return {
      key: prefix + file,
      address: api.streamFile(streamId, renditionId, file),
      bytes: randomBytes(size),
    }
  })
  for (const { key, bytes } of segments) await objects.put(key, bytes, 'video/mp4')
  return { videoId, segments }
}
