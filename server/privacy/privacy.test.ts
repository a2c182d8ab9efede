import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import { FolderIncoming } from '#server/videos/index.ts'
import { mailsTo, post, sessionsOf, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import { startTestServer } from '#test/harness/server.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import { zip } from './export-data.ts'
import { sweepDeletions } from './index.ts'

const email = 'rider@example.com'
const archivedAt = new Date('2026-11-21T10:20:30Z')

/** Reads an archive through its central directory, as unpackers do. */
function unzip(file: Buffer): Record<string, string> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = file.readUInt32LE(end + 16)
  const found: Record<string, string> = {}
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    expect(file.readUInt32LE(at)).toBe(0x02014b50)
    const [packed, size, nameLength] = [
      file.readUInt32LE(at + 20),
      file.readUInt32LE(at + 24),
      file.readUInt16LE(at + 28),
    ]
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    const local = file.readUInt32LE(at + 42)
    const begins = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const text = inflateRawSync(file.subarray(begins, begins + packed))
    expect(text.length).toBe(size)
    expect(crc32(text)).toBe(file.readUInt32LE(at + 16))
    found[name] = text.toString('utf8')
    at += 46 + nameLength + file.readUInt16LE(at + 30)
  }
  return found
}

test('the archive contains what was put in, including long content in pieces, with correct checksums', async () => {
  const piece = 'mud '.repeat(30_000)
  const entries = [
    { name: 'a.txt', content: [piece, piece, 'end ü'] },
    { name: 'Fräulein/empty.txt', content: [] },
  ]
  const file = await buffer(zip(entries, archivedAt))
  expect(unzip(file)).toEqual({ 'a.txt': `${piece}${piece}end ü`, 'Fräulein/empty.txt': '' })
  expect(file.length).toBeLessThan(3000)
})

test('an interrupted download stops reading its content', async () => {
  const ended = Promise.withResolvers<void>()
  const later = vi.fn(() => 'later')
  async function* endless() {
    try {
      for (;;) yield randomBytes(100_000)
    } finally {
      ended.resolve()
    }
  }
  const entries = [
    { name: 'a.bin', content: endless() },
    {
      name: 'b.txt',
      content: {
        *[Symbol.iterator]() {
          yield later()
        },
      },
    },
  ]
  for await (const part of zip(entries, archivedAt)) if (part) break
  await ended.promise
  expect(later).not.toHaveBeenCalled()
})

test('an archive is never complete when one of its files could not be read', async () => {
  async function* failing() {
    yield 'half'
    throw new Error('database is gone')
  }
  await expect(buffer(zip([{ name: 'a.txt', content: failing() }], archivedAt))).rejects.toThrow(
    'database is gone',
  )
})

test("the export contains all of a person's data and no one else's", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person()
  await signInAtProvider(rider, { email, name: 'Ria Der' })
  await post(rider, api.profileUpdate, { biography: 'Mud first.' })
  await rider.post(api.uploadUrl, { fileName: 'mine.mp4' })
  const other = await server.person('other@example.com')
  await other.post(api.uploadUrl, { fileName: 'theirs.mp4' })

  const answer = await rider.call(api.exportData)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  const read = (name: string) => JSON.parse(files[`${name}.json`] as string)
  expect(read('account')).toMatchObject({ email, biography: 'Mud first.', first_name: 'Ria' })
  expect(read('identities')).toMatchObject([{ provider: 'sandbox' }])
  expect(read('sessions')).toMatchObject([{ ipAddress: '127.0.0.1' }])
  expect(read('videos')).toMatchObject([{ title: 'mine' }])
  expect(read('originals')).toMatchObject([{ fileName: 'mine.mp4' }])
  expect([read('clips'), read('notifications')]).toEqual([[], []])
  const everything = JSON.stringify(files)
  expect(everything).not.toContain('theirs')
  const tokens = await server.deps.db.selectFrom('sessions').select('token').execute()
  for (const { token } of tokens) expect(everything).not.toContain(token)
})

test('a deleted account loses videos, files, sessions and sign-in methods; a pseudonym stays', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const rider = await server.person()
  await signInAtProvider(rider, { email, name: 'Ria Der' })
  const id = (await whoAmI(rider))?.id as string
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'))
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  await rider.untilPlayable(video.id)
  await server.untilIdle()
  const phone = await server.person()
  await post(phone, api.simpleSignup, { email })
  const mail = (await mailsTo(phone, email)).find(m => m.subject.includes('sign-in link'))

  expect((await post(rider, api.deleteAccount, { confirmEmail: 'x@example.com' })).status).toBe(422)
  expect(await whoAmI(rider)).not.toBeNull()
  expect((await post(rider, api.deleteAccount, { confirmEmail: ' RIDER@example.com' })).status).toBe(200)

  expect(await whoAmI(rider)).toBeNull()
  expect((await phone.call(mail?.links[0] as string)).status).toBe(410)
  expect(await sessionsOf(db, `${id}@deleted.invalid`)).toEqual([])
  expect(await db.selectFrom('videos').select('id').execute()).toEqual([])
  await server.untilIdle()
  const stored = await readdir(path.join(server.dataDir, 'objects'), { recursive: true, withFileTypes: true })
  expect(stored.filter(entry => entry.isFile())).toEqual([])
  const [row] = await db.selectFrom('users').selectAll().execute()
  expect(row).toMatchObject({ id, email: `${id}@deleted.invalid`, name: 'Deleted rider', first_name: null })
  // No table reveals whose it was.
  for (const table of [
    'users',
    'sessions',
    'identities',
    'verifications',
    'audit_log',
    'notifications',
  ] as const)
    expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toMatch(/rider@|Ria/)

  // The address is free again for a new account.
  const back = await server.person()
  await signInAtProvider(back, { email })
  expect((await whoAmI(back))?.id).not.toBe(id)
})

test("the last admin can't leave; leftovers of a deleted account after a server stop are swept", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const admin = await server.person()
  await signInAtProvider(admin, { email: 'admin@trailcut.example' })
  expect((await post(admin, api.deleteAccount, { confirmEmail: 'admin@trailcut.example' })).status).toBe(409)

  const rider = await server.person(email)
  const { id } = (await whoAmI(rider)) as { id: string }
  expect((await post(rider, api.deleteAccount, { confirmEmail: email })).status).toBe(200)
  await db
    .insertInto('videos')
    .values({
      id: '00000000-0000-4000-8000-000000000001',
      user_id: id,
      title: 'late',
      category: 'utv',
      status: 'uploading',
      file_name: 'late.mp4',
    })
    .execute()
  const incoming = new FolderIncoming(server.deps.objects, {
    dataDir: server.dataDir,
    maxBytes: 1,
    idleMs: 1000,
  })
  expect(await sweepDeletions({ ...server.deps, incoming })).toBe(1)
  expect(await sweepDeletions({ ...server.deps, incoming })).toBe(0)
  expect(await db.selectFrom('videos').select('id').execute()).toEqual([])
})
