import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { api, frameAddress } from '#contract/paths.ts'
import type { Publication } from '#contract/publishing/publications.ts'
import type { Video } from '#contract/videos.ts'
import { ask, proved } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { scratchFolder } from '#test/media/make.ts'
import { planted, taggedOriginal, tagsOf, traces } from '#test/media/tagged.ts'

const run = promisify(execFile)

/** What every MP4 written by our own ffmpeg contains. The rider's program is planted under another name. */
const harmless =
  /^(major_brand|minor_version|compatible_brands|language|vendor_id|handler_name)=|^encoder=Lavc \w+$/
/** Versions of the programs we run: they would tell an attacker which vulnerabilities are open. */
const versions = [/Lav[cf]\d[\d.]*/, /x264 - core \d+/]
const plainHandlers = /^handler_name=(VideoHandler|SoundHandler)?$/

async function expectClean(name: string, bytes: Buffer, extension: string, expected: { streams: string[] }) {
  expect(traces(bytes), name).toEqual([])
  const text = bytes.toString('latin1')
  expect(versions.map(version => version.exec(text)?.[0]).filter(Boolean), name).toEqual([])
  const file = path.join(await scratchFolder(), `judged.${extension}`)
  await writeFile(file, bytes)
  const { tags, chapters, kinds } = await tagsOf(file)
  expect(
    tags.filter(tag => !harmless.test(tag)),
    name,
  ).toEqual([])
  expect(
    tags.filter(tag => tag.startsWith('handler_name=') && !plainHandlers.test(tag)),
    name,
  ).toEqual([])
  expect(chapters, name).toBe(0)
  expect(kinds.sort(), name).toEqual(expected.streams)
}

/** Every stored object except originals: what players, platforms and pages can receive. */
async function publicKeys(server: TestServer): Promise<string[]> {
  const keys: string[] = []
  for (const prefix of ['streams/', 'thumbnails/'])
    for await (const { key } of server.deps.objects.list(prefix)) keys.push(key)
  return keys.sort()
}

async function objectBytes(server: TestServer, key: string): Promise<Buffer> {
  const stream = await server.deps.objects.get(key)
  if (!stream) throw new Error(`${key} is gone`)
  return Buffer.concat(await stream.toArray())
}

/**
 * Uploads the file, has a clip rendered, and publishes the whole video and a Short. @returns what the
 * platforms received
 */
async function throughEverything(server: TestServer, file: string) {
  const { youtube, tiktok } = server.sandbox?.social ?? {}
  if (!youtube || !tiktok) throw new Error('The stand-ins do not run')
  for (const { platform } of [youtube, tiktok]) platform.delays = { processing: 0, moderation: 0 }
  const rider = (await proved(server, 'sam@trailcut.example')).client
  const admin = (await proved(server, 'admin@trailcut.example')).client
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  const { cfStreamId } = await rider.untilPlayable(video.id)
  // The copy of the original that plays first is public too.
  const first = await publicKeys(server)
  const firstBytes = new Map<string, Buffer>()
  for (const key of first.filter(k => /\.(mp4|m4s)$/.test(k)))
    firstBytes.set(key, await objectBytes(server, key))
  await rider.untilLadder(video.id)
  await rider.until(
    () => rider.json<Video>(api.video(video.id)),
    v => v.status === 'draft' && v.aiProcessingStatus === 'completed',
  )
  for (const second of [1, 2]) {
    const picture = await rider.call(frameAddress(cfStreamId as string, second, 180))
    expect(picture.status).toBe(200)
    await picture.arrayBuffer()
  }
  const body = { videoId: video.id, platforms: ['youtube', 'youtube_shorts', 'tiktok'], immediate: true }
  const answer = await ask(admin, 'POST', api.schedulePublish(video.id), body)
  expect(answer.status, await answer.clone().text()).toBe(200)
  await admin.until(
    () => admin.json<Publication[]>(api.publications),
    list => list.length === 3 && list.every(p => p.state === 'published' || p.state === 'failed'),
  )
  const posts = [...youtube.platform.posts.all(), ...tiktok.platform.posts.all()]
  expect(posts).toHaveLength(3)
  return {
    id: video.id,
    streamId: cfStreamId as string,
    firstBytes,
    posts: await Promise.all(posts.map(p => readFile(p.file))),
  }
}

