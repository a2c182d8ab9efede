import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { enqueueClipStripping } from '#server/clips/index.ts'
import { json } from '#server/platform/db/json.ts'
import { probeFile } from '#server/platform/media/probe.ts'
import { findLive, sweepRetired } from '#server/streaming/index.ts'
import { enqueueStripping, runStrip } from '#server/videos/index.ts'
import { proved } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { ffprobe, scratchFolder } from '#test/media/make.ts'
import { planted, taggedOriginal, traces } from '#test/media/tagged.ts'

const run = promisify(execFile)
const carried = [planted.artist, planted.comment, planted.handler, planted.user]

/** Packages the original into HLS exactly as the previous version did. */
async function oldRendition(file: string): Promise<string> {
  const folder = await scratchFolder()
  await run('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-f', 'mov', '-i', file],
    ...['-map', '0:0', '-map', '0:1', '-c:v', 'copy', '-c:a', 'copy'],
    ...['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'event', '-hls_segment_type', 'fmp4'],
    ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_flags', 'independent_segments+temp_file'],
    ...['-hls_segment_filename', `${folder}/s%05d.m4s`, `${folder}/playlist.m3u8`],
  ])
  return folder
}

/** A clip of it as rendered by the previous version. */
async function oldClip(file: string): Promise<Buffer> {
  const out = path.join(await scratchFolder(), 'clip.mp4')
  await run('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-ss', '0', '-t', '2', '-f', 'mov', '-i', file],
    ...['-filter_complex', '[0:0]fps=30[v];[0:1]aresample=48000[a]', '-map', '[v]', '-map', '[a]'],
    ...['-c:a', 'aac', '-c:v', 'libx264', '-movflags', '+faststart', '-f', 'mp4', out],
  ])
  return readFile(out)
}

/** A video with everything the previous version made from it, marked as the migration marks it. */
async function videoOfTheVersionBefore(server: TestServer, userId: string, file: string) {
  const { db, objects } = server.deps
  const [id, rendition, clip] = [randomUUID(), randomUUID(), randomUUID()]
  const streamId = randomBytes(16).toString('hex')
  const prefix = `streams/${streamId}/${rendition}/`
  const clipKey = `streams/${streamId}/clips/${'c'.repeat(32)}.mp4`
  const thumbnailKey = `thumbnails/${streamId}/10-360.jpg`
  const folder = await oldRendition(file)
  for (const name of await readdir(folder))
    await objects.put(prefix + name, await readFile(path.join(folder, name)), 'video/mp4')
  await objects.put(clipKey, await oldClip(file), 'video/mp4')
  await objects.put(
    thumbnailKey,
    Buffer.from(`\xff\xd8\xff\xfe${planted.comment}\xff\xd9`, 'latin1'),
    'image/jpeg',
  )
  await objects.put(`originals/${id}/source.mp4`, await readFile(file), 'video/mp4')
  await db
    .insertInto('videos')
    .values({
      id,
      user_id: userId,
      title: 'Old ride',
      category: 'utv',
      status: 'published',
      file_name: 'ride.mp4',
      original_key: `originals/${id}/source.mp4`,
      original_type: 'video/mp4',
      probe: json(await probeFile(file, 'mov')),
      duration_seconds: 6,
      stream_id: streamId,
      stream_status: 'ready',
      ladder_progress: 100,
      uploaded_at: new Date(),
      thumbnails_stripped: false,
    })
    .execute()
  await db
    .insertInto('renditions')
    .values({
      id: rendition,
      video_id: id,
      kind: 'ladder',
      object_prefix: prefix,
      width: 320,
      height: 180,
      bandwidth: 500_000,
      codecs: 'avc1.64000c,mp4a.40.2',
      frame_rate: 30,
      complete: true,
      live: true,
      stripped: false,
      created_at: new Date(0),
    })
    .execute()
  await db
    .insertInto('clips')
    .values({
      id: clip,
      video_id: id,
      kind: 'highlight',
      format: 'wide',
      parts: json([{ start: 0, end: 2, focus: [] }]),
      digest: 'c'.repeat(32),
      status: 'ready',
      progress: 100,
      object_key: clipKey,
      size: 1,
      duration_seconds: 2,
      stripped: false,
    })
    .execute()
  return { id, streamId, clip, rendition }
}

