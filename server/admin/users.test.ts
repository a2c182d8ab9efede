import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AdminUser } from '#contract/accounts.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { api } from '#contract/paths.ts'
import { json } from '#server/core/db/json.ts'
import { sessionsOf, signedIn, whoAmI } from '#test/harness/accounts.ts'
import { ask } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'

const adminEmail = 'admin@trailcut.example'

const setRole = (admin: ApiClient, userId: string, role: string) =>
  ask(admin, 'PATCH', api.userRole(userId), { role })
const idOf = async (client: ApiClient) => (await whoAmI(client))?.id as string

test('an admin lists and finds people and changes roles; sessions end and the log says who did it', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const admin = await signedIn(server, adminEmail)
  const rider = await signedIn(server, 'sam@trailcut.example')
  const riderId = await idOf(rider)
  const phone = await signedIn(server, 'sam@trailcut.example')

  const found = await admin.json<AdminUser[]>(`${api.adminUsers}?search=SAM@`)
  expect(found).toMatchObject([{ id: riderId, role: 'user', firstName: 'Sam', totalViews: 0 }])
  expect(await admin.json<AdminUser[]>(`${api.adminUsers}?search=%25`)).toEqual([])
  expect(await admin.json<AdminUser[]>(api.adminUsers)).toHaveLength(2)

  const answer = await setRole(admin, riderId, 'moderator')
  expect(answer.status).toBe(200)
  expect([await whoAmI(rider), await whoAmI(phone)]).toEqual([null, null])
  expect(await sessionsOf(server.deps.db, 'sam@trailcut.example')).toEqual([])
  const again = await signedIn(server, 'sam@trailcut.example')
  expect(await whoAmI(again)).toMatchObject({ role: 'moderator' })

  // The same role again is no change: no session ends, nothing is logged.
  expect((await setRole(admin, riderId, 'moderator')).status).toBe(200)
  expect(await whoAmI(again)).not.toBeNull()
  const log = await admin.json<AuditEntry[]>(`${api.audit}?actor=${adminEmail}`)
  expect(log).toMatchObject([
    {
      actorId: await idOf(admin),
      actorEmail: adminEmail,
      actorRole: 'admin',
      action: 'user.role',
      objectType: 'user',
      objectId: riderId,
      before: { role: 'user' },
      after: { role: 'moderator' },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
})

test('the last admin keeps the role, even when two demote each other at the same time', async () => {
  const server = await startTestServer({ ROLE: 'web', ADMIN_EMAILS: 'second@example.com' })
  const first = await signedIn(server, adminEmail)
  const firstId = await idOf(first)
  const refused = await setRole(first, firstId, 'user')
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('last admin'),
  })
  expect(await whoAmI(first)).toMatchObject({ role: 'admin' })

  const second = await signedIn(server, 'second@example.com')
  const secondId = await idOf(second)
  const answers = await Promise.all([setRole(first, secondId, 'user'), setRole(second, firstId, 'moderator')])
  const left = await server.deps.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  expect(left).toHaveLength(1)
  // The slower one was no longer an admin, or would have been the last.
  expect(answers.filter(a => a.status === 200)).toHaveLength(1)
})

test('an unverified address gets no staff role, and an unknown person gets none', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const admin = await signedIn(server, adminEmail)
  const unproven = await server.person('unproven@example.com')
  expect((await setRole(admin, await idOf(unproven), 'moderator')).status).toBe(409)
  expect(await whoAmI(unproven)).toMatchObject({ role: 'user' })
  expect((await setRole(admin, 'nobody', 'moderator')).status).toBe(404)
  expect((await setRole(admin, await idOf(unproven), 'owner')).status).toBe(422)
})

test('a role raised by the settings ends older sessions and is logged', async () => {
  const server = await startTestServer({ ROLE: 'web', MODERATOR_EMAILS: 'later@example.com' })
  const admin = await signedIn(server, adminEmail)
  const before = await signedIn(server, 'later@example.com')
  // As if the settings had changed after this sign-in.
  await server.deps.db
    .updateTable('users')
    .set({ role: 'user' })
    .where('id', '=', await idOf(before))
    .execute()
  const after = await signedIn(server, 'later@example.com')
  expect(await whoAmI(before)).toBeNull()
  expect(await whoAmI(after)).toMatchObject({ role: 'moderator' })
  const log = await admin.json<AuditEntry[]>(
    `${api.audit}?objectType=user&objectId=${await idOf(after)}&action=user.role`,
  )
  expect(log[0]).toMatchObject({ actorId: null, before: { role: 'user' }, after: { role: 'moderator' } })
})

test("the log has pages, filters and CSV, and can't be changed", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const admin = await signedIn(server, adminEmail)
  await db.deleteFrom('users').where('email', '!=', adminEmail).execute()
  const made = Array.from({ length: 1203 }, (_, i) => ({
    action: i % 3 ? 'video.status' : '=HYPERLINK("http://evil.example")',
    object_type: 'invoice',
    object_id: `v${i}`,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, i)),
    after: json({ note: 'one, "two"\nthree' }),
  }))
  await db.insertInto('audit_log').values(made).execute()
  const ids = (rows: AuditEntry[]) => rows.map(r => r.objectId)
  const first = await admin.json<AuditEntry[]>(`${api.audit}?limit=2&objectType=invoice`)
  expect(ids(first)).toEqual(['v1202', 'v1201'])
  const next = await admin.json<AuditEntry[]>(
    `${api.audit}?limit=2&objectType=invoice&before=${first[1]?.id}`,
  )
  expect(ids(next)).toEqual(['v1200', 'v1199'])
  const span = 'from=2026-01-01T00:00:03Z&to=2026-01-01T00:00:06Z'
  expect(ids(await admin.json(`${api.audit}?${span}`))).toEqual(['v5', 'v4', 'v3'])

  const answer = await admin.call(`${api.auditCsv}?objectType=invoice`)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const lines = (await answer.text()).split('\r\n')
  expect(lines).toHaveLength(1 + 1203 + 1)
  expect(lines[0]).toBe(
    'id,at,actorId,actorEmail,actorRole,action,objectType,objectId,before,after,requestId',
  )
  expect(lines.at(-2)).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(lines.at(-2)).toContain(String.raw`"{""note"":""one, \""two\""\nthree""}"`)

  for (const change of [
    () => db.updateTable('audit_log').set({ action: 'x' }).execute(),
    () => db.deleteFrom('audit_log').execute(),
    () => sql`truncate audit_log`.execute(db),
  ])
    await expect(change()).rejects.toThrow('append-only')
})
