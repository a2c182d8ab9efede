import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AdminUser, CurrentUser } from '#contract/accounts.ts'
import type { ActivityEntry, AdminVideo, PlatformStats } from '#contract/admin.ts'
import type { AuditLine } from '#contract/audit.ts'
import type { Notification } from '#contract/notifications.ts'
import { api } from '#contract/paths.ts'
import { type VideoStatus, videoStatuses } from '#contract/videos.ts'
import { foldTallies, platformFigures, workFor } from '#server/admin/index.ts'
import { recordViews } from '#server/earnings/index.ts'
import { whoAmI } from '#test/harness/accounts.ts'
import { testDatabase } from '#test/harness/database.ts'
import { sampleOf } from '#test/harness/money.ts'
import { ask, makeVideo, messageOf, proved } from '#test/harness/review.ts'
import { seedScale } from '../scripts/seed-scale.ts'
import { stage } from './integration-staff-admin-setup.ts'

test('the figures match the data, however it was created and however often totals are refreshed', async () => {
  const { db, admin, moderator, rider } = await stage()
  const figures = () => admin.client.json<PlatformStats>(api.platformStats)
  expect(await figures()).toEqual({
    totalUsers: 3,
    totalVideos: 0,
    totalRevenue: 0,
    pendingVideos: 0,
    processingVideos: 0,
    pendingPayouts: 0,
    unpricedVideos: 0,
    work: [],
  })
  const statusAt = (i: number) => videoStatuses[i % videoStatuses.length] as VideoStatus
  const videos = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      makeVideo(db, rider.id, { status: statusAt(i), held: i % 10 === 9 }),
    ),
  )
  await Promise.all([
    ...videos.slice(0, 20).map((v, i) =>
      db
        .updateTable('videos')
        .set({ status: statusAt(i * 3) })
        .where('id', '=', v.id)
        .execute(),
    ),
    foldTallies(db),
    foldTallies(db),
    db
      .deleteFrom('videos')
      .where(
        'id',
        'in',
        videos.slice(30, 35).map(v => v.id),
      )
      .execute(),
  ])
  await db.updateTable('videos').set({ held: false }).where('held', '=', true).execute()
  const counted = async () => {
    const rows = await db
      .selectFrom('videos')
      .select(['status', eb => eb.fn.countAll<number>().as('n')])
      .where('held', '=', false)
      .groupBy('status')
      .execute()
    const of = (...wanted: string[]) =>
      rows.filter(r => wanted.includes(r.status)).reduce((sum, r) => sum + Number(r.n), 0)
    return {
      totalVideos: of(...videoStatuses),
      pendingVideos: of('draft', 'pending'),
      processingVideos: of('uploading', 'processing'),
    }
  }
  const expected = await counted()
  expect(expected.totalVideos).toBe(35)
  expect(await figures()).toMatchObject(expected)
  await foldTallies(db)
  expect(await figures()).toMatchObject(expected)
  await db.deleteFrom('users').where('id', '=', rider.id).execute()
  expect(await figures()).toMatchObject({ totalUsers: 2, totalVideos: 0, pendingVideos: 0 })
  expect(await moderator.client.json(api.adminStats)).toEqual(await figures())
  expect((await moderator.client.call(api.platformStats)).status).toBe(403)
})

test('the figures read no table of videos as a whole, however many are published', async () => {
  const { db, url } = await testDatabase()
  await seedScale(url, { users: 100, videos: 5000, notifications: 100 })
  const scans = await db.transaction().execute(async tx => {
    // Makes parallel scans cheap, as they are for a million videos: PostgreSQL then plans the same way.
    await sql`set local parallel_setup_cost = 0`.execute(tx)
    await sql`set local min_parallel_table_scan_size = 0`.execute(tx)
    await platformFigures(tx)
    await workFor(tx, 'admin', new Date())
    const { rows } = await sql<{ seq_scan: string }>`
      select seq_scan from pg_stat_xact_user_tables where relname = 'videos'`.execute(tx)
    return rows.map(row => Number(row.seq_scan))
  })
  expect(scans).toEqual([0])
})

test('revenue is what views earned before any shares', async () => {
  const { db, admin, rider } = await stage()
  const { id } = await makeVideo(db, rider.id)
  await db.transaction().execute(tx =>
    recordViews(tx, new Date(), [
      sampleOf({
        videoId: id,
        userId: rider.id,
        views: 1000,
        viralScore: 0.5,
        sampledAt: new Date(),
      }),
    ]),
  )
  // 0.05 × 1000 × (1 + 2 × 0.5)
  expect(await admin.client.json(api.platformStats)).toMatchObject({ totalRevenue: 100 })

  // The rider's share is 70%: the milestone of $100 is missed now and reached with twice the views.
  const check = async () => (await ask(rider.client, 'POST', api.checkMilestones(rider.id))).json()
  expect(await check()).toEqual({ currentEarnings: 70, nextMilestone: 100 })
  await db.transaction().execute(tx =>
    recordViews(tx, new Date(), [
      sampleOf({
        videoId: id,
        userId: rider.id,
        views: 2000,
        viralScore: 0.5,
        sampledAt: new Date(),
      }),
    ]),
  )
  expect(await check()).toEqual({ currentEarnings: 140, nextMilestone: 250 })
  expect(await check()).toEqual({ currentEarnings: 140, nextMilestone: 250 })
  const notified = await rider.client.json<Notification[]>(api.notifications)
  expect(notified.filter(n => n.type === 'earnings_milestone')).toHaveLength(1)
  const mails = await db.selectFrom('mails').selectAll().where('template', '=', 'milestone_reached').execute()
  expect(mails).toHaveLength(1)
  expect((await ask(admin.client, 'POST', api.checkMilestones(rider.id))).status).toBe(200)
  expect((await ask(rider.client, 'POST', api.checkMilestones(admin.id))).status).toBe(404)
})

