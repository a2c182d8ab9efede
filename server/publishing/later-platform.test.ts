import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  type ChannelKind,
  channelKinds,
  type Platform,
  platformFacts,
} from '#contract/publishing/publications.ts'
import { channelOf, platformOf } from '#server/platforms/index.ts'
import { publishingWorld } from '#test/harness/publishing/world.ts'
import { alertFailed, alertOverdue } from './attempts/watch.ts'
import { refreshEarly } from './channels/refresh-early.ts'
import { listChannels } from './channels/store.ts'
import { warnOfChannels } from './channels/warn.ts'
import { figuresByPlatform, series } from './figures/figures.ts'
import { sampleNumbers } from './figures/numbers.ts'
import { listPublications } from './lists.ts'
import { claimDue } from './store.ts'

const later = 'later' as Platform & ChannelKind

/** What a later release leaves behind after a rollback: a platform, a channel and publications on it. */
async function rolledBack() {
  const world = await publishingWorld()
  const { db } = world
  await sql`insert into channel_kinds (kind) values (${later})`.execute(db)
  await sql`insert into platforms (platform, kind) values (${later}, ${later})`.execute(db)
  const now = await world.deps.time(db)
  const video = await world.video(1000)
  const ended = new Date(now.getTime() - 3600_000)
  await db
    .insertInto('platform_channels')
    .values({
      id: '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c12',
      kind: later,
      external_id: 'x',
      name: 'Later',
      access_token: 'x',
      refresh_token: 'x',
      access_expires_at: ended,
      refresh_expires_at: ended,
      refreshed_at: ended,
      status: 'connected',
      connected_at: ended,
    })
    .execute()
  const row = { kind: later, channel_id: null, scheduled_for: ended, next_at: ended }
  const due = await world.publication(video, 'youtube', { ...row, platform: later })
  const out = await world.publication(video, 'youtube', { ...row, platform: later, intent: 'out' })
  await sql`update publications set state = 'published', published_at = ${ended}, post_id = 'p', views = 5,
    next_sample_at = ${ended} where id = ${out.id}`.execute(db)
  return { world, due }
}

test("a later release's data is neither sent nor counted nor shown, and stays unchanged", async () => {
  const { world, due } = await rolledBack()
  const { db, deps } = world
  const now = await deps.time(db)
  const token = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c13'
  expect(await claimDue(db, { token, now, leaseMs: 1000 })).toBeNull()
  expect(await listPublications(db, { limit: 100 }, deps.time)).toEqual([])
  expect((await listChannels(db)).map(c => c.kind).sort()).toEqual([...channelKinds].sort())
  expect([await sampleNumbers(deps), await alertOverdue(deps), await alertFailed(deps)]).toEqual([0, 0, 0])
  expect(await warnOfChannels(deps)).toBe(0)
  await refreshEarly(deps)
  expect([await figuresByPlatform(db), await series(db, new Date(0))]).toEqual([[], []])
  const kept = await db.selectFrom('publications').selectAll().where('id', '=', due.id).executeTakeFirst()
  expect(kept).toMatchObject({ state: 'scheduled', attempts: 0, lease_token: null })
})

test('an unknown platform is an error, never treated as another platform', () => {
  expect(() => platformOf(later)).toThrow("There is no platform 'later'")
  expect(() => channelOf(later)).toThrow("There is no kind of channel 'later'")
})

test("the database has exactly the contract's platforms, each with its lane", async () => {
  const { db, publication, video } = await publishingWorld()
  const rows = await db.selectFrom('platforms').select(['platform', 'kind']).orderBy('platform').execute()
  const expected = platformFacts.map(({ id, channel }) => ({ platform: id, kind: channel.kind }))
  expect(rows).toEqual(expected.toSorted((a, b) => (a.platform < b.platform ? -1 : 1)))
  const lanes = await db.selectFrom('publishing_lanes').select('kind').execute()
  expect(lanes.map(l => l.kind).sort()).toEqual([...channelKinds].sort())
  const one = await video(1000)
  await expect(publication(one, 'youtube', { platform: later })).rejects.toThrow(/foreign key/)
  await expect(publication(one, 'youtube', { kind: 'tiktok' })).rejects.toThrow(/foreign key/)
})
