import pg from 'pg'
import { seedScale } from '../scripts/seed-scale.ts'
import { ofEntries, withoutIndexes } from './seed-ledger.ts'

/** Rows of the large tables. */
export interface Growth {
  users: number
  videos: number
  notifications: number
  samples: number
  lines: number
}

/** 10 million videos with what belongs to them, times a factor. */
export const growthOf = (factor: number): Growth => ({
  users: Math.round(1e6 * factor),
  videos: Math.round(1e7 * factor),
  notifications: Math.round(1e7 * factor),
  samples: Math.round(1e8 * factor),
  lines: Math.round(5e7 * factor),
})

/** The large tables that are filled without their indexes. */
const filled = ['publications', 'publication_days', 'view_counters', 'view_samples', 'ledger_entries']

// A channel for each kind: tokens that nothing opens, for posts that are only listed and counted.
const channels = `
  insert into platform_channels (id, kind, external_id, name, access_token, refresh_token, access_expires_at,
    refreshed_at, status, is_default, connected_at)
  select md5(kind)::uuid, kind, 'bench', 'Bench ' || kind, 'none', 'none', now() + interval '1 year', now(), 'connected',
    true, now()
  from channel_kinds`

/**
 * Views of a post at an age: its own number, times the logarithm of the age. Numbers are by Pareto's distribution with
 * alpha 1.2 from 1,000 on: a few posts have most of the views, and old ones go on gaining.
 */
const viewsOf = `
  create function pg_temp.views_of(post uuid, published timestamptz, at timestamptz) returns bigint language sql immutable as $$
    select floor(1000 * power(((uuid_hash(post)::bigint & 2147483647) + 1) / 2147483648.0::float8, -1 / 1.2::float8)
      * ln(1 + greatest(0, extract(epoch from at - published)::float8) / 604800) / ln(1 + 1095 / 7.0::float8))::bigint
  $$`

/** One post of each published video, over three years; a few are planned or failed. */
const publications = `
  insert into publications (id, video_id, user_id, platform, kind, channel_id, content, content_label, state, metadata,
    scheduled_for, wall_time, time_zone, timing, created_at, next_at, failure_kind, published_at, post_id, url, views,
    gained_lately, likes, comments, sampled_at, next_sample_at)
  select md5('post' || v.id)::uuid, v.id, v.user_id, p.platform, p.kind, md5(p.kind)::uuid, 'video', '"Video"', s.state,
    jsonb_build_object('title', v.title, 'description', 'A ride with six jumps.', 'tags', array['utv', 'jump']),
    t.at, '2026-11-21 12:00', 'UTC', 'custom', t.at - interval '1 hour', t.at,
    case when s.state = 'failed' then 'reject' end, case when s.state = 'published' then t.at end,
    case when s.state = 'published' then 'p' || v.n end, case when s.state = 'published' then 'https://posts.example/' || v.n end,
    case when s.state = 'published' then g.views else 0 end, case when s.state = 'published' then g.views - g.before end,
    v.n % 50, v.n % 7, case when s.state = 'published' then now() - (v.n % 1440) * interval '1 minute' end,
    case when s.state = 'published' then now() + (v.n % 40000) * interval '1 minute' end
  from (select id, user_id, title, row_number() over () as n, count(*) over () as total from videos where status = 'published') v
  join (values (0, 'youtube', 'youtube'), (1, 'youtube_shorts', 'youtube'), (2, 'tiktok', 'tiktok'), (3, 'facebook', 'facebook'))
    p (n, platform, kind) on p.n = v.n % 4
  cross join lateral (select case when v.n % 2000 = 0 then 'scheduled' when v.n % 100 = 1 then 'failed' else 'published' end as state) s
  cross join lateral (select case when s.state = 'scheduled' then now() + v.n % 1000 * interval '1 hour'
    else now() - interval '1095 days' * (1 - v.n::float8 / v.total) end as at) t
  cross join lateral (select pg_temp.views_of(md5('post' || v.id)::uuid, t.at, now()) as views,
    pg_temp.views_of(md5('post' || v.id)::uuid, t.at, now() - interval '91 days') as before) g`

const counters = (entriesEach: number) => `
  insert into view_counters (video_id, platform, user_id, post_id, counter, since, views, sampled_at, revision)
  select video_id, platform, user_id, id, 'public_views', published_at, ${entriesEach} * (1 + n * 7919 % 400),
    now() - n % 1000 / 1000.0 * interval '1 day', ${entriesEach}
  from (select *, row_number() over () as n from publications where state = 'published') p`

/** Over 31 days, so that a day of them is to be folded; the last one is the counter's. */
const samples = (each: number) => `
  insert into view_samples (counter_id, sampled_at, views, rate_micros, viral_score, viral_multiplier, plan_multiplier, creator_percent)
  select id, sampled_at - (${each} - k) * interval '31 days' / ${each}, greatest(0, views - ${each} + k), 50000, 0, 10000, 10, 70
  from view_counters, generate_series(1, ${each}) k
  where id > $1 and id <= $2`
