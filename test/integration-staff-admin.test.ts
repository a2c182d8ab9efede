import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AdminUser, CurrentUser } from '#contract/accounts.ts'
import type { ActivityEntry, AdminVideo, PlatformStats } from '#contract/admin.ts'
import { mailTemplates } from '#contract/mail.ts'
import { api } from '#contract/paths.ts'
import { type Notification, type VideoStatus, videoStatuses } from '#contract/videos.ts'
import { enqueueDigests, foldTallies } from '#server/admin/index.ts'
import { recordViews } from '#server/earnings/index.ts'
import { sendDue } from '#server/mail/index.ts'
import { wants } from '#server/notifications/index.ts'
import { mailsTo, whoAmI } from '#test/harness/accounts.ts'
import { ask, makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer } from './harness/server.ts'

async function stage() {
  const server = await startTestServer({ ROLE: 'web' })
  const admin = await proved(server, 'admin@trailcut.example')
  const moderator = await proved(server, 'moderator@trailcut.example')
  const rider = await proved(server, 'sam@trailcut.example')
  return { server, db: server.deps.db, admin, moderator, rider }
}
const messageOf = async (answer: Response) => ((await answer.json()) as { message: string }).message

test('the figures are what is there, however it came about and however often lines are added up', async () => {
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

test('revenue is what views brought in, before anybody’s share', async () => {
  const { db, admin, rider } = await stage()
  const { id } = await makeVideo(db, rider.id)
  await db.transaction().execute(tx =>
    recordViews(tx, new Date(), [
      {
        videoId: id,
        userId: rider.id,
        platform: 'youtube',
        views: 1000,
        viralScore: 0.5,
        sampledAt: new Date(),
      },
    ]),
  )
  // 0.05 × 1000 × (1 + 2 × 0.5)
  expect(await admin.client.json(api.platformStats)).toMatchObject({ totalRevenue: 100 })

  // 70 % of it is the rider's: the milestone of $100 is not reached, with as many views again it is.
  const check = async () => (await ask(rider.client, 'POST', api.checkMilestones(rider.id))).json()
  expect(await check()).toEqual({ currentEarnings: 70, nextMilestone: 100 })
  await db.transaction().execute(tx =>
    recordViews(tx, new Date(), [
      {
        videoId: id,
        userId: rider.id,
        platform: 'youtube',
        views: 2000,
        viralScore: 0.5,
        sampledAt: new Date(),
      },
    ]),
  )
  expect(await check()).toEqual({ currentEarnings: 140, nextMilestone: 250 })
  expect(await check()).toEqual({ currentEarnings: 140, nextMilestone: 250 })
  const told = await rider.client.json<Notification[]>(api.notifications)
  expect(told.filter(n => n.type === 'earnings_milestone')).toHaveLength(1)
  const mails = await db.selectFrom('mails').selectAll().where('template', '=', 'milestone_reached').execute()
  expect(mails).toHaveLength(1)
  expect((await ask(admin.client, 'POST', api.checkMilestones(rider.id))).status).toBe(200)
  expect((await ask(rider.client, 'POST', api.checkMilestones(admin.id))).status).toBe(404)
})

test('videos: the contract’s fields, pages, status, search, owner', async () => {
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

test('a suspended account: sessions end, it may look, but upload, submit and hold office no more', async () => {
  const { server, db, admin, moderator, rider } = await stage()
  const made = await makeVideo(db, rider.id, { status: 'rejected' })
  const { uploadUrl } = await rider.client.post<{ uploadUrl: string }>(api.uploadUrl, {
    fileName: 'ride.mp4',
  })
  const suspend = (id: string) => ask(admin.client, 'POST', api.suspendUser(id), { reason: 'Stolen footage' })
  expect((await suspend(rider.id)).status).toBe(200)
  expect(await whoAmI(rider.client)).toBeNull()
  // The address of an upload that was opened before needs no session.
  const sent = await rider.client.call(uploadUrl, {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
  })
  expect([sent.status, await messageOf(sent)]).toEqual([403, expect.stringContaining('suspended')])

  const again = await proved(server, 'sam@trailcut.example')
  expect(await again.client.json<CurrentUser>(api.user)).toMatchObject({ suspendedReason: 'Stolen footage' })
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
    ['Alex Admin', 'ended the suspension of Sam Rivers'],
    ['Alex Admin', 'suspended the account of Sam Rivers'],
  ])
})

test('activity and history tell what was done, in words, from the log', async () => {
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

test('the weekly mail goes out once a week by everybody’s own clock, also when clocks change', async () => {
  const { server, db, rider, admin } = await stage()
  await db.deleteFrom('mails').execute()
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', null]
  for (const [i, zone] of zones.entries()) {
    const id = `zone-${i}`
    await db
      .insertInto('users')
      .values({
        id,
        email: `${id}@example.com`,
        name: id,
        time_zone: zone,
        email_verified: true,
        email_verified_at: new Date('2026-01-01'),
      })
      .execute()
    await makeVideo(db, id)
  }
  await db.updateTable('users').set({ time_zone: 'Europe/Berlin' }).where('id', '=', rider.id).execute()
  const clock = { time: 0, now: () => new Date(clock.time) }
  const money = { totalsOf: async () => new Map<string, { earned: number; views: number }>() }
  const count = async () =>
    (
      await db
        .selectFrom('mails')
        .select(['user_id', 'event_key', 'created_at'])
        .orderBy('event_key')
        .execute()
    ).filter(m => m.user_id.startsWith('zone-'))
  // 25 October: Berlin's clocks go back; 1 November: New York's. Two servers look at the same time.
  const start = Date.parse('2026-10-22T00:00:00Z')
  for (let hours = 0; hours < 14 * 24; hours += 1) {
    clock.time = start + hours * 3600_000
    await Promise.all([0, 1].map(() => enqueueDigests({ db, clock, log: server.deps.log, money })))
  }
  const mails = await count()
  expect(mails.map(m => m.event_key)).toEqual(
    zones.flatMap((_, i) => [`weekly_digest:zone-${i}:2026-10-26`, `weekly_digest:zone-${i}:2026-11-02`]),
  )
  for (const { user_id, created_at } of mails) {
    const timeZone = zones[Number(user_id.slice(5))] ?? 'UTC'
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(
      created_at,
    )
    // Looked at on the full hour, which Lord Howe's half hours lie between.
    expect(['09'], `${timeZone} ${created_at.toISOString()}`).toContain(hour)
  }
  // Whoever has no video has no week to be told of.
  expect(await db.selectFrom('mails').select('id').where('user_id', '=', admin.id).execute()).toEqual([])
})

test('staff have the platform’s week mailed to themselves, and hear when it does not go', async () => {
  const { server, admin, moderator } = await stage()
  const send = (adminEmail: string) => ask(moderator.client, 'POST', api.sendWeeklyDigest, { adminEmail })
  const answer = await send('admin@trailcut.example')
  expect([answer.status, await answer.json()]).toEqual([200, { sentTo: 'admin@trailcut.example' }])
  const [mail] = await mailsTo(admin.client, 'admin@trailcut.example')
  expect(mail).toMatchObject({ subject: expect.stringContaining('Your week') })
  expect(mail?.text).toMatch(/Users\s+3/)
  const stranger = await send('sam@trailcut.example')
  expect([stranger.status, await stranger.json()]).toEqual([
    422,
    expect.objectContaining({ field: 'adminEmail' }),
  ])
  expect((await send('no address')).status).toBe(422)
  await server.sandbox?.close()
  const failed = await send('admin@trailcut.example')
  expect([failed.status, await messageOf(failed)]).toEqual([503, expect.stringContaining('mail server')])
  const states = await server.deps.db.selectFrom('mails').select('state').orderBy('created_at').execute()
  expect(states.map(s => s.state)).toEqual(['sent', 'cancelled'])
})

test('every mail is shown as it is sent', async () => {
  const { moderator, rider } = await stage()
  for (const name of mailTemplates) {
    const shown = await moderator.client.json<{ subject: string; title: string; html: string; text: string }>(
      api.emailTemplate(name),
    )
    expect(shown.html).toContain(shown.title.replaceAll("'", '&#x27;'))
    const page = await moderator.client.call(api.emailTemplatePage(name))
    expect(await page.text()).toBe(shown.html)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  expect((await moderator.client.call(api.emailTemplate('nothing'))).status).toBe(422)
  expect((await rider.client.call(api.emailTemplate('weekly_digest'))).status).toBe(403)
})

test('one click in the mail program, without a session, ends mails of that kind', async () => {
  const { server, db, admin, rider } = await stage()
  const { id } = await makeVideo(db, rider.id)
  await ask(admin.client, 'PATCH', api.adminVideoStatus(id), { status: 'published' })
  const deps = { ...server.deps, wants }
  expect(await sendDue(deps)).toBe(1)
  const [mail] = await mailsTo(rider.client, 'sam@trailcut.example')
  const link = mail?.links.find(l => l.includes('/unsubscribe/')) ?? ''
  expect(link).toContain('.video_published.')
  const nobody = await server.person()
  const page = await nobody.call(link)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Stop these mails')])
  const preference = async () =>
    (await rider.client.json<{ type: string; mail: boolean }[]>(api.notificationPreferences)).find(
      p => p.type === 'video_published',
    )?.mail
  // Scanners open every link.
  expect(await preference()).toBe(true)
  const clicked = await nobody.call(link, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
  })
  expect(clicked.status).toBe(200)
  expect(await preference()).toBe(false)
  const forged = link.replace('.video_published.', '.clip_selected.')
  expect((await nobody.call(forged, { method: 'POST' })).status).toBe(404)
  const second = await makeVideo(db, rider.id)
  await ask(admin.client, 'PATCH', api.adminVideoStatus(second.id), { status: 'published' })
  expect(await sendDue(deps)).toBe(0)
})

test('the zone of one’s week and the mails without a notification are set by oneself', async () => {
  const { rider } = await stage()
  expect(await rider.client.json(api.timeZone)).toEqual({ timeZone: null })
  expect((await ask(rider.client, 'PUT', api.timeZone, { timeZone: 'Mars/Olympus' })).status).toBe(422)
  expect((await ask(rider.client, 'PUT', api.timeZone, { timeZone: '+02:00' })).status).toBe(422)
  expect(await (await ask(rider.client, 'PUT', api.timeZone, { timeZone: 'America/Denver' })).json()).toEqual(
    {
      timeZone: 'America/Denver',
    },
  )
  const wanted = [{ type: 'weekly_digest', mail: false }]
  expect(await (await ask(rider.client, 'PUT', api.mailPreferences, wanted)).json()).toEqual([
    { type: 'upload_received', mail: true },
    { type: 'ai_completed', mail: true },
    { type: 'weekly_digest', mail: false },
  ])
})

test('a published video whose views wait for a price is shown to staff and in the metrics until it has one', async () => {
  const { db, server, admin, moderator, rider } = await stage()
  const priced = await makeVideo(db, rider.id, { status: 'published' })
  const waiting = await makeVideo(db, rider.id, { status: 'published', title: 'No score yet' })
  await makeVideo(db, rider.id, { title: 'Not published' })
  const fix = (id: string) =>
    db
      .updateTable('videos')
      .set({ priced_score: 0.5, priced_version: 1, priced_at: new Date() })
      .where('id', '=', id)
      .execute()
  await fix(priced.id)
  const seen = async () => ({
    figures: (await admin.client.json<PlatformStats>(api.platformStats)).unpricedVideos,
    moderators: (await moderator.client.json<PlatformStats>(api.adminStats)).unpricedVideos,
    metrics: /^videos_without_price\{status="published"\} (\d+)$/m.exec(
      await (await fetch(`${server.url}/metrics`)).text(),
    )?.[1],
    listed: (await admin.client.json<AdminVideo[]>(`${api.adminVideos}?unpriced=true`)).map(v => v.title),
    marked: (await admin.client.json<AdminVideo[]>(api.adminVideos))
      .filter(v => v.unpriced)
      .map(v => v.title),
  })
  const title = 'No score yet'
  expect(await seen()).toEqual({
    figures: 1,
    moderators: 1,
    metrics: '1',
    listed: [title],
    marked: [title],
  })
  await fix(waiting.id)
  expect(await seen()).toEqual({ figures: 0, moderators: 0, metrics: '0', listed: [], marked: [] })
})
