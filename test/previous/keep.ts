import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Clip } from '#contract/clips.ts'
import { api, frameAddress } from '#contract/paths.ts'
import type { Publication } from '#contract/publishing/publications.ts'
import type { Video } from '#contract/videos.ts'
import { renderRide } from '#sandbox/ride/render.ts'
import { recordViews } from '#server/earnings/index.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { ApiClient } from '../../scripts/lib/api-client.ts'
import { cloneTemplate, startTestCluster } from '../harness/cluster.ts'
import { startServerProcess } from '../harness/server-process.ts'

/**
 * Archives the data of this version for the tests of later versions: `node test/previous/keep.ts out.tar.gz`.
 * One rider's GPS-tagged ride is approved, published and earning; another rider is suspended with a pending
 * payout. The archive contains every table as JSON, the object store, the settings of the data folder, and
 * the session cookies.
 */

const run = promisify(execFile)

/** Identifies a person or a place; planted in the original. */
export const planted = {
  location: '+36.0953-115.1761+0620.000/',
  artist: 'Jordan Planted',
  comment: 'Camera C3441325999999',
} as const

async function tablesOf(url: string): Promise<Record<string, unknown[]>> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    const { rows } = await db.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
    const tables: Record<string, unknown[]> = {}
    for (const { name } of rows) {
      const { rows: kept } = await db.query<{ row: unknown }>(`select to_jsonb(t) as row from "${name}" t`)
      if (kept.length) tables[name] = kept.map(({ row }) => row)
    }
    return tables
  } finally {
    await db.end()
  }
}

async function makeOriginal(folder: string): Promise<string> {
  const plain = path.join(folder, 'plain.mp4')
  const tagged = path.join(folder, 'tagged.mp4')
  await renderRide({
    seed: 3,
    kind: 'ride',
    durationSeconds: 20,
    width: 256,
    height: 144,
    fps: 24,
    telemetry: true,
    out: plain,
  })
  const tags = Object.entries(planted).flatMap(([name, value]) => ['-metadata', `${name}=${value}`])
  await run('ffmpeg', ['-v', 'error', '-i', plain, '-map', '0', '-c', 'copy', ...tags, tagged])
  return tagged
}

async function live(url: string, databaseUrl: string, original: string): Promise<Record<string, string>> {
  const [rider, other, admin] = [new ApiClient(url), new ApiClient(url), new ApiClient(url)]
  await signInAtProvider(rider, { email: 'rider@trailcut.example' })
  await signInAtProvider(other, { email: 'suspended@trailcut.example' })
  await signInAtProvider(admin, { email: 'admin@trailcut.example' })

  const { video, uploadUrl, size } = await rider.requestUpload(original, 'Gravel at dawn')
  await rider.sendFile(original, uploadUrl, size)
  await rider.untilAnalyzed(video.id)
  await rider.untilLadder(video.id)
  const { cfStreamId } = await rider.json<Video>(api.video(video.id))
  const picture = await rider.call(frameAddress(cfStreamId ?? '', 2, 240))
  if (!picture.ok) throw new Error(`The thumbnail answered ${picture.status}`)
  const { id: clipId } = await rider.post<Clip>(api.clips(video.id), { kind: 'highlight', index: 0 })
  await rider.until(
    () => rider.json<Clip>(api.clip(video.id, clipId)),
    ({ status }) => status === 'ready',
  )
  await admin.post(api.approveHighlight(video.id, 0), {})
  await admin.post(api.approveVideo(video.id), {})
  await admin.post(api.publishNow(video.id), { platform: 'youtube' })
  await admin.until(
    () => admin.json<Publication[]>(api.publications),
    list => list.length > 0 && list.every(({ state }) => state === 'published'),
  )

  const { id } = await other.json<{ id: string }>(api.user)
  const db = openDatabase(databaseUrl, () => undefined, { max: 1 })
  const sampledAt = new Date(Date.now() - 60_000)
  const since = new Date(sampledAt.getTime() - 3600_000)
  const post = { postId: video.id, counter: 'public_views' as const, platform: 'youtube', viralScore: 0 }
  const sample = { userId: id, videoId: video.id, ...post, since, sampledAt, views: 2000 }
  await db.transaction().execute(tx => recordViews(tx, new Date(), [sample]))
  await db.destroy()
  await other.post(api.triggerPayout, {})
  await admin.post(api.suspendUser(id), { reason: 'Other people’s footage' })
  return { rider: rider.cookieHeader, admin: admin.cookieHeader }
}

const out = path.resolve(process.argv[2] ?? 'previous.tar.gz')
const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-keep-'))
const cluster = await startTestCluster()
try {
  const databaseUrl = await cloneTemplate(cluster.url)
  const kept = path.join(folder, 'kept')
  const server = await startServerProcess({
    env: { DATABASE_URL: databaseUrl, PAYOUT_METHOD: 'manual' },
    dataDir: path.join(folder, 'data'),
  })
  const cookies = await live(server.url, databaseUrl, await makeOriginal(folder)).finally(server.stop)
  // The platforms' data isn't the product's.
  await cp(path.join(folder, 'data'), path.join(kept, 'data'), {
    recursive: true,
    filter: file => !/sandbox\/\w+\/files\/./.test(file),
  })
  await writeFile(path.join(kept, 'tables.json'), JSON.stringify(await tablesOf(databaseUrl)))
  await writeFile(path.join(kept, 'cookies.json'), JSON.stringify(cookies))
  await run('tar', ['--sort=name', '-czf', out, '-C', kept, ...(await readdir(kept))])
  console.log(`Kept in ${out}`)
} finally {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}