async function bytesBelow(server: TestServer, prefix: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for await (const key of server.deps.objects.list(prefix)) {
    const stream = await server.deps.objects.get(key)
    if (stream) found.set(key, Buffer.concat(await stream.toArray()))
  }
  return found
}

const tracesBelow = async (server: TestServer, ...prefixes: string[]) => {
  const all = await Promise.all(prefixes.map(prefix => bytesBelow(server, prefix)))
  return [...new Set(all.flatMap(found => [...found.values()].flatMap(traces)))].sort()
}

test('files an earlier version made public are rewritten in the background, and play as before', async () => {
  const server = await startTestServer()
  const { db, objects } = server.deps
  const rider = await proved(server, 'sam@trailcut.example')
  const file = await taggedOriginal()
  const old = await videoOfTheVersionBefore(server, rider.id, file)
  const publicPrefixes = [`streams/${old.streamId}/`, `thumbnails/${old.streamId}/`] as const
  // The planted texts are really in there.
  expect(await tracesBelow(server, ...publicPrefixes)).toEqual(expect.arrayContaining(carried))

  expect([await enqueueStripping(server.deps), await enqueueClipStripping(server.deps)]).toEqual([1, 1])
  const left = async () => {
    const renditions = await db
      .selectFrom('renditions')
      .select('id')
      .where('stripped', '=', false)
      .where('live', '=', true)
      .execute()
    const clips = await db.selectFrom('clips').select('id').where('stripped', '=', false).execute()
    const videos = await db
      .selectFrom('videos')
      .select('id')
      .where('thumbnails_stripped', '=', false)
      .execute()
    return renditions.length + clips.length + videos.length
  }
  await rider.client.until(left, count => count === 0)
  // The hourly sweep deletes what no playlist refers to.
  await sweepRetired(server.deps, new Date())
  expect(await tracesBelow(server, ...publicPrefixes)).toEqual([])
  expect((await bytesBelow(server, `thumbnails/${old.streamId}/`)).size).toBe(0)
  // The original itself is unchanged.
  expect(await tracesBelow(server, `originals/${old.id}/`)).toEqual(expect.arrayContaining(carried))

  const [rendition] = await findLive(db, old.id)
  expect(rendition).toMatchObject({ kind: 'ladder', width: 320, height: 180, complete: true })
  expect(rendition?.id).not.toBe(old.rendition)
  const copy = path.join(await scratchFolder(), 'copy')
  await mkdir(copy)
  const stream = await bytesBelow(server, rendition?.prefix ?? '')
  for (const [key, bytes] of stream) await writeFile(path.join(copy, path.basename(key)), bytes)
  const played = await ffprobe(path.join(copy, 'playlist.m3u8'))
  expect(Number(played.format.duration)).toBeCloseTo(6, 0)
  expect(played.streams.map(s => s.codec_name).sort()).toEqual(['aac', 'h264'])
  const manifest = await (await server.person()).call(api.manifest(old.streamId))
  expect(await manifest.text()).toContain(rendition?.id)

  const clip = await db.selectFrom('clips').selectAll().where('id', '=', old.clip).executeTakeFirstOrThrow()
  const stored = await objects.head(clip.object_key ?? '')
  expect(clip).toMatchObject({ stripped: true, size: stored?.size })
  // A second run finds nothing to do.
  expect([await enqueueStripping(server.deps), await enqueueClipStripping(server.deps)]).toEqual([0, 0])
})

test('an interrupted sweep resumes where it stopped', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db, objects, log } = server.deps
  const rider = await proved(server, 'sam@trailcut.example')
  const file = await taggedOriginal()
  const old = await videoOfTheVersionBefore(server, rider.id, file)
  const cut = new AbortController()
  cut.abort(new Error('The worker stops'))
  await expect(runStrip(server.deps, old.id, { signal: cut.signal, log })).rejects.toThrow('The worker stops')
  // The old rendition still plays, and no half-finished file is left behind.
  expect((await findLive(db, old.id)).map(r => r.id)).toEqual([old.rendition])
  const folders = new Set<string | undefined>()
  for await (const key of objects.list(`streams/${old.streamId}/`)) folders.add(key.split('/')[2])
  expect([...folders].sort()).toEqual(['clips', old.rendition].sort())
  expect(await enqueueStripping(server.deps)).toBe(1)
  await runStrip(server.deps, old.id, { signal: new AbortController().signal, log })
  expect((await findLive(db, old.id)).map(r => r.id)).not.toContain(old.rendition)
})
