import { expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { freePort } from '#server/core/free-port.ts'
import { minutes, outbox, person, statesOf } from '#test/harness/outbox.ts'
import { makeVideo } from '#test/harness/review.ts'
import { testSmtp } from '#test/harness/smtp.ts'
import { enqueueMail, mailUploadReceived, type SendDeps, sendDue } from './index.ts'
import { claimDue, joinWaiting } from './store.ts'

type Clock = Awaited<ReturnType<typeof outbox>>['clock']

async function stage(given: { port?: number } = {}) {
  const smtp = given.port === undefined ? await testSmtp() : null
  const { db, clock, deps } = await outbox(smtp?.url ?? `smtp://127.0.0.1:${given.port}`)
  await person(db, 'anna')
  const delivered = smtp?.delivered ?? []
  return { db, clock, deps, delivered, subjects: () => delivered.map(mail => mail.subject) }
}

const change = (
  db: Database,
  id: string,
  to: { ai_status: 'completed' | 'failed' } | { status: 'failed' } | { title: string },
) => db.updateTable('videos').set(to).where('id', '=', id).execute()

/** A file that has just arrived, as completing its upload leaves it. */
async function arrive(db: Database, clock: Clock, title: string, userId = 'anna'): Promise<string> {
  const { id } = await makeVideo(db, userId, { title })
  await db
    .updateTable('videos')
    .set({ uploaded_at: clock.now(), ai_status: 'pending' })
    .where('id', '=', id)
    .execute()
  await mailUploadReceived(db, { userId, videoId: id, title })
  // Queued by the machine's clock.
  await db
    .updateTable('mails')
    .set({ created_at: clock.now(), next_attempt_at: clock.now() })
    .where('event_key', 'in', [`upload_received:${id}`, `upload_received:unproved:${userId}`])
    .execute()
  return id
}

let runs = 0

/** The analysis ends, as its run records it. */
async function analyze(
  db: Database,
  clock: Clock,
  videoId: string,
  highlights = 2,
  viralScore = 0.5,
): Promise<void> {
  await change(db, videoId, { ai_status: 'completed' })
  const { title } = await db
    .selectFrom('videos')
    .select('title')
    .where('id', '=', videoId)
    .executeTakeFirstOrThrow()
  await enqueueMail(
    db,
    {
      userId: 'anna',
      videoId,
      template: 'ai_completed',
      data: { videoId, title, highlights, viralScore, abstained: null },
      eventKey: `ai_completed:${runs++}`,
    },
    clock.now(),
  )
}

/** What a sender that looks every minute sends meanwhile. */
async function lookFor(deps: SendDeps, clock: Clock, mins: number): Promise<void> {
  for (let i = 0; i < mins; i++) {
    await sendDue(deps)
    clock.time += minutes
  }
}

test('three files uploaded in one go give one mail, with their titles of now', async () => {
  const { db, clock, deps, delivered, subjects } = await stage()
  const ids = []
  for (const title of ['Mud', 'Dunes', 'Creek']) {
    ids.push(await arrive(db, clock, title))
    await lookFor(deps, clock, 2)
  }
  const [mud = '', dunes = '', creek = ''] = ids
  for (const [id, found] of [
    [mud, 3],
    [dunes, 0],
    [creek, 1],
  ] as const) {
    expect(subjects()).toEqual([])
    await analyze(db, clock, id, found)
    if (id !== creek) await lookFor(deps, clock, 3)
  }
  await change(db, dunes, { title: 'Dunes at dawn' })
  await lookFor(deps, clock, 40)
  expect(subjects()).toEqual(['3 videos have been analyzed'])
  const { text, headers } = delivered[0] ?? {}
  expect(text).toMatch(/Mud\s+3 highlights\s+Dunes at dawn\s+No highlights\s+Creek\s+1 highlight\n/)
  expect(headers?.get('list-unsubscribe')).toContain('/anna.ai_completed.')
  expect(Object.values(await statesOf(db)).toSorted()).toEqual([
    ...Array(3).fill('sent'),
    ...Array(3).fill('skipped'),
  ])
})

test('one file gives the mail about its analysis, at once', async () => {
  const { db, clock, deps, subjects, delivered } = await stage()
  const id = await arrive(db, clock, 'Mud')
  await lookFor(deps, clock, 3)
  await analyze(db, clock, id)
  await sendDue(deps)
  expect(subjects()).toEqual(["2 highlights found in 'Mud'"])
  expect(delivered[0]?.text).toContain(`https://trailcut.example/v/${id}`)
  await lookFor(deps, clock, 40)
  expect(delivered).toHaveLength(1)
})

test('a file that fails is not waited for', async () => {
  const { db, clock, deps, subjects, delivered } = await stage()
  const [mud, dunes, creek, broken] = await Promise.all(
    ['Mud', 'Dunes', 'Creek', 'Broken'].map(title => arrive(db, clock, title)),
  )
  await analyze(db, clock, mud as string)
  await analyze(db, clock, dunes as string)
  await lookFor(deps, clock, 3)
  await change(db, creek as string, { ai_status: 'failed' })
  await change(db, broken as string, { status: 'failed' })
  await change(db, broken as string, { ai_status: 'failed' })
  await lookFor(deps, clock, 40)
  expect(subjects()).toEqual(['2 videos have been analyzed'])
  expect(delivered[0]?.text).not.toMatch(/Creek|Broken/)
})

test('a stuck file holds the others for half an hour; then the mail about its arrival is sent', async () => {
  const { db, clock, deps, subjects, delivered } = await stage()
  const [mud, dunes] = await Promise.all(['Mud', 'Dunes', 'Stuck'].map(title => arrive(db, clock, title)))
  await analyze(db, clock, mud as string)
  await analyze(db, clock, dunes as string)
  await lookFor(deps, clock, 30)
  expect(subjects()).toEqual([])
  await sendDue(deps)
  expect(subjects().toSorted()).toEqual(['2 videos have been analyzed', "We have your video 'Stuck'"])
  expect(delivered.map(mail => mail.text).join()).toContain('Dunes')
})

test('two sessions give two mails, and an analysis of an old file one of its own', async () => {
  const { db, clock, deps, subjects } = await stage()
  for (const titles of [
    ['Mud', 'Dunes'],
    ['Creek', 'Rocks', 'Snow'],
  ]) {
    const ids = await Promise.all(titles.map(title => arrive(db, clock, title)))
    for (const id of ids) await analyze(db, clock, id)
    await lookFor(deps, clock, 10)
  }
  clock.time += 24 * 60 * minutes
  const old = await db.selectFrom('videos').select('id').where('title', '=', 'Mud').executeTakeFirstOrThrow()
  // Another old file is being analyzed again; it is no upload session.
  await db.updateTable('videos').set({ ai_status: 'processing' }).where('title', '=', 'Dunes').execute()
  await analyze(db, clock, old.id)
  await sendDue(deps)
  expect(subjects()).toEqual([
    '2 videos have been analyzed',
    '3 videos have been analyzed',
    "2 highlights found in 'Mud'",
  ])
})

test('each kind of mail has its own switch', async () => {
  const { db, clock, deps, subjects, delivered } = await stage()
  const without =
    (off: string): SendDeps['wants'] =>
    async (_db, _userId, type) =>
      type !== off
  const session = async () => Promise.all(['Mud', 'Dunes'].map(title => arrive(db, clock, title)))
  const uploads = { ...deps, wants: without('ai_completed') }
  const coming = await makeVideo(db, 'anna', { title: 'Coming' })
  await db
    .updateTable('videos')
    .set({ status: 'uploading', uploaded_at: null, created_at: clock.now() })
    .where('id', '=', coming.id)
    .execute()
  let ids = await session()
  await lookFor(uploads, clock, 3)
  expect(subjects()).toEqual([])
  // Without the mail about analyses, the one about uploads doesn't wait for them.
  await db.deleteFrom('videos').where('id', '=', coming.id).execute()
  await sendDue(uploads)
  expect(subjects()).toEqual(['We have your 2 videos'])
  for (const title of ['Mud', 'Dunes']) expect(delivered[0]?.text).toMatch(new RegExp(`^${title}$`, 'm'))
  expect(delivered[0]?.headers.get('list-unsubscribe')).toContain('/anna.upload_received.')
  for (const id of ids) await analyze(db, clock, id)
  await lookFor(uploads, clock, 40)
  expect(subjects()).toHaveLength(1)
  ids = await session()
  const analyses = { ...deps, wants: without('upload_received') }
  await lookFor(analyses, clock, 3)
  for (const id of ids) await analyze(db, clock, id)
  await lookFor(analyses, clock, 40)
  expect(subjects().slice(1)).toEqual(['2 videos have been analyzed'])
})

test('a deleted file is not mentioned', async () => {
  const { db, clock, deps, subjects } = await stage()
  const [mud, dunes] = await Promise.all(['Mud', 'Dunes'].map(title => arrive(db, clock, title)))
  await analyze(db, clock, mud as string)
  await analyze(db, clock, dunes as string)
  await db
    .deleteFrom('videos')
    .where('id', '=', mud as string)
    .execute()
  await lookFor(deps, clock, 3)
  expect(subjects()).toEqual(["2 highlights found in 'Dunes'"])
})

test('nothing is sent twice when senders share the work or one dies', async () => {
  const { db, clock, deps, subjects, delivered } = await stage()
  const ids = await Promise.all(['Mud', 'Dunes', 'Creek', 'Rocks'].map(title => arrive(db, clock, title)))
  for (const id of ids) await analyze(db, clock, id)
  await db.deleteFrom('mails').where('template', '=', 'upload_received').execute()
  // A sender dies after taking all of them.
  const taken = await claimDue(db, new Date(clock.time))
  if (!taken) throw new Error('A mail is due')
  expect(await joinWaiting(db, taken, clock.now())).toHaveLength(4)
  await Promise.all(Array.from({ length: 8 }, () => sendDue(deps)))
  clock.time += 20 * minutes
  await Promise.all(Array.from({ length: 8 }, () => sendDue(deps)))
  clock.time += 11 * minutes
  await Promise.all(Array.from({ length: 8 }, () => sendDue(deps)))
  await lookFor(deps, clock, 40)
  expect(subjects()).toEqual(['4 videos have been analyzed'])
  // A copy that the dead sender got out can be told from a second mail.
  expect(delivered[0]?.messageId).toBe(`<${taken.id}@trailcut.example>`)
})

test('while the mail server is down, all of them wait and are sent as one', async () => {
  const port = await freePort()
  const { db, clock, deps } = await stage({ port })
  const ids = await Promise.all(['Mud', 'Dunes'].map(title => arrive(db, clock, title)))
  for (const id of ids) await analyze(db, clock, id)
  await lookFor(deps, clock, 20)
  await analyze(db, clock, await arrive(db, clock, 'Late'))
  const back = await testSmtp({ port })
  await lookFor(deps, clock, 70)
  expect(back.delivered.map(mail => mail.subject)).toEqual(['3 videos have been analyzed'])
})

test('a mail brings the cover of its best video, within itself', async () => {
  const { db, clock, deps, delivered } = await stage()
  const coverOf = async (videoId: string) => Buffer.from(`picture of ${videoId}`)
  const [mud = '', dunes = ''] = await Promise.all(['Mud', 'Dunes'].map(title => arrive(db, clock, title)))
  await analyze(db, clock, mud, 2, 0.4)
  await analyze(db, clock, dunes, 1, 0.7)
  await lookFor({ ...deps, coverOf }, clock, 40)
  const { html, text, attachments } = delivered[0]!
  expect(html).toContain('src="cid:picture"')
  expect(text).not.toContain('cid:')
  expect(attachments.map(({ type, id, bytes }) => [type, id, Buffer.from(bytes).toString()])).toEqual([
    ['image/jpeg', '<picture>', `picture of ${dunes}`],
  ])
})

test('where there is no picture, or it fails, the mail goes out without it', async () => {
  const { db, clock, deps, delivered } = await stage()
  const failing = () => Promise.reject(new Error('The store is down'))
  for (const coverOf of [async () => null, failing]) {
    await analyze(db, clock, await arrive(db, clock, 'Mud'))
    await lookFor({ ...deps, coverOf }, clock, 1)
  }
  expect(delivered.map(({ html, attachments }) => [html.includes('<img'), attachments])).toEqual([
    [false, []],
    [false, []],
  ])
})

test('an address that is not proved gets no picture', async () => {
  const { db, clock, deps, delivered } = await stage()
  await person(db, 'ben', false)
  await arrive(db, clock, 'Mud', 'ben')
  await sendDue({ ...deps, coverOf: async () => Buffer.from('Mud') })
  expect(delivered.map(({ to, attachments }) => [to, attachments])).toEqual([['ben@example.com', []]])
})
