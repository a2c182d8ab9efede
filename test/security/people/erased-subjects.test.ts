import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { Publication } from '#contract/publishing/publications.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import type { Video } from '#contract/videos.ts'
import type { Database } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import { signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { silentPlan } from '#test/harness/reels.ts'
import { ask, proved } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'
import { switchOn, tokenOf } from './share-setup.ts'

/** Words that nothing else contains: whatever holds one, holds it because of this video or person. */
const words = {
  file: 'bilby',
  title: 'quokka',
  description: 'numbat',
  report: 'dibbler',
  reel: 'potto',
  verdict: 'kowari',
  post: 'galago',
  rejection: 'tenrec',
}
const person = { name: 'tarsier', address: 'fossa' }

/** Columns that keep a word on purpose, as 'table.column', each with its reason. There are none. */
const kept: string[] = []

/** Every column of every table, of every schema but PostgreSQL's own, that contains one of the words. */
async function columnsWith(db: Database, wanted: Record<string, string>): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const any = Object.values(wanted).join('|')
  const found: string[] = []
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{ key: string }>`
      select distinct c.key from ${sql.table(`${schema}.${name}`)} t, jsonb_each_text(to_jsonb(t)) c
      where c.value ~* ${any}`.execute(db)
    found.push(...rows.map(({ key }) => `${name}.${key}`))
  }
  return found.filter(column => !kept.includes(column)).toSorted()
}

const send = async <T>(...call: Parameters<typeof ask>): Promise<T> => {
  const answer = await ask(...call)
  expect(answer.status, `${call[2]}: ${await answer.clone().text()}`).toBe(200)
  return (await answer.json()) as T
}

/** Uploads a video with all these words, shares it, has it reported, sends a reel of it and has that refused. */
async function busyVideo(server: TestServer, rider: ApiClient, staff: ApiClient): Promise<string> {
  const file = await makeClip(path.join(await scratchFolder(), `${words.file}.mp4`), { seconds: 5 })
  const { video, uploadUrl, size } = await rider.requestUpload(file, `My ${words.title} ride`)
  const { id } = video
  await rider.sendFile(file, uploadUrl, size)
  await rider.untilPlayable(id)
  await rider.untilLadder(id)
  await rider.until(
    () => rider.json<Video>(api.video(id)),
    one => one.status === 'draft' && one.aiProcessingStatus === 'completed',
  )
  await send(rider, 'PATCH', api.updateVideo(id), { description: `Past the ${words.description}.` })

  const link = await switchOn(rider, id)
  const stranger = await server.person()
  await send(stranger, 'POST', api.reportShared(tokenOf(link)), { reason: 'other', words: words.report })

  const { id: reelId } = await send<Reel>(rider, 'POST', api.createReel(id), {
    ...silentPlan,
    title: words.reel,
  })
  await send(rider, 'POST', api.renderReel(id, reelId), {})
  const [reel] = await rider.until(
    () => rider.json<Reel[]>(api.reels(id)),
    list => list[0]?.clip?.status === 'ready',
  )
  await send(rider, 'POST', api.sendReel(id, reelId), {})
  const refusal = { decision: 'reject', clipId: reel?.clip?.id, words: `Too much ${words.verdict}.` }
  await send(staff, 'POST', api.decideReel(id, reelId), refusal)
  return id
}

