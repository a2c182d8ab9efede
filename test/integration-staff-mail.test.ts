import { expect, test } from 'vitest'
import type { AdminVideo, PlatformStats } from '#contract/admin.ts'
import { mailTemplates } from '#contract/mail.ts'
import { api } from '#contract/paths.ts'
import { enqueueDigests } from '#server/admin/index.ts'
import { sendDue } from '#server/mail/index.ts'
import { wants } from '#server/notifications/index.ts'
import { mailsTo } from '#test/harness/accounts.ts'
import { ask, makeVideo, messageOf } from '#test/harness/review.ts'
import { stage } from './integration-staff-admin-setup.ts'

test("the weekly mail goes out once a week in each person's time zone, across daylight saving changes", async () => {
  const { server, db, rider, admin } = await stage()
  await db.deleteFrom('mails').execute()
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', null]
  const join = async (id: string, zone: string | null, joined: string) => {
    await db
      .insertInto('users')
      .values({
        id,
        email: `${id}@example.com`,
        name: id,
        time_zone: zone,
        email_verified: true,
        email_verified_at: new Date(joined),
        created_at: new Date(joined),
      })
      .execute()
    await makeVideo(db, id)
  }
  for (const [i, zone] of zones.entries()) await join(`zone-${i}`, zone, '2026-01-01')
  // Who joined on Monday itself has no week to look back on: Sunday in UTC, Monday in Berlin.
  await join('zone-new', 'Europe/Berlin', '2026-10-25T23:30:00Z')
  await db.updateTable('users').set({ time_zone: 'Europe/Berlin' }).where('id', '=', rider.id).execute()
  const clock = { time: 0, now: () => new Date(clock.time) }
  const count = async () =>
    (
      await db
        .selectFrom('mails')
        .select(['user_id', 'event_key', 'created_at'])
        .orderBy('event_key')
        .execute()
    ).filter(m => m.user_id?.startsWith('zone-'))
  // October 25: Berlin's clocks go back; November 1: New York's. Two servers check at the same time.
  const start = Date.parse('2026-10-22T00:00:00Z')
  for (let hours = 0; hours < 14 * 24; hours += 1) {
    clock.time = start + hours * 3600_000
    await Promise.all([0, 1].map(() => enqueueDigests({ db, clock, log: server.deps.log })))
  }
  const mails = await count()
  expect(mails.map(m => m.event_key)).toEqual([
    ...zones.flatMap((_, i) => [`weekly_digest:zone-${i}:2026-10-26`, `weekly_digest:zone-${i}:2026-11-02`]),
    'weekly_digest:zone-new:2026-11-02',
  ])
  for (const { user_id, created_at } of mails) {
    const timeZone = user_id === 'zone-new' ? 'Europe/Berlin' : (zones[Number(user_id?.slice(5))] ?? 'UTC')
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(
      created_at,
    )
    // Checked on the full hour; Lord Howe is half an hour off.
    expect(['09'], `${timeZone} ${created_at.toISOString()}`).toContain(hour)
  }
  // A person without videos gets no weekly mail.
  expect(await db.selectFrom('mails').select('id').where('user_id', '=', admin.id).execute()).toEqual([])
})

test("staff get the platform's weekly mail, and hear when it can't be sent", async () => {
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

test('every mail preview is shown exactly as it is sent', async () => {
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

test('one click in the email client unsubscribes from that kind of mail, without a session', async () => {
  const { server, db, admin, rider } = await stage()
  const { id } = await makeVideo(db, rider.id)
  await ask(admin.client, 'PATCH', api.adminVideoStatus(id), { status: 'published' })
  const deps = { ...server.deps, wants, coverOf: async () => null, toFollower: async () => null }
  expect(await sendDue(deps)).toBe(1)
  const [mail] = await mailsTo(rider.client, 'sam@trailcut.example')
  const link = mail?.links.find(l => l.includes('/unsubscribe/')) ?? ''
  expect(link).toContain('.video_published.')
  const nobody = await server.person()
  const page = await nobody.call(link)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<button>Unsubscribe<')])
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
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

test("people set their week's time zone and choose emails without a notification", async () => {
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
