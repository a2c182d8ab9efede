import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { api } from '#contract/paths.ts'
import type { ApiClient } from '../scripts/lib/api-client.ts'
import { type Sizes, userId } from '../scripts/seed-scale.ts'

export interface Call {
  name: string
  address: string
}

/**
 * The staff's requests, with values from the database: cursors in the middle, the rider with thousands of
 * videos.
 */
export async function callsOf(databaseUrl: string, full: Sizes): Promise<Call[]> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const one = async (sql: string) => (await db.query(sql)).rows[0]?.value as string
    const middle = (table: string, type: string) =>
      one(`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id as value
        from ${table} where id >= '${type}' order by id limit 1`)
    const heavy = await one(`select ${userId(1)} as value`)
    const half = '80000000-0000-0000-0000-000000000000'
    const videos = encodeURIComponent(await middle('videos', half))
    const users = encodeURIComponent(await middle('users', half))
    const decided = await one(
      "select object_id as value from audit_log where action = 'video.publish' limit 1",
    )
    const waiting = await one("select id::text as value from videos where status = 'pending' limit 1")
    return [
      { name: 'platform-stats', address: api.platformStats },
      { name: 'stats', address: api.adminStats },
      { name: 'users', address: api.adminUsers },
      { name: 'users, a page in the middle', address: `${api.adminUsers}?cursor=${users}` },
      { name: 'users, one found', address: `${api.adminUsers}?search=rider${Math.floor(full.users / 30)}@` },
      { name: 'users, all match', address: `${api.adminUsers}?search=example` },
      { name: 'users, two letters', address: `${api.adminUsers}?search=ri` },
      { name: 'users, none found', address: `${api.adminUsers}?search=zzqx` },
      { name: 'users, moderators', address: `${api.adminUsers}?role=moderator` },
      { name: 'users, suspended', address: `${api.adminUsers}?suspended=true` },
      { name: 'videos', address: api.adminVideos },
      { name: 'videos, a page in the middle', address: `${api.adminVideos}?cursor=${videos}` },
      { name: 'videos, pending', address: `${api.adminVideos}?status=pending` },
      { name: 'videos, one found', address: `${api.adminVideos}?search=%20${Math.floor(full.videos / 30)}` },
      { name: 'videos, a seventh match', address: `${api.adminVideos}?search=night%20ride` },
      { name: 'videos, none found', address: `${api.adminVideos}?search=zzqx` },
      { name: 'videos, one letter', address: `${api.adminVideos}?search=m` },
      { name: 'videos, of a busy rider', address: `${api.adminVideos}?userId=${heavy}` },
      { name: 'videos, search among uploading', address: `${api.adminVideos}?status=uploading&search=moab` },
      { name: 'ai-processed', address: api.aiProcessedVideos },
      {
        name: 'ai-processed, waiting, oldest',
        address: `${api.aiProcessedVideos}?status=waiting&order=oldest`,
      },
      { name: 'ai-processed, rejected', address: `${api.aiProcessedVideos}?status=rejected` },
      { name: 'ai-processed, search', address: `${api.aiProcessedVideos}?search=dune%20jump&status=waiting` },
      {
        name: 'ai-processed, strongest',
        address: `${api.aiProcessedVideos}?status=waiting&order=strongest`,
      },
      { name: 'ai-processed, middle', address: `${api.aiProcessedVideos}?cursor=${videos}` },
      { name: 'review of a video', address: api.videoReview(waiting) },
      { name: 'activity', address: api.activity },
      { name: 'history of a video', address: api.videoHistory(decided) },
      { name: 'audit, one action', address: `${api.audit}?action=video.reject` },
      { name: 'audit, one actor', address: `${api.audit}?actor=rider5000@example.com` },
      { name: 'audit, one video', address: `${api.audit}?objectType=video&objectId=${decided}` },
      { name: 'notifications', address: api.notifications },
    ]
  } finally {
    await db.end()
  }
}

export const quantile = (sorted: number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

/** Sends requests from all clients at once for some seconds. @returns milliseconds of each answer, sorted */
export async function load(
  client: ApiClient,
  address: string,
  { clients, ms }: { clients: number; ms: number },
): Promise<number[]> {
  const times: number[] = []
  const headers = { cookie: client.cookieHeader }
  const url = new URL(address, client.base)
  const one = async () => {
    const start = performance.now()
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.status} from ${address}`)
    return performance.now() - start
  }
  for (let i = 0; i < 3; i++) await one()
  const end = performance.now() + ms
  await Promise.all(
    Array.from({ length: clients }, async () => {
      do times.push(await one())
      while (performance.now() < end)
    }),
  )
  return times.sort((a, b) => a - b)
}

/** How often each of these tables has been fully scanned so far, from the statistics of what really ran. */
export async function scansOf(databaseUrl: string, tables: readonly string[]): Promise<Map<string, number>> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const { rows } = await db.query<{ relname: string; seq_scan: string }>(
      'select relname, seq_scan from pg_stat_user_tables where relname = any($1)',
      [tables],
    )
    return new Map(rows.map(r => [r.relname, Number(r.seq_scan)]))
  } finally {
    await db.end()
  }
}