test("videos: the contract's fields, pages, status, search, owner", async () => {
  const { db, admin, rider } = await stage()
  const { id } = await makeVideo(db, rider.id, { title: 'Rock Garden', created_at: new Date('2026-01-01') })
  for (let i = 0; i < 6; i++)
    await makeVideo(db, admin.id, { title: `Dune ${i}`, status: i % 2 ? 'approved' : 'draft' })
  const titles = async (query: string) =>
    (await admin.client.json<AdminVideo[]>(`${api.adminVideos}?${query}`)).map(v => v.title)
  const all = await admin.client.json<AdminVideo[]>(api.adminVideos)
  expect(all).toHaveLength(7)
  expect(all.at(-1)).toMatchObject({
    id,
    title: 'Rock Garden',
    views: 0,
    duration: 60,
    status: 'draft',
    version: 0,
  })
  expect(await titles('status=approved')).toHaveLength(3)
  expect(await titles('search=garden')).toEqual(['Rock Garden'])
  expect(await titles('search=ga')).toEqual(['Rock Garden'])
  expect(await titles('search=x')).toEqual([])
  expect(await titles(`userId=${rider.id}`)).toEqual(['Rock Garden'])
  const first = await admin.client.call(`${api.adminVideos}?limit=4`)
  const next = first.headers.get('x-next-cursor') ?? ''
  const rest = await admin.client.call(`${api.adminVideos}?limit=4&cursor=${encodeURIComponent(next)}`)
  expect(((await rest.json()) as AdminVideo[]).map(v => v.title)).toEqual(['Dune 1', 'Dune 0', 'Rock Garden'])
  expect(rest.headers.get('x-next-cursor')).toBeNull()
})

