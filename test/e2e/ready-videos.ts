import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, cp, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { ApiClient } from '../../scripts/lib/api-client.ts'
import { cached, hashOfSources } from '../harness/cache.ts'
import { cloneTemplate } from '../harness/cluster.ts'
import { startServerProcess } from '../harness/server-process.ts'
import { clip } from '../media/clip.ts'
import { motionRide, ride } from '../media/ride.ts'

/**
 * Videos for specs that only look at them: a real server processes them once per machine, then they are restored as rows and
 * objects under new ids. The cache key covers everything that makes them, so a change of tables or pipeline makes new ones.
 */

/** What was uploaded for each of them. */
const sources = {
  /** 20 seconds with sensors: two highlights */
  short: () => ride({ telemetry: true }),
  /** 40 seconds with sensors: four highlights, enough for a reel */
  long: () => ride({ telemetry: true, seconds: 40 }),
  /** 20 seconds, picture and sound alone */
  bare: () => ride({ telemetry: false }),
  /** 20 seconds of a camera without a receiver: motion sensors, and no GPS */
  motion: () => motionRide(),
  /** large enough for three renditions */
  large: () => clip('large.mp4', { seconds: 14, size: '1280x720' }),
} as const
export type ReadyVideo = keyof typeof sources

/** Rows by table, parents first, as JSON. New ids are substituted in the text. */
interface Snapshot {
  id: string
  streamId: string
  userId: string
  rows: [table: string, rows: object[]][]
}

/** The upload title. The analysis repeats it in its texts, where each copy gets its own title. */
const placeholder = 'Qqplaceholder'

const tables = ['renditions', 'analysis_runs', 'ride_figures', 'clips']

async function withDatabase<T>(url: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

/** The folders of the object store that belong to a video. */
const foldersOf = ({ id, streamId }: Snapshot) => [
  `originals/${id}`,
  `streams/${streamId}`,
  `thumbnails/${streamId}`,
]

async function takeSnapshot(databaseUrl: string, id: string): Promise<Snapshot> {
  return withDatabase(databaseUrl, async db => {
    const read = async (table: string, column: string, value = id) =>
      (
        await db.query<{ row: object }>(`select to_jsonb(t) as row from ${table} t where ${column} = $1`, [
          value,
        ])
      ).rows.map(({ row }) => row)
    const [video] = (await read('videos', 'id')) as { stream_id: string; user_id: string }[]
    if (!video) throw new Error(`There is no video ${id}`)
    const rows: Snapshot['rows'] = [['videos', [video]]]
    for (const table of tables) rows.push([table, await read(table, 'video_id')])
    const runs = rows.flatMap(([table, list]) =>
      table === 'analysis_runs' ? (list as { id: string }[]) : [],
    )
    const minutes = await Promise.all(runs.map(run => read('ride_minutes', 'run_id', run.id)))
    rows.push(['ride_minutes', minutes.flat()])
    return { id, streamId: video.stream_id, userId: video.user_id, rows }
  })
}

/** Uploads each ride to one server, waits until it is fully processed, and saves rows and objects below `out`. */
async function makeAll(clusterUrl: string, out: string): Promise<void> {
  const databaseUrl = await cloneTemplate(clusterUrl)
  const server = await startServerProcess({ env: { DATABASE_URL: databaseUrl } })
  try {
    const client = new ApiClient(server.url)
    await client.signIn('ready@trailcut.example')
    for (const [kind, source] of Object.entries(sources)) {
      const file = await source()
      const { video, uploadUrl, size } = await client.requestUpload(file, placeholder)
      await client.sendFile(file, uploadUrl, size)
      await client.untilAnalyzed(video.id)
      await client.untilLadder(video.id)
      const snapshot = await takeSnapshot(databaseUrl, video.id)
      await mkdir(path.join(out, kind), { recursive: true })
      await writeFile(path.join(out, kind, 'snapshot.json'), JSON.stringify(snapshot))
      for (const folder of foldersOf(snapshot)) {
        const from = path.join(server.dataDir, 'objects', folder)
        if (existsSync(from)) await cp(from, path.join(out, kind, folder), { recursive: true })
      }
    }
  } finally {
    await server.stop()
  }
}

/** Makes the videos unless this machine has them. Called once before the workers start. */
export async function makeReadyVideos(clusterUrl: string): Promise<void> {
  const madeBy = hashOfSources([
    'db/schema',
    'db/migrations',
    'server',
    'contract',
    'lab/ride',
    'test/media',
    'test/e2e/ready-videos.ts',
  ])
  process.env.E2E_READY_VIDEOS = await cached(['ready videos', madeBy], 'ready-videos', out =>
    makeAll(clusterUrl, out),
  )
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** The rows with new ids and times moved to now. */
function renewed({ id, streamId, userId, rows }: Snapshot, owner: string, title: string) {
  const ids = new Map([
    [id, randomUUID() as string],
    [streamId, randomBytes(16).toString('hex')],
    [userId, owner],
    [placeholder, JSON.stringify(title).slice(1, -1)],
  ])
  for (const [, list] of rows)
    for (const { id: own } of list as { id?: string }[])
      if (own !== undefined && !ids.has(own)) ids.set(own, randomUUID())
  const rename = (text: string) => [...ids].reduce((all, [from, to]) => all.replaceAll(from, to), text)
  const times = rows.flatMap(([, list]) =>
    list.flatMap(row =>
      Object.values(row).filter(value => typeof value === 'string' && timestamp.test(value)),
    ),
  )
  const later = Date.now() - Math.max(...times.map(time => Date.parse(time as string)))
  const shift = (value: unknown) =>
    typeof value === 'string' && timestamp.test(value)
      ? new Date(Date.parse(value) + later).toISOString()
      : value
  const fresh = rows.map(([table, list]) => {
    const shifted = list.map(row => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, shift(v)])))
    // Lists show videos in the order they were added, not in the order they were made.
    if (table === 'videos') for (const row of shifted) row.created_at = new Date().toISOString()
    return [table, JSON.parse(rename(JSON.stringify(shifted))) as Record<string, unknown>[]] as const
  })
  return { id: ids.get(id) as string, rename, rows: fresh }
}

