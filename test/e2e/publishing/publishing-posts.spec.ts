import { expect, type Locator, test } from '../fixtures.ts'
import { untilLive } from '../money/support.ts'
import { toastOf } from '../staff/staff-support.ts'
import { base, lookAt } from '../support.ts'
import { publicationsOf, publishNow, rowsIn, setStage, toDesktop } from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
const title = 'Salt flats'
const stage = setStage([title])
const rowOf = (platform: string): Locator =>
  stage.admin
    .getByRole('listitem')
    .filter({ has: stage.admin.getByText(new RegExp(`^${platform} · `)) })
    .first()

test('a live post is edited, made private, made public again, and deleted after a confirmation', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing?tab=queue`)
  await publishNow(admin, title, ['YouTube', 'TikTok', 'Facebook'])
  await untilLive(() => expect(rowsIn(admin, 'Published')).toHaveCount(3, { timeout: 500 }))

  const youtube = rowOf('YouTube')
  await youtube.getByRole('button', { name: /^Edit the post/ }).click()
  const words = admin.getByRole('dialog', { name: 'Edit post' })
  await words.getByLabel('Title').fill('Salt flats at dawn')
  await lookAt(admin, 'post-words', words)
  await toDesktop(admin)
  await words.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(admin, 'Post Updated')).toBeVisible()
  await expect(youtube.getByText('Salt flats at dawn', { exact: true })).toBeVisible()

  await youtube.getByRole('button', { name: /^Make the post .* private/ }).click()
  await expect(youtube.getByText('Private', { exact: true })).toBeVisible()
  await expect(rowOf('TikTok').getByText(/doesn't let apps change or delete posts/)).toBeVisible()
  await lookAt(admin, 'post-actions', youtube)
  await toDesktop(admin)
  await youtube.getByRole('button', { name: /^Make the post .* public/ }).click()
  await expect(youtube.getByText('Published', { exact: true })).toBeVisible()

  await youtube.getByRole('button', { name: /^Delete the post/ }).click()
  const question = admin.getByRole('dialog', { name: 'Delete this post on YouTube?' })
  await lookAt(admin, 'post-delete', question)
  await toDesktop(admin)
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(youtube.getByText('Published', { exact: true })).toBeVisible()
  await youtube.getByRole('button', { name: /^Delete the post/ }).click()
  await question.getByRole('button', { name: 'Delete post' }).click()
  await expect(toastOf(admin, 'Post Deleted')).toBeVisible()
  await expect(youtube.getByText('Deleted', { exact: true })).toBeVisible()
  await expect(youtube.getByRole('button', { name: /^Delete the post/ })).toHaveCount(0)
})

test("the editor's tab offers the same actions, and the rider gets a notification of the deletion", async () => {
  const { admin, rider } = stage
  await admin.goto(`${base()}/admin?tab=videos`)
  await admin.getByRole('button', { name: `Details: ${title}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  const editor = admin.getByRole('dialog', { name: `Edit - ${title}` })
  await editor.getByRole('tab', { name: 'Publishing' }).click()
  const line = (name: string): Locator =>
    editor.getByRole('listitem').filter({ has: admin.getByRole('heading', { name, exact: true }) })
  // Once deleted, it can be published again.
  await expect(line('YouTube').getByText('Not Published', { exact: true })).toBeVisible()
  await expect(line('Facebook').getByRole('button', { name: /^Edit the post/ })).toBeVisible()
  await expect(line('TikTok').getByText(/doesn't let apps/)).toBeVisible()
  await lookAt(admin, 'editor-posts', line('Facebook'))
  await toDesktop(admin)

  await rider.goto(`${base()}/creator-dashboard`)
  await rider.getByRole('button', { name: /Notifications/ }).click()
  await expect(rider.getByText(/was taken down from YouTube/).first()).toBeVisible()
  expect((await publicationsOf(admin)).filter(one => one.removedAt)).toHaveLength(1)
})