test('people: pages, role, search, suspended', async () => {
  const { db, admin } = await stage()
  await sql`insert into users (id, email, name, created_at)
    select 'u' || i, 'rider' || i || '@example.com', 'Rider ' || i, now() - interval '1 day'
    from generate_series(1, 30) i`.execute(db)
  const people = (query: string) => admin.client.json<AdminUser[]>(`${api.adminUsers}?${query}`)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await admin.client.call(
      `${api.adminUsers}?limit=7${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    seen.push(...((await answer.json()) as AdminUser[]).map(u => u.id))
    cursor = answer.headers.get('x-next-cursor')
  }
  expect([seen.length, new Set(seen).size]).toEqual([33, 33])
  expect((await people('role=admin')).map(u => u.email)).toEqual(['admin@trailcut.example'])
  expect((await people('search=rider17@')).map(u => u.id)).toEqual(['u17'])
  expect((await people('search=sa')).map(u => u.email)).toEqual(['sam@trailcut.example'])
  await ask(admin.client, 'POST', api.suspendUser('u5'), { reason: 'Stolen footage' })
  expect(await people('suspended=true')).toMatchObject([{ id: 'u5', suspendedReason: 'Stolen footage' }])
  expect(await people('suspended=false&limit=50')).toHaveLength(32)
})

test('suspending an account ends its sessions; it can still look, but not upload, submit or hold a role', async () => {
  const { server, db, admin, moderator, rider } = await stage()
  const made = await makeVideo(db, rider.id, { status: 'rejected' })
  const { uploadUrl } = await rider.client.post<{ uploadUrl: string }>(api.uploadUrl, {
    fileName: 'ride.mp4',
  })
  const suspend = (id: string) => ask(admin.client, 'POST', api.suspendUser(id), { reason: 'Stolen footage' })
  expect((await suspend(rider.id)).status).toBe(200)
  expect(await whoAmI(rider.client)).toBeNull()
  // The address of an open upload needs no session.
  const sent = await rider.client.call(uploadUrl, {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
  })
  expect([sent.status, await messageOf(sent)]).toEqual([403, expect.stringContaining('suspended')])

  const again = await proved(server, 'sam@trailcut.example')
  expect(await again.client.json<CurrentUser>(api.user)).toMatchObject({
    suspendedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    suspendedReason: 'Stolen footage',
  })
  expect((await again.client.call(api.myVideos)).status).toBe(200)
  for (const [address, body] of [
    [api.uploadUrl, { fileName: 'more.mp4' }],
    [api.resubmitVideo(made.id), undefined],
  ] as const) {
    const answer = await ask(again.client, 'POST', address, body)
    expect([answer.status, await messageOf(answer)]).toEqual([403, expect.stringContaining('suspended')])
  }

  expect((await suspend(moderator.id)).status).toBe(200)
  const demoted = await proved(server, 'moderator@trailcut.example')
  expect((await demoted.client.call(api.aiProcessedVideos)).status).toBe(403)
  expect(await messageOf(await suspend(admin.id))).toContain('your own')

  expect((await ask(admin.client, 'POST', api.unsuspendUser(rider.id))).status).toBe(200)
  expect((await ask(again.client, 'POST', api.resubmitVideo(made.id))).status).toBe(200)
  const history = await admin.client.json<ActivityEntry[]>(api.userHistory(rider.id))
  expect(history.map(e => [e.by, e.text])).toEqual([
    ['Alex Admin', 'reinstated Sam Rivers'],
    ['Alex Admin', 'suspended the account of Sam Rivers'],
  ])
})

test('activity and history describe what was done, from the audit log', async () => {
  const { db, admin, moderator, rider } = await stage()
  const { id } = await makeVideo(db, rider.id)
  await ask(moderator.client, 'POST', api.approveVideo(id))
  await ask(admin.client, 'PATCH', api.adminVideoStatus(id), { status: 'rejected' })
  const other = await makeVideo(db, rider.id, { title: 'Other' })
  await ask(moderator.client, 'POST', api.rejectVideo(other.id), { reason: 'quality' })
  const [first, second] = await admin.client.json<ActivityEntry[]>(`${api.activity}?limit=2`)
  expect(first).toMatchObject({ by: 'Mo Moderator', text: "rejected the video 'Other'", objectId: other.id })
  expect(second).toMatchObject({
    by: 'Alex Admin',
    text: "changed the status of 'Mud day' from approved to rejected",
  })
  const [third] = await admin.client.json<ActivityEntry[]>(`${api.activity}?limit=1&before=${second?.id}`)
  expect(third?.text).toBe("approved the video 'Mud day'")
  const history = await moderator.client.json<ActivityEntry[]>(api.videoHistory(id))
  expect(history.map(e => e.objectId)).toEqual([id, id])
  expect((await moderator.client.call(api.activity)).status).toBe(403)
})

test('the audit log says in words what was done, page by page, and keeps the raw entry', async () => {
  const { db, admin, moderator, rider } = await stage()
  const { id } = await makeVideo(db, rider.id)
  await ask(moderator.client, 'POST', api.approveVideo(id))
  await ask(admin.client, 'PATCH', api.adminVideoStatus(id), { status: 'rejected' })
  await ask(admin.client, 'POST', api.suspendUser(rider.id), { reason: 'Stolen footage' })
  const log = (query: string) => admin.client.json<AuditLine[]>(`${api.audit}?${query}`)

  expect(await log(`objectType=user&objectId=${rider.id}`)).toMatchObject([
    {
      by: 'Alex Admin',
      text: 'suspended the account of Sam Rivers',
      action: 'user.suspend',
      objectId: rider.id,
      actorEmail: 'admin@trailcut.example',
      after: { reason: 'Stolen footage' },
    },
  ])
  const ofVideo = `objectType=video&objectId=${id}`
  const [newest] = await log(`${ofVideo}&limit=1`)
  expect(newest?.text).toBe("changed the status of 'Mud day' from approved to rejected")
  const older = await log(`${ofVideo}&limit=1&before=${newest?.id}`)
  expect(older.map(e => [e.by, e.text])).toEqual([['Mo Moderator', "approved the video 'Mud day'"]])
  expect(await log(`${ofVideo}&before=${older[0]?.id}`)).toEqual([])

  // Moderators read a video's history, but nobody's address.
  const history = await moderator.client.json<ActivityEntry[]>(api.videoHistory(id))
  expect(history[0]).toHaveProperty('text', newest?.text)
  expect(history[0]).not.toHaveProperty('actorEmail')
})

test("the audit log takes an object's id only with its type, and no unknown filter", async () => {
  const { admin, rider } = await stage()
  for (const address of [api.audit, api.auditCsv]) {
    const refused = await admin.client.call(`${address}?objectId=${rider.id}`)
    expect([refused.status, await messageOf(refused)]).toEqual([422, expect.stringContaining('objectType')])
    expect((await admin.client.call(`${address}?objectType=user&objectId=${rider.id}`)).status).toBe(200)
    expect((await admin.client.call(`${address}?object=${rider.id}`)).status).toBe(422)
  }
})

test('a person and a payout are listed by id', async () => {
  const { admin, rider } = await stage()
  const people = await admin.client.json<AdminUser[]>(`${api.adminUsers}?id=${rider.id}`)
  expect(people.map(p => p.email)).toEqual(['sam@trailcut.example'])
  expect(await admin.client.json(`${api.adminPayouts}?id=${crypto.randomUUID()}`)).toEqual([])
  expect((await admin.client.call(`${api.adminPayouts}?id=7`)).status).toBe(422)
})