/** Hard-links a file, or copies it if that fails. Sharing is safe: objects are never modified in linkOrCopy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  await link(from, to).catch(error => {
    if (error.code !== 'EXDEV' && error.code !== 'EPERM') throw error
    return copyFile(from, to)
  })
}

/** Changes the original's hash with a `free` box at its end, and clears its telemetry fingerprint. */
async function makeDistinct(objects: string, rows: ReturnType<typeof renewed>['rows']): Promise<void> {
  for (const [table, list] of rows)
    for (const row of list) {
      if (table === 'analysis_runs') row.prints = null
      if (table !== 'videos') continue
      const file = path.join(objects, row.original_key as string)
      const box = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('free'), randomBytes(16)])
      const content = Buffer.concat([await readFile(file), box])
      // The file may be shared by hard links, so write a separate copy.
      await rm(file)
      await writeFile(file, content)
      row.original_sha256 = createHash('sha256').update(content).digest('hex')
      row.file_size = content.length
    }
}

/**
 * Gives a person a fully processed video.
 * @param userId its owner
 * @param sameRecording keeps file and telemetry identical; otherwise each copy counts as a different recording
 * @returns the video's id
 */
export async function addReadyVideo(
  kind: ReadyVideo,
  userId: string,
  title: string,
  { sameRecording = false } = {},
): Promise<string> {
  const { E2E_READY_VIDEOS, E2E_DATA_DIR, E2E_DATABASE_URL } = process.env as Record<string, string>
  const folder = path.join(E2E_READY_VIDEOS as string, kind)
  const snapshot = JSON.parse(await readFile(path.join(folder, 'snapshot.json'), 'utf8')) as Snapshot
  const { id, rename, rows } = renewed(snapshot, userId, title)
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const from = path.join(file.parentPath, file.name)
    if (!file.isFile() || file.name === 'snapshot.json') continue
    await linkOrCopy(from, path.join(E2E_DATA_DIR as string, 'objects', rename(path.relative(folder, from))))
  }
  if (!sameRecording) await makeDistinct(path.join(E2E_DATA_DIR as string, 'objects'), rows)
  await withDatabase(E2E_DATABASE_URL as string, async db => {
    await db.query('begin')
    for (const [table, list] of rows) {
      await db.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(list),
      ])
    }
    await db.query('commit')
  })
  return id
}
