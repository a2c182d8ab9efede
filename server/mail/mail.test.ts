import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { mailTemplates } from '#contract/mail.ts'
import type { Database } from '#server/platform/db/database.ts'
import { freePort } from '#server/platform/free-port.ts'
import { smtpMailer } from '#server/platform/mail/smtp.ts'
import { secretsFrom } from '#server/platform/secrets.ts'
import { testDatabase } from '#test/harness/database.ts'
import { testSmtp } from '#test/harness/smtp.ts'
import {
  cancelMail,
  enqueueMail,
  mailExamples,
  type NewMail,
  renderMail,
  type SendDeps,
  sendDue,
} from './index.ts'
import { failureOf, retryAt } from './rules.ts'
import { claimDue } from './store.ts'

const minutes = 60_000
const start = new Date('2026-03-28T23:00:00Z')

async function outbox(url: string) {
  const { db } = await testDatabase()
  const clock = { time: start.getTime(), now: () => new Date(clock.time) }
  const deps: SendDeps = {
    db,
    clock,
    mailer: smtpMailer({ url, from: 'Trailcut <hello@trailcut.example>' }),
    secrets: secretsFrom('test'),
    publicUrl: 'https://trailcut.example',
    log: pino({ level: 'silent' }),
    wants: async () => true,
  }
  return { db, clock, deps }
}

async function person(db: Database, id: string, verified = true): Promise<string> {
  await db
    .insertInto('users')
    .values({
      id,
      email: `${id}@example.com`,
      name: id,
      email_verified: verified,
      email_verified_at: verified ? start : null,
    })
    .execute()
  return id
}

const news = (userId: string, eventKey: string, notBefore?: Date): NewMail<'clip_selected'> => ({
  userId,
  template: 'clip_selected',
  data: { heading: `Selected ${eventKey}`, message: 'Your clip was selected.', link: '/' },
  eventKey,
  notBefore,
})

const statesOf = async (db: Database) => {
  const rows = await db.selectFrom('mails').select(['event_key', 'state']).orderBy('event_key').execute()
  return Object.fromEntries(rows.map(r => [r.event_key, r.state]))
}

