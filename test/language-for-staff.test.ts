import { expect, test } from 'vitest'
import type { ActivityEntry } from '#contract/admin.ts'
import { api } from '#contract/paths.ts'
import { bySettings, record } from '#server/audit/index.ts'
import { ask, makeVideo } from '#test/harness/review.ts'
import { stage } from './integration-staff-admin-setup.ts'

const spanish = { headers: { 'accept-language': 'es-MX' } }

test('what staff did is said in the language of whoever reads the log', async () => {
  const { db, admin, moderator, rider } = await stage()
  const { id } = await makeVideo(db, rider.id)
  await ask(moderator.client, 'POST', api.approveVideo(id))
  await ask(admin.client, 'PATCH', api.adminVideoStatus(id), { status: 'rejected' })
  const read = async (limit: number, init?: RequestInit) =>
    (await admin.client.json<ActivityEntry[]>(`${api.activity}?limit=${limit}`, init)).map(
      ({ by, text }) => `${by} ${text}`,
    )
  expect(await read(2, spanish)).toEqual([
    'Alex Admin cambió el estado del video “Mud day” de “aprobado” a “rechazado”',
    'Mo Moderator aprobó el video “Mud day”',
  ])
  expect(await read(2)).toEqual([
    "Alex Admin changed the status of 'Mud day' from approved to rejected",
    "Mo Moderator approved the video 'Mud day'",
  ])

  // What is only in the log: things without a title, words of staff, and actions that have no sentence any more.
  const entry = (action: string, objectType: string, objectId: string, after: unknown) =>
    record(db, { ...bySettings, actorId: 'gone', action, objectType, objectId, after })
  await entry('payout.hold', 'payout', 'a1b2c3d4e5', { reason: 'Call the bank first' })
  await entry('publication.schedule', 'publication', 'b', { content: 'Mi clip', platform: 'tiktok' })
  await entry('month.close', 'month', '2026-10', null)
  await entry('video.hide', 'video', '00000000-0000-4000-8000-000000000000', null)
  await entry('user.suspend', 'user', 'gone', null)
  await entry('something.old', 'payout', '7', null)
  expect(await read(6, spanish)).toEqual([
    'Alguien something old (acción sin descripción): el pago 7',
    'Alguien suspendió la cuenta de alguien',
    'Alguien ocultó el video 00000000',
    'Alguien cerró el mes 2026-10',
    'Alguien programó Mi clip para TikTok',
    'Alguien retuvo el pago a1b2c3d4: Call the bank first',
  ])
  expect(await read(6)).toEqual([
    'Somebody something old: payout 7',
    'Somebody suspended the account of somebody',
    'Somebody hid the video 00000000',
    'Somebody closed the month 2026-10',
    'Somebody scheduled Mi clip for TikTok',
    'Somebody held payout a1b2c3d4: Call the bank first',
  ])
  const history = await moderator.client.json<ActivityEntry[]>(api.videoHistory(id), spanish)
  expect(history.at(-1)?.text).toBe('aprobó el video “Mud day”')
  const ofPerson = await admin.client.json<ActivityEntry[]>(api.userHistory('gone'), spanish)
  expect(ofPerson.map(({ text }) => text)).toEqual(['suspendió la cuenta de alguien'])
})