const folded = (each: number) => `
  insert into folded_samples (counter_id, sampled_at, views, rate_micros, viral_score, viral_multiplier, plan_multiplier, creator_percent)
  select id, sampled_at - interval '32 days', greatest(0, views - ${each}), 50000, 0, 10000, 10, 70
  from view_counters where since < now() - interval '33 days'`
/** What each sample found since the one before; nothing for those that found nothing. */
const days = (each: number) => `
  insert into publication_days (publication_id, day, views, likes)
  select post_id, at::date, sum(gain), count(*) filter (where k % 5 = 0)
  from (select post_id, k, at, pg_temp.views_of(post_id, since, at) - pg_temp.views_of(post_id, since, at - part) as gain
    from view_counters, (select interval '31 days' / ${each} as part) p, generate_series(1, ${each}) k,
      lateral (select sampled_at - (${each} - k) * part as at) t
    where id > $1 and id <= $2) s
  where gain > 0 group by 1, 2`

/** The k-th entry of each counter, in the order of time over a year. */
const entries = (k: number, each: number) => `
  insert into ledger_entries (source_event, type, user_id, video_id, platform, creator_amount, views, facts, occurred_at)
  select 'views:' || c.platform || ':' || c.post_id || ':public_views:${k}', 'view_revenue', c.user_id, c.video_id, c.platform,
    v * 35000, v, jsonb_build_object('counter', 'public_views', 'postId', c.post_id, 'from', v * ${k - 1}, 'to', v * ${k},
      'sampledAt', '2026-01-01T00:00:00.000Z', 'since', '2026-01-01T00:00:00.000Z', 'before', '[10, 70]'::jsonb,
      'seen', '[10, 70]'::jsonb, 'ratePerView', '0.05', 'viralScore', 0, 'viralMultiplier', 1, 'planMultiplier', 1,
      'creatorPercent', 70, 'gross', (v * 50000)::text),
    now() - interval '365 days' * (1 - (${k - 1} + c.id::float8 / t.most) / ${each})
  from view_counters c, (select max(id) as most from view_counters) t, lateral (select c.views / ${each} as v) s
  where c.id > $1 and c.id <= $2`

/** Fills an empty, migrated database. @param tell progress for people */
export async function seedGrowth(url: string, growth: Growth, tell: (line: string) => void): Promise<void> {
  await seedScale(url, growth, line => {
    if (/ of \d*00000$|^index/.test(line)) tell(line)
  })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (text: string, given: unknown[] = []) => client.query(text, given)
  try {
    await run(
      `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB';
       set session_replication_role = replica`,
    )
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
       from pg_index where indrelid = any($1::text[]::regclass[]) and not indisunique`,
      [filled],
    )
    for (const { name } of indexes) await run(`drop index ${name}`)
    await run(viewsOf)
    await run(channels)
    const posts = (await run(publications)).rowCount as number
    tell(`publications: ${posts}`)
    const [samplesEach, entriesEach] = [
      Math.round(growth.samples / posts),
      Math.round(growth.lines / 3 / posts),
    ]
    await run(counters(entriesEach))
    await run('vacuum analyze view_counters')
    const inParts = async (name: string, text: string) => {
      const part = 200_000
      for (let from = 0; from < posts; from += part) await run(text, [from, from + part])
      tell(`${name} written`)
    }
    await inParts('samples', samples(samplesEach))
    await run(folded(samplesEach))
    await inParts('days of posts', days(samplesEach))
    await run(`insert into platform_days select d.day, p.platform, sum(d.views), sum(d.likes), 0, 0
      from publication_days d join publications p on p.id = d.publication_id group by 1, 2`)
    await run(
      `insert into tallies select 'publications.' || state || '.' || platform, count(*) from publications group by state, platform`,
    )
    await run(`insert into ledger_accounts (kind, user_id)
      select k, user_id from (select distinct user_id from view_counters) u, unnest(array['creator_paid', 'creator_payable', 'creator_pending']) k
      on conflict do nothing`)
    const [constraints] = withoutIndexes
    await run(constraints as string)
    await run('alter table ledger_lines drop constraint ledger_lines_pkey')
    for (let k = 1; k <= entriesEach; k++)
      await inParts(`entries ${k}/${entriesEach}`, entries(k, entriesEach))
    for (const step of ofEntries.filter(one => !one.includes('index ledger_entries_shown'))) await run(step)
    tell('lines and rollups written')
    for (const { name, definition } of indexes) {
      await run(definition)
      tell(`index ${name}`)
    }
    await run('vacuum analyze')
  } finally {
    await client.end()
  }
}
