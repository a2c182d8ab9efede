import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { smtpMailer } from '#server/core/mailer.ts'
import { sendDue } from '#server/mail/index.ts'
import { wants } from '#server/notifications/index.ts'
import { sweepFollows } from '#server/sharing/follow.ts'
import { mailFollowers } from '#server/sharing/follow-mails.ts'
import { toFollower } from '#server/sharing/index.ts'
import { mailsTo } from '#test/harness/accounts.ts'
import { ask, proved } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { testSmtp } from '#test/harness/smtp.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'
import { choose, publish, riderWithPage } from './share-setup.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A rider with a page, the outbox at a time that the test sets, and a visitor. */
async function stage(smtpUrl?: string) {
  const server = await startTestServer({ ROLE: 'web' })
  let ahead = 0
  const clock = {
    get time() {
      return Date.now() + ahead
    },
    set time(time: number) {
      ahead = time - Date.now()
    },
    now: () => new Date(clock.time),
  }
  const mailer = smtpUrl ? smtpMailer({ url: smtpUrl, from: 'Trailcut <hello@trailcut.example>' }) : null
  const deps = {
    ...server.deps,
    ...(mailer ? { mailer } : {}),
    clock,
    wants,
    coverOf: async () => null,
    toFollower: (mail: Parameters<typeof toFollower>[1]) => toFollower(server.deps, mail),
  }
  const { rider, riderId } = await riderWithPage(server)
  const visitor = await server.person()
  return {
    ...{ server, db: server.deps.db, clock, rider, riderId, visitor },
    send: () => sendDue(deps),
    tell: async () => {
      const queued = await mailFollowers(deps)
      return { queued, sent: await sendDue(deps) }
    },
    sweep: () => sweepFollows(deps),
  }
}

const follow = (client: ApiClient, email: string, name = 'mud-sam') =>
  ask(client, 'POST', api.followRider(name), { email })

const press = (client: ApiClient, link: string) =>
  client.call(link, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
  })

/** The newest mailed link that confirms. */
async function confirmLink(client: ApiClient, email: string): Promise<string> {
  const mails = (await mailsTo(client, email)).filter(({ subject }) => subject.startsWith('Confirm'))
  return mails[0]?.links.find(link => link.includes('/mail/follow/')) ?? ''
}

async function followed(at: Awaited<ReturnType<typeof stage>>, email: string) {
  expect((await follow(at.visitor, email)).status).toBe(200)
  await at.send()
  expect((await press(at.visitor, await confirmLink(at.visitor, email))).status).toBe(200)
}

const publishedAt = (server: TestServer, id: string, time: number) =>
  sql`update videos set published_at = ${new Date(time)} where id = ${id}`.execute(server.deps.db)

test('an address follows once its owner pressed the button, and one press in the mail ends it', async () => {
  const at = await stage()
  const { server, db, clock, visitor, riderId } = at
  const state = async () =>
    (await db.selectFrom('rider_follows').select(['address', 'confirmed_at']).execute()).map(f => [
      f.address,
      f.confirmed_at !== null,
    ])
  await db.updateTable('users').set({ first_name: 'BUY NOW' }).where('id', '=', riderId).execute()
  const asked = await follow(visitor, 'Fan@Example.com')
  expect([asked.status, await asked.json(), asked.headers.get('set-cookie')]).toEqual([
    200,
    { ok: true },
    null,
  ])
  expect(await at.send()).toBe(1)
  const [mail] = await mailsTo(visitor, 'fan@example.com')
  expect(mail?.subject).toBe('Confirm that you want to follow mud-sam')
  // Nothing that a rider can write reaches an address that anyone can type.
  expect(JSON.stringify(mail)).not.toContain('BUY NOW')
  const link = await confirmLink(visitor, 'fan@example.com')
  // Scanners open every link.
  const page = await visitor.call(link)
  expect([page.status, await page.text(), page.headers.get('set-cookie')]).toEqual([
    200,
    expect.stringContaining('Follow mud-sam by email?'),
    null,
  ])
  expect(await state()).toEqual([['fan@example.com', false]])
  expect((await press(visitor, link)).status).toBe(200)
  expect(await state()).toEqual([['fan@example.com', true]])
  expect((await press(visitor, link)).status).toBe(200)
  for (const forged of [link.replace(/.$/, end => (end === 'A' ? 'B' : 'A')), `${link}x`])
    expect((await press(visitor, forged)).status).toBe(404)
  // A link that confirms ends nothing.
  expect((await press(visitor, link.replace('/follow/', '/unfollow/'))).status).toBe(404)

  const ride = await publish(server, riderId, 'Canyon')
  clock.time += 11 * minute
  expect(await at.tell()).toEqual({ queued: 1, sent: 1 })
  const [news] = await mailsTo(visitor, 'fan@example.com')
  expect([news?.subject, news?.links]).toEqual([
    'BUY NOW Rivers: Canyon',
    expect.arrayContaining([`${server.url}/v/${ride}`]),
  ])
  expect(news?.text).toContain('Canyon · Jump 0')
  expect(news?.links.some(one => one.endsWith('/settings'))).toBe(false)
  const end = news?.links.find(one => one.includes('/mail/unfollow/')) ?? ''
  expect(await (await visitor.call(end)).text()).toContain('<button>Unsubscribe<')
  expect(await state()).toHaveLength(1)
  expect((await press(visitor, end)).status).toBe(200)
  expect(await state()).toEqual([])
  // Again, and its other pages, as if it had never been.
  expect((await press(visitor, end)).status).toBe(200)
  expect((await visitor.call(link)).status).toBe(410)
  await publish(server, riderId, 'Ridge')
  clock.time += 2 * day
  expect(await at.tell()).toEqual({ queued: 0, sent: 0 })
})