describe('nothing is lost and nothing sent twice', () => {
  test('when the mail server is down for an hour', async () => {
    const port = await freePort()
    const { db, clock, deps } = await outbox(`smtp://127.0.0.1:${port}`)
    for (let i = 0; i < 20; i++)
      await enqueueMail(db, news(await person(db, `rider-${i}`), `event-${i}`), clock.now())
    for (let minute = 0; minute < 60; minute++) {
      expect(await sendDue(deps)).toBe(0)
      clock.time += minutes
    }
    const back = await testSmtp({ port })
    for (let minute = 0; minute < 65; minute++) {
      await sendDue(deps)
      clock.time += minutes
    }
    expect(back.delivered.map(m => m.to).sort()).toEqual(
      Array.from({ length: 20 }, (_, i) => `rider-${i}@example.com`).sort(),
    )
    expect(new Set(Object.values(await statesOf(db)))).toEqual(new Set(['sent']))
  })

  test('when it takes its time to answer, while other senders look for work', async () => {
    const arrived = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const slow = await testSmtp({
      beforeAnswer: async to => {
        if (to !== 'slow@example.com') return
        arrived.resolve()
        await release.promise
      },
    })
    const { db, clock, deps } = await outbox(slow.url)
    await enqueueMail(db, news(await person(db, 'slow'), 'slow'), clock.now())
    const first = sendDue(deps)
    await arrived.promise
    await enqueueMail(db, news(await person(db, 'quick'), 'quick'), clock.now())
    clock.time += 9 * minutes
    // The other mail is not held up, and nobody takes the slow one up beside its sender.
    expect(await sendDue(deps)).toBe(1)
    expect(slow.delivered.map(m => m.to)).toEqual(['quick@example.com'])
    release.resolve()
    expect(await first).toBe(1)
    expect(await sendDue(deps)).toBe(0)
    expect(slow.delivered.map(m => m.to)).toEqual(['quick@example.com', 'slow@example.com'])
  })

  test('when it refuses one address for good, and that address is left alone from then on', async () => {
    let asked = 0
    const smtp = await testSmtp({
      onRecipient: address => {
        if (address !== 'gone@example.com') return null
        asked++
        return [550, '5.1.1 No such user']
      },
    })
    const { db, clock, deps } = await outbox(smtp.url)
    for (const id of ['anna', 'gone', 'zoe'])
      await enqueueMail(db, news(await person(db, id), id), clock.now())
    expect(await sendDue(deps)).toBe(2)
    await enqueueMail(db, news('gone', 'gone-again'), clock.now())
    clock.time += 24 * 60 * minutes
    await sendDue(deps)
    expect(asked).toBe(1)
    expect(await statesOf(db)).toEqual({ anna: 'sent', gone: 'failed', 'gone-again': 'skipped', zoe: 'sent' })
    clock.time += 31 * 24 * 60 * minutes
    await enqueueMail(db, news('gone', 'gone-later'), clock.now())
    await sendDue(deps)
    expect(asked).toBe(2)
  })

  test('when it is busy, or refuses to relay: tried again, later and later, then given up', async () => {
    let answer: [number, string] | null = [451, '4.7.1 Greylisted, come back later']
    const smtp = await testSmtp({ onRecipient: () => answer })
    const { db, clock, deps } = await outbox(smtp.url)
    await enqueueMail(db, news(await person(db, 'anna'), 'anna'), clock.now())
    await sendDue(deps)
    clock.time += minutes
    answer = [550, '5.7.1 Relaying denied']
    await sendDue(deps)
    expect(await statesOf(db)).toEqual({ anna: 'waiting' })
    clock.time += 2 * minutes
    answer = null
    expect(await sendDue(deps)).toBe(1)
    await enqueueMail(db, news('anna', 'hopeless'), clock.now())
    answer = [451, '4.3.0 Try again']
    for (let hour = 0; hour < 80; hour++) {
      await sendDue(deps)
      clock.time += 60 * minutes
    }
    expect(await statesOf(db)).toEqual({ anna: 'sent', hopeless: 'failed' })
  })

  test('when the sender dies between the mail server and the database', async () => {
    const smtp = await testSmtp()
    const { db, clock, deps } = await outbox(smtp.url)
    await enqueueMail(db, news(await person(db, 'anna'), 'anna'), clock.now())
    await db.updateTable('mails').set({ state: 'sending', claimed_at: clock.now(), attempts: 1 }).execute()
    clock.time += 20 * minutes
    expect(await sendDue(deps)).toBe(0)
    clock.time += 11 * minutes
    expect(await sendDue(deps)).toBe(1)
    const { id } = await db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    // A second copy of a lost first one carries the same number.
    expect(smtp.delivered[0]?.messageId).toBe(`<${id}@trailcut.example>`)
  })

  test('when eight senders share the work', async () => {
    const smtp = await testSmtp()
    const { db, clock, deps } = await outbox(smtp.url)
    for (let i = 0; i < 40; i++) await enqueueMail(db, news(await person(db, `r${i}`), `e${i}`), clock.now())
    const sent = await Promise.all(Array.from({ length: 8 }, () => sendDue(deps)))
    expect(sent.reduce((a, b) => a + b)).toBe(40)
    expect(new Set(smtp.delivered.map(m => m.to)).size).toBe(40)
    expect(smtp.delivered).toHaveLength(40)
  })
})

test('a mail is taken up by one sender, however closely they look', async () => {
  const { db, clock } = await outbox('smtp://127.0.0.1:1')
  await person(db, 'anna')
  for (let i = 0; i < 60; i++) await enqueueMail(db, news('anna', `e${i}`), clock.now())
  const taken: string[] = []
  for (let round = 0; round < 60; round++) {
    const found = await Promise.all(Array.from({ length: 5 }, () => claimDue(db, clock.now())))
    taken.push(...found.flatMap(mail => mail?.id ?? []))
  }
  expect(taken).toHaveLength(60)
  expect(new Set(taken).size).toBe(60)
})

test('one event is one mail; one that waits can be taken back and told after all', async () => {
  const smtp = await testSmtp()
  const { db, clock, deps } = await outbox(smtp.url)
  await person(db, 'anna')
  const later = new Date(start.getTime() + 5 * minutes)
  for (let i = 0; i < 3; i++) await enqueueMail(db, news('anna', 'a', later), clock.now())
  expect(await sendDue(deps)).toBe(0)
  expect(await cancelMail(db, 'a')).toBe(true)
  clock.time += 10 * minutes
  expect(await sendDue(deps)).toBe(0)
  await enqueueMail(db, news('anna', 'a'), clock.now())
  expect(await sendDue(deps)).toBe(1)
  expect(await cancelMail(db, 'a')).toBe(false)
  await enqueueMail(db, news('anna', 'a'), clock.now())
  expect(await sendDue(deps)).toBe(0)
  expect(smtp.delivered).toHaveLength(1)
})