/** Joins each rendition's init segment with its media segments, so that ffprobe sees whole files. */
function renditionsOf(objects: Map<string, Buffer>): Map<string, Buffer> {
  const whole = new Map<string, Buffer>()
  for (const [key, bytes] of [...objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [, prefix, name] = /^(.*\/)((?:init\.mp4)|(?:s\d+\.m4s))$/.exec(key) ?? []
    if (!prefix || !name) continue
    whole.set(prefix, Buffer.concat([whole.get(prefix) ?? Buffer.alloc(0), bytes]))
  }
  return whole
}

async function expectNothingPublicTells(server: TestServer, file: string, streams = ['audio', 'video']) {
  const made = await throughEverything(server, file)
  const objects = new Map<string, Buffer>(made.firstBytes)
  for (const key of await publicKeys(server)) objects.set(key, await objectBytes(server, key))
  const renditions = renditionsOf(objects)
  expect(renditions.size).toBeGreaterThan(1)
  for (const [prefix, bytes] of renditions) await expectClean(prefix, bytes, 'mp4', { streams })
  let [clips, pictures] = [0, 0]
  for (const [key, bytes] of objects) {
    expect(traces(bytes), key).toEqual([])
    if (key.includes('/clips/')) {
      clips++
      await expectClean(key, bytes, 'mp4', { streams })
    }
    if (key.endsWith('.jpg')) {
      pictures++
      await expectClean(key, bytes, 'jpg', { streams: ['video'] })
      expect(bytes.includes('Exif') || bytes.includes('Lavc'), key).toBe(false)
      // 0xFFFE is a comment segment; 0xFFE1 to 0xFFEF hold Exif, XMP and maker notes.
      expect(bytes.includes(Buffer.from([0xff, 0xfe])), key).toBe(false)
    }
  }
  expect(clips).toBeGreaterThan(0)
  expect(pictures).toBeGreaterThan(1)
  for (const [index, bytes] of made.posts.entries())
    await expectClean(`post ${index}`, bytes, 'mp4', { streams })
}

test.each([
  ['keys', Object.values(planted)],
  ['boxes', ['\u00a9xyz', planted.location, planted.artist, planted.comment, planted.make, planted.user]],
] as const)(
  'no public file of an original tagged by %s reveals place, camera, name or telemetry',
  async (form, tags) => {
    const file = await taggedOriginal({ form })
    // The planted texts are really there; otherwise nothing below would prove anything.
    expect(traces(await readFile(file))).toEqual(expect.arrayContaining([...tags, 'gpmd', 'GPS5']))
    await expectNothingPublicTells(await startTestServer(), file)
  },
)

const real = path.resolve(import.meta.dirname, '../../../../shared/footage/gopro-max.mp4')

test.runIf(existsSync(real))('no public file of a real GoPro clip with GPS reveals them either', async () => {
  const file = path.join(await scratchFolder(), 'gopro.mp4')
  // Its first seconds with picture, sound and telemetry as the camera wrote them; the whole file takes a
  // minute.
  const tracks = ['0:v', '0:a', '0:3'].flatMap(track => ['-map', track])
  await run('ffmpeg', ['-v', 'error', '-i', real, ...tracks, '-c', 'copy', '-copy_unknown', '-t', '6', file])
  expect(traces(await readFile(file))).toEqual(expect.arrayContaining(['gpmd', 'GPS5']))
  await expectNothingPublicTells(await startTestServer(), file)
})