test('followers get one mail a day, with a button, a plain text and one-click headers', async () => {
  const smtp = await testSmtp()
  const at = await stage(smtp.url)
  const { server, db, clock, riderId } = at
  await follow(at.visitor, 'fan@example.com')
  await at.send()
  await db.updateTable('rider_follows').set({ confirmed_at: clock.now() }).execute()
  smtp.delivered.length = 0
  const first = await publish(server, riderId, 'Canyon')
  const second = await publish(server, riderId, 'Ridge')
  await publishedAt(server, first, clock.time + minute)
  await publishedAt(server, second, clock.time + 2 * minute)
  // Too early: what comes next may be gathered.
  expect(await at.tell()).toEqual({ queued: 0, sent: 0 })
  clock.time += 13 * minute
  expect(await at.tell()).toEqual({ queued: 1, sent: 1 })
  const [mail] = smtp.delivered
  expect(mail?.subject).toBe('2 new rides by Sam Rivers')
  expect(mail?.text).toMatch(/Ridge · Jump 0[\s\S]*Canyon · Jump 0/)
  expect(mail?.text).toContain(`${server.url}/r/mud-sam`)
  const address = mail?.headers.get('list-unsubscribe')?.slice(1, -1) ?? ''
  expect(address).toContain('/api/mail/unfollow/')
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')

  const third = await publish(server, riderId, 'Creek')
  await publishedAt(server, third, clock.time)
  clock.time += 60 * minute
  expect(await at.tell()).toEqual({ queued: 0, sent: 0 })
  clock.time += day
  expect(await at.tell()).toEqual({ queued: 1, sent: 1 })
  expect(smtp.delivered[1]?.subject).toBe('Sam Rivers: Creek')
  clock.time += 2 * day
  expect(await at.tell()).toEqual({ queued: 0, sent: 0 })
})

test('asking tells nobody whether an address follows, and is limited by address and by network', async () => {
  const at = await stage()
  const { db, visitor } = at
  await followed(at, 'fan@example.com')
  const answers = []
  for (const email of ['fan@example.com', 'new@example.com', 'fan@example.com', 'fan@example.com']) {
    const answer = await follow(visitor, email)
    answers.push([answer.status, await answer.text()])
  }
  expect(new Set(answers.map(one => JSON.stringify(one)))).toHaveLength(1)
  const mailsFor = async (address: string) =>
    (
      await db
        .selectFrom('mails as m')
        .innerJoin('rider_follows as f', 'f.id', 'm.follow_id')
        .select('m.id')
        .where('f.address', '=', address)
        .execute()
    ).length
  // Three a day, and the fourth request is answered like the others.
  expect([await mailsFor('fan@example.com'), await mailsFor('new@example.com')]).toEqual([3, 1])
  // Other spellings of an address whose mail arrives in the same place.
  for (const email of ['f.an@example.com', 'fan+1@example.com', 'fan+2@example.com', 'new+1@example.com'])
    await follow(visitor, email)
  expect(
    (await db.selectFrom('rider_follows').select('address').orderBy('address').execute()).map(f => f.address),
  ).toEqual(['fan@example.com', 'new+1@example.com', 'new@example.com'])
  expect((await follow(visitor, 'fan@example.com', 'no-such-rider')).status).toBe(404)
  for (const email of ['fan', 'a@b@c.example', 'fan@example.com\nbcc: x@example.com', ''])
    expect([email, (await follow(visitor, email)).status]).toEqual([email, 422])
  await sql`update budgets set used = 30 where name = 'follow-network'`.execute(db)
  expect((await follow(visitor, 'other@example.com')).status).toBe(429)
})

