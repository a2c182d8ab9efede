import { expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { api } from '#contract/paths.ts'
import { ask, makeVideo } from '#test/harness/review.ts'
import { stage } from './integration-staff-review-setup.ts'

test("decisions link the rider to the video's page and to the highlight they are about", async () => {
  const { db, moderator, rider } = await stage()
  const selected = await makeVideo(db, rider.id)
  const rejected = await makeVideo(db, rider.id)
  await ask(moderator.client, 'POST', api.approveHighlight(selected.id, 1))
  await ask(moderator.client, 'POST', api.approveVideo(selected.id))
  await ask(moderator.client, 'POST', api.rejectVideo(rejected.id), { reason: 'quality' })
  const notified = await rider.client.json<Notification[]>(api.notifications)
  const links = notified.map(({ link }) => link)
  expect(links.sort()).toEqual([`/v/${selected.id}`, `/v/${selected.id}?t=15`, `/v/${rejected.id}`].sort())
  const mails = await db.selectFrom('mails').select('data').where('user_id', '=', rider.id).execute()
  expect(mails.map(({ data }) => (data as { link: string }).link).sort()).toEqual(links)
})