test('after its deletion nothing in the database has a word of a video', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const staff = (await proved(server, 'admin@trailcut.example')).client
  const rider = (await proved(server, 'sam@trailcut.example')).client
  const id = await busyVideo(server, rider, staff)

  const { publications } = await send<{ publications: Publication[] }>(
    ...([staff, 'POST', api.schedulePublish(id)] as const),
    {
      ...{ platforms: ['youtube'], immediate: false, useOptimalTiming: false },
      customSchedule: new Date(Date.now() + 7 * 24 * 3600_000).toISOString().slice(0, 16),
    },
  )
  const [planned] = publications as [Publication]
  const metadata = { ...planned.metadata, title: `The ${words.post} post` }
  await send(staff, 'PATCH', api.publication(planned.id), { metadata }, planned.version)
  await send(staff, 'POST', api.rejectVideo(id), { reason: 'other', words: `A ${words.rejection} in it.` })
  const figures = { post_id: 'post-1', views: 40, metadata: { ...metadata, privacy: 'unlisted' } }
  await db
    .updateTable('publications')
    .set({ ...figures, metadata: json(figures.metadata) })
    .where('id', '=', planned.id)
    .execute()

  // Someone who looks finds it in all these places before, staff's messages among them.
  expect(await columnsWith(db, words)).toEqual(
    expect.arrayContaining([
      ...[
        'audit_log.after',
        'audit_log.before',
        'mails.data',
        'notifications.message',
        'notifications.title',
      ],
      ...['publications.metadata', 'reels.plan', 'share_reports.words', 'videos.description', 'videos.title'],
    ]),
  )
  expect((await rider.call(api.deleteVideo(id), { method: 'DELETE' })).status).toBe(200)
  await server.untilIdle()
  expect(await columnsWith(db, words)).toEqual([])

  // What happened stays, by ids and numbers, and what money is counted by.
  const post = await db.selectFrom('publications').selectAll().executeTakeFirstOrThrow()
  expect(post).toMatchObject({
    video_id: null,
    post_id: 'post-1',
    views: 40,
    metadata: { privacy: 'unlisted' },
  })
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where object_id in (${id}, ${planned.id}) order by id`.execute(db)
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['publication.edit', 'publication.schedule', 'video.reject']),
  )
})

test('after the deletion of an account nothing in the database names the person or has a word of their videos', async () => {
  const server = await startTestServer()
  const { youtube } = server.sandbox?.social ?? {}
  if (!youtube) throw new Error('The stand-in does not run')
  youtube.platform.delays = { processing: 0, moderation: 0 }
  const { db } = server.deps
  const staff = (await proved(server, 'admin@trailcut.example')).client
  const rider = await server.person()
  const email = `${person.address}@trailcut.example`
  await signInAtProvider(rider, { email, name: `Terry ${person.name}` })
  expect((await whoAmI(rider))?.email).toBe(email)
  const id = await busyVideo(server, rider, staff)
  const now = { platforms: ['youtube'], immediate: true }
  await send(staff, 'POST', api.schedulePublish(id), now)
  await staff.until(
    () => staff.json<Publication[]>(api.publications),
    list => list.every(({ state }) => state === 'published'),
  )

  const everything = { ...words, ...person }
  expect(await columnsWith(db, everything)).toEqual(
    expect.arrayContaining(['publications.metadata', 'users.email', 'users.name', 'videos.title']),
  )
  await send(rider, 'POST', api.deleteAccount, { confirmEmail: email })
  await server.untilIdle()
  expect(await columnsWith(db, everything)).toEqual([])
})

test('a post that is under way when its video is deleted keeps its words until it ends', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const { rows } = await sql<{ id: string }>`
    insert into publications (id, user_id, platform, kind, content, content_label, state, metadata, scheduled_for,
      wall_time, time_zone, timing, created_at, next_at, opening_at)
    values (gen_random_uuid(), 'rider', 'youtube', 'youtube', 'video', '"Whole video"', 'unknown', ${{ title: words.title }},
      now(), '2026-11-21 12:00', 'UTC', 'immediate', now(), now(), now()) returning id`.execute(db)
  const titleAfter = async (change: { state: 'processing' | 'published'; published_at?: Date }) => {
    await db
      .updateTable('publications')
      .set(change)
      .where('id', '=', rows[0]?.id ?? '')
      .execute()
    return (await db.selectFrom('publications').select('metadata').executeTakeFirstOrThrow()).metadata.title
  }
  expect(await titleAfter({ state: 'processing' })).toBe(words.title)
  expect(await titleAfter({ state: 'published', published_at: new Date() })).toBe('Deleted video')
})
