import { describe, expect, test } from 'vitest'
import { freePort } from '#server/core/free-port.ts'
import { minutes, news, outbox, person, start, statesOf } from '#test/harness/outbox.ts'
import { testSmtp } from '#test/harness/smtp.ts'
import { cancelMail, enqueueMail, sendDue } from './index.ts'
import { claimDue } from './store.ts'

describe('no mail is lost or sent twice', () => {
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

  test('when it is slow to answer while other senders look for work', async () => {
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
    // The other mail is not delayed, and no other sender takes the slow one.
    expect(await sendDue(deps)).toBe(1)
    expect(slow.delivered.map(m => m.to)).toEqual(['quick@example.com'])
    release.resolve()
    expect(await first).toBe(1)
    expect(await sendDue(deps)).toBe(0)
    expect(slow.delivered.map(m => m.to)).toEqual(['quick@example.com', 'slow@example.com'])
  })

  test('when it permanently refuses one address, which then gets no more mail', async () => {
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

  test('when it is busy or refuses to relay: it backs off, then gives up', async () => {
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
    // A second copy of a lost first one has the same message id.
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

test('one sender takes a mail, even when several look at the same moment', async () => {
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

test('one event is one mail; a waiting one can be withdrawn and sent after all', async () => {
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

test("no mail goes to people who don't want it, are deleted, or haven't verified the address", async () => {
  const smtp = await testSmtp()
  const { db, clock, deps } = await outbox(smtp.url)
  for (const id of ['unwilling', 'deleted'])
    await enqueueMail(db, news(await person(db, id), id), clock.now())
  await enqueueMail(db, news(await person(db, 'unproved', false), 'unproved'), clock.now())
  await enqueueMail(
    db,
    {
      userId: 'unproved',
      videoId: null,
      template: 'upload_received',
      data: { title: null },
      eventKey: 'arrived',
    },
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