test('nobody is mailed who does not want it, is gone or has not proved the address', async () => {
  const smtp = await testSmtp()
  const { db, clock, deps } = await outbox(smtp.url)
  for (const id of ['unwilling', 'deleted'])
    await enqueueMail(db, news(await person(db, id), id), clock.now())
  await enqueueMail(db, news(await person(db, 'unproved', false), 'unproved'), clock.now())
  await enqueueMail(
    db,
    { userId: 'unproved', template: 'upload_received', data: { title: null }, eventKey: 'arrived' },
    clock.now(),
  )
  await db
    .updateTable('users')
    .set({
      deleted_at: start,
      email: 'deleted@deleted.invalid',
      email_verified: false,
      email_verified_at: null,
    })
    .where('id', '=', 'deleted')
    .execute()
  await sendDue({ ...deps, wants: async (_db, userId) => userId !== 'unwilling' })
  expect(smtp.delivered.map(m => [m.to, m.subject])).toEqual([
    ['unproved@example.com', 'A video was uploaded with this address'],
  ])
  expect(await statesOf(db)).toEqual({
    unwilling: 'skipped',
    deleted: 'skipped',
    unproved: 'skipped',
    arrived: 'sent',
  })
})

test('every mail can be ended by one click (RFC 8058)', async () => {
  const smtp = await testSmtp()
  const { db, clock, deps } = await outbox(smtp.url)
  await enqueueMail(db, news(await person(db, 'anna'), 'a'), clock.now())
  await sendDue(deps)
  const { headers } = smtp.delivered[0] ?? {}
  expect(headers?.get('list-unsubscribe')).toMatch(
    /^<https:\/\/trailcut\.example\/api\/mail\/unsubscribe\/anna\.clip_selected\.[\w-]{43}>$/,
  )
  expect(headers?.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('a mail about money that is owed comes to whoever wants no mails, and names no way to end it', async () => {
  const smtp = await testSmtp()
  const { db, clock, deps } = await outbox(smtp.url)
  await enqueueMail(
    db,
    {
      userId: await person(db, 'anna'),
      template: 'renewal_failed',
      data: { amount: 9.99, graceUntil: null },
      eventKey: 'a',
    },
    clock.now(),
  )
  await sendDue({ ...deps, wants: async () => false })
  expect(smtp.delivered.map(m => m.subject)).toEqual(['Your plan could not be renewed'])
  expect(smtp.delivered[0]?.headers.has('list-unsubscribe')).toBe(false)
})

describe('templates', () => {
  const rendered = (template: (typeof mailTemplates)[number], data: unknown = mailExamples[template]) =>
    renderMail({
      template,
      data,
      name: 'Sam',
      publicUrl: 'https://trailcut.example',
      unsubscribeUrl: 'https://trailcut.example/u',
    })

  test.each(mailTemplates)('%s says the same as HTML and as text', async template => {
    const { subject, title, html, text } = await rendered(template)
    expect(subject.length).toBeGreaterThan(10)
    for (const part of [title, 'https://trailcut.example/']) {
      expect(html).toContain(part.replaceAll("'", '&#x27;'))
      expect(text).toContain(part)
    }
    expect(text).not.toMatch(/<|&#/)
  })

  test('the milestone mail is that of the contract: $100, next $250', async () => {
    const { subject, text } = await rendered('milestone_reached')
    expect(subject).toContain('$100')
    expect(text).toContain('$250')
  })

  test('a title stays a title, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async words => {
        const title = `<script>alert(1)</script>${words}\r\nBcc: all@example.com`
        const { subject, html } = await rendered('upload_received', { title })
        expect(html).not.toContain('<script')
        expect(subject).not.toMatch(/[\r\n]/)
      }),
      { numRuns: 50 },
    )
  })

  test('facts of another shape are refused', async () => {
    await expect(rendered('milestone_reached', { milestone: 'much' })).rejects.toThrow()
  })
})

describe('rules', () => {
  test('pauses double up to an hour, and end after three days', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 60].map(attempts => {
      const at = retryAt(attempts, start, start)
      return ((at?.getTime() ?? 0) - start.getTime()) / minutes
    })
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    expect(retryAt(1, start, new Date(start.getTime() + 72 * 60 * minutes))).toBeNull()
  })

  test('only a permanent answer about the mailbox is about the address', () => {
    const rcpt = (responseCode: number, response: string) =>
      failureOf({ code: 'EENVELOPE', command: 'RCPT TO', responseCode, response })
    expect(rcpt(550, '550 5.1.1 no such user')).toBe('address')
    expect(rcpt(550, '550 5.2.1 mailbox disabled')).toBe('address')
    expect(rcpt(550, '550 No such user here')).toBe('address')
    expect(rcpt(550, '550 5.7.1 blocked')).toBe('later')
    expect(rcpt(554, '554 Relay access denied')).toBe('later')
    expect(rcpt(450, '450 4.2.0 busy')).toBe('later')
    expect(failureOf({ code: 'EMESSAGE', command: 'DATA', responseCode: 554 })).toBe('later')
    expect(failureOf({ code: 'ESOCKET', command: 'CONN' })).toBe('unreachable')
    expect(failureOf({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 })).toBe('unreachable')
    expect(failureOf({ code: 'ESOCKET', command: 'DATA' })).toBe('later')
  })
})