test('mails stop with the page, a takedown, a suspension, a refused address and the rider', async () => {
  let refused = false
  const smtp = await testSmtp({ onRecipient: () => (refused ? [550, '5.1.1 No such user'] : null) })
  const at = await stage(smtp.url)
  const { server, db, clock, rider, riderId, visitor } = at
  await follow(visitor, 'fan@example.com')
  await at.send()
  const confirm = () =>
    db.updateTable('rider_follows').set({ confirmed_at: clock.now(), mailed_at: null }).execute()
  await confirm()
  const ride = await publish(server, riderId, 'Canyon')
  await publishedAt(server, ride, clock.time + minute)
  clock.time += 12 * minute

  await choose(rider, 'mud-sam', false)
  expect(await at.tell()).toEqual({ queued: 0, sent: 0 })
  await choose(rider, 'mud-sam', true)
  await sql`update users set suspended_at = now(), suspended_reason = 'spam' where id = ${riderId}`.execute(
    db,
  )
  expect(await at.tell()).toEqual({ queued: 0, sent: 0 })
  await sql`update users set suspended_at = null, suspended_reason = null where id = ${riderId}`.execute(db)
  // Queued, then taken out of sight before it is sent.
  expect(await mailFollowers({ db, clock })).toBe(1)
  await db.updateTable('videos').set({ hidden_at: new Date() }).where('id', '=', ride).execute()
  expect(await at.send()).toBe(0)
  await db.updateTable('videos').set({ hidden_at: null }).where('id', '=', ride).execute()
  await confirm()
  expect(await mailFollowers({ db, clock })).toBe(0) // published before they followed
  await publishedAt(server, ride, clock.time)
  clock.time += 12 * minute
  refused = true
  expect(await at.tell()).toEqual({ queued: 1, sent: 0 })
  expect(await db.selectFrom('refused_addresses').select('address').execute()).toEqual([
    { address: 'fan@example.com' },
  ])
  refused = false
  await db.updateTable('rider_follows').set({ mailed_at: null }).execute()
  expect(await at.tell()).toEqual({ queued: 1, sent: 0 })

  await ask(rider, 'POST', api.deleteAccount, { confirmEmail: 'sam@trailcut.example' })
  expect(await db.selectFrom('rider_follows').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('mails').select('id').where('follow_id', 'is not', null).execute()).toEqual([])
})

test('an address that never confirms is forgotten, and its link no longer works', async () => {
  const at = await stage()
  const { db, clock, visitor } = at
  await follow(visitor, 'fan@example.com')
  await at.send()
  clock.time += 2 * day
  expect(await at.sweep()).toBe(0)
  const link = await confirmLink(visitor, 'fan@example.com')
  clock.time += day + minute
  expect(await at.sweep()).toBe(1)
  expect(await db.selectFrom('rider_follows').selectAll().execute()).toEqual([])
  expect((await press(visitor, link)).status).toBe(410)
})

test('export and deletion of an account cover what its address follows, once it is known to be its own', async () => {
  const at = await stage()
  const { server, db, visitor } = at
  await followed(at, 'fan@trailcut.example')
  await followed(at, 'other@example.com')
  const { client: fan, id: fanId } = await proved(server, 'fan@trailcut.example')
  const { personalTables, rowsOf } = await import('#server/privacy/personal-tables.ts')
  const exported = async () => {
    const rows: unknown[] = []
    for (const table of ['rider_follows', 'mails'] as const)
      for await (const row of rowsOf(db, table, personalTables[table], fanId)) rows.push(row)
    return rows
  }
  expect(await exported()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ address: 'fan@trailcut.example' }),
      expect.objectContaining({ template: 'follow_confirm' }),
    ]),
  )
  expect(JSON.stringify(await exported())).not.toContain('other@example.com')
  // Anyone can sign up with another's address.
  const verified = (email_verified: boolean) =>
    sql`update users set email_verified = ${email_verified},
      email_verified_at = ${email_verified ? new Date() : null} where id = ${fanId}`.execute(db)
  await verified(false)
  expect(JSON.stringify(await exported())).not.toContain('follow_confirm')
  await verified(true)
  expect((await ask(fan, 'POST', api.deleteAccount, { confirmEmail: 'fan@trailcut.example' })).status).toBe(
    200,
  )
  expect(await db.selectFrom('rider_follows').select('address').execute()).toEqual([
    { address: 'other@example.com' },
  ])
  expect((await visitor.call(api.publicRider('mud-sam'))).status).toBe(200)
})
