/**
 * Fills a migrated database with made-up people, videos and notifications, for inspecting and measuring at
 * scale.
 *   DATABASE_URL=… node scripts/seed-scale.ts --users 100000 --videos 1000000 --notifications 10000000
 * The database itself makes the rows. Running it twice adds nothing, because ids follow from row numbers.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'

export interface Sizes {
  users: number
  videos: number
  notifications: number
}

const chunk = 200_000

/** A stable id for a number, in the form of a version 4 UUID (RFC 9562). */
const uuid = (kind: string, i: number | string) =>
  `overlay(overlay(md5('${kind}' || ${i}) placing '4' from 13) placing '8' from 17)::uuid`
export const userId = (i: number | string): string => `${uuid('user', i)}::text`
const videoId = (i: string) => uuid('video', i)

const pick = (list: readonly string[], by: string) =>
  `(array[${list.map(word => `'${word}'`).join(',')}])[1 + (${by}) % ${list.length}]`

const first = ['Sam', 'Lee', 'Kim', 'Ana', 'Max', 'Eva', 'Tom', 'Zoe', 'Ben', 'Ida']
const last = ['Rivers', 'Stone', 'Hill', 'Woods', 'Field', 'Brook', 'Moor', 'Dale', 'Cliff', 'Marsh']
const zones = ['Europe/Berlin', 'America/New_York', 'America/Denver', 'Australia/Sydney', 'America/Santiago']
const deeds = [
  'Mud day',
  'Rock crawl',
  'Dune jump',
  'Night ride',
  'River crossing',
  'Hill climb',
  'Trail loop',
]
const places = ['Black Creek', 'Moab', 'Sand Hollow', 'Pine Ridge', 'Red Canyon', 'Silver Lake', 'Bear Pass']
const categories = ['utv', 'atv', 'dirt-bike', 'rock-crawling', 'mud-bogging', 'trail-riding', 'racing']
/** Per hundred videos. */
const statuses = [
  ...Array(60).fill('published'),
  ...Array(8).fill('approved'),
  ...Array(10).fill('rejected'),
  ...Array(8).fill('draft'),
  ...Array(6).fill('pending'),
  ...Array(5).fill('failed'),
  ...Array(2).fill('processing'),
  'uploading',
]

const highlights = JSON.stringify(
  Array.from({ length: 6 }, (_, i) => ({
    description: `Jump with ${0.6 + i / 10} s of airtime and a hard landing`,
    score: 0.9 - i / 20,
    start: 20 * i + 4,
    end: 20 * i + 12,
    clipType: 'action',
    motionLevel: 0.7,
    excitementLevel: 0.8,
    evidence: [
      { type: 'jump', source: 'imu', start: 20 * i + 6, end: 20 * i + 7, core: 20 * i + 6.4, value: 0.8 },
    ],
    focus: [{ time: 20 * i + 4, x: 0.5 }],
  })),
)
const texts = JSON.stringify({
  youtube: { title: 'Six jumps', description: 'A ride with six jumps.', tags: ['utv', 'jump', 'offroad'] },
  tiktok: { title: 'Six jumps', description: 'A ride with six jumps.', hashtags: ['utv', 'jump'] },
})
const thumbnails = JSON.stringify([{ timestamp: 6.4, reason: 'Jump: sharp and colorful', score: 0.8 }])
const compilations = JSON.stringify([
  { title: 'Three jumps', description: 'Jumps', totalDuration: 15, score: 0.8 },
])

const users = `
  insert into users (id, email, name, first_name, last_name, role, time_zone, email_verified, email_verified_at, created_at)
  select ${userId('i')}, 'rider' || i || '@example.com', 'Rider ' || i,
    ${pick(first, 'i')}, ${pick(last, 'i / 7')}, case when i % 5000 = 0 then 'moderator' else 'user' end,
    ${pick(zones, 'i')}, true, now() - interval '1 day', now() - i * interval '9 minutes'
  from generate_series($1::bigint, $2::bigint) i
  on conflict do nothing`

// One in two hundred videos belongs to the same rider, who therefore has thousands.
const videos = (people: number) => `
  insert into videos (id, user_id, title, category, status, file_name, file_size, original_key, original_sha256, duration_seconds,
    stream_id, stream_status, ladder_progress, views, ai_status, ai_viral_score, ai_highlights, ai_thumbnails, ai_texts,
    ai_compilations, uploaded_at, published_at, created_at, priced_score, priced_at)
  select ${videoId('i')}, ${userId(`case when i % 200 = 0 then 1 else 1 + (i * 7919) % ${people} end`)},
    ${pick(deeds, 'i / 3')} || ' at ' || ${pick(places, 'i / 11')} || ' ' || i,
    ${pick(categories, 'i')}, s.status, 'ride' || i || '.mp4', 200000000, 'originals/' || i,
    md5(i::text) || md5(i::text), 60 + i % 600,
    md5('stream' || i), case when s.status in ('failed', 'processing', 'uploading') then 'inprogress' else 'ready' end,
    100, case when s.status = 'published' then (i * 31) % 20000 else 0 end,
    case when s.status in ('failed', 'processing', 'uploading') then null else 'completed' end,
    (i % 100) / 100.0, '${highlights}', '${thumbnails}', '${texts}', '${compilations}',
    now() - i * interval '55 seconds', case when s.status = 'published' then now() - i * interval '50 seconds' end,
    now() - i * interval '1 minute',
    case when s.status in ('approved', 'published') then (i % 100) / 100.0 end,
    case when s.status in ('approved', 'published') then now() end
  from generate_series($1::bigint, $2::bigint) i
  cross join lateral (select ${pick(statuses, 'i * 37')} as status) s
  on conflict do nothing`

const notifications = (people: number) => `
  insert into notifications (id, user_id, type, title, message, event_key, is_read, created_at)
  select ${uuid('notification', 'i')}, ${userId(`1 + (i * 104729) % ${people}`)}, 'video_published',
    '"Your video is live"', '"Your video is published. Every view from now on earns."', 'seed:' || i, i % 20 <> 0,
    now() - i * interval '6 seconds'
  from generate_series($1::bigint, $2::bigint) i
  on conflict do nothing`

const entries = (people: number, count: number) => `
  insert into audit_log (at, actor_id, actor_role, action, object_type, object_id, before, after)
  select now() - (${count} - i) * interval '1 minute', ${userId(`5000 * (1 + i % ${Math.max(1, Math.floor(people / 5000))})`)},
    'moderator', ${pick(['video.approve', 'video.reject', 'video.publish', 'video.thumbnail'], 'i')}, 'video',
    ${videoId(`1 + i % ${count}`)}::text, '{"status":"draft"}', '{"status":"approved"}'
  from generate_series($1::bigint, $2::bigint) i`

/**
 * Fills the database, with one staff decision in the log for every ten videos.
 * @param tell progress messages for people
 */
export async function seedScale(
  databaseUrl: string,
  sizes: Sizes,
  tell: (line: string) => void = () => undefined,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'; begin")
    // Building indexes afterwards costs a fraction; all in one transaction, so that none is ever missing.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i
       where i.indrelid in ('users'::regclass, 'videos'::regclass, 'notifications'::regclass) and not i.indisunique`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    const fill = async (name: string, sql: string, count: number) => {
      for (let from = 1; from <= count; from += chunk) {
        await client.query(sql, [from, Math.min(count, from + chunk - 1)])
        tell(`${name}: ${Math.min(count, from + chunk - 1)} of ${count}`)
      }
    }
    await fill('users', users, sizes.users)
    await fill('videos', videos(sizes.users), sizes.videos)
    await fill('notifications', notifications(sizes.users), sizes.notifications)
    const { rows } = await client.query("select from audit_log where action = 'video.publish' limit 1")
    const decisions = Math.floor(sizes.videos / 10)
    if (!rows.length) await fill('decisions', entries(sizes.users, decisions), decisions)
    for (const { name, definition } of indexes) {
      await client.query(definition)
      tell(`index ${name}`)
    }
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '100000' },
      videos: { type: 'string', default: '1000000' },
      notifications: { type: 'string', default: '10000000' },
    },
  })
  const databaseUrl = process.env.DATABASE_URL
  if (!databaseUrl) throw new Error('DATABASE_URL says which database to fill')
  const sizes = {
    users: Number(values.users),
    videos: Number(values.videos),
    notifications: Number(values.notifications),
  }
  await seedScale(databaseUrl, sizes, line => console.log(line))
}
