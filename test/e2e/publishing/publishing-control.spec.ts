import { expect, test } from '../fixtures.ts'
import { closeToast, toastOf } from '../staff/staff-support.ts'
import { base, lookAt } from '../support.ts'
import {
  chooseVideo,
  figure,
  publicationsOf,
  publishNow,
  rowsIn,
  setStage,
  toDesktop,
} from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })
const [first, second] = ['Slickrock loop', 'Canyon floor'] as const
const stage = setStage([first, second])

test('while publishing is paused with a reason, posts wait', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing?tab=queue`)
  await admin.getByRole('button', { name: 'Pause publishing' }).click()
  const asked = admin.getByRole('dialog', { name: 'Pause publishing' })
  await asked.getByLabel('Reason').fill('A wrong title went out.')
  await asked.getByRole('button', { name: 'Pause publishing' }).click()
  await expect(admin.getByRole('heading', { name: 'Publishing is paused' })).toBeVisible()
  await expect(admin.getByText('A wrong title went out.')).toBeVisible()
  await publishNow(admin, first, ['YouTube'])
  const row = rowsIn(admin, 'Queued').filter({ hasText: first })
  await expect(row.getByText('Publishing is paused.')).toBeVisible()
  await expect(figure(admin, 'Pending')).toHaveText('1')
  await lookAt(admin, 'publishing-paused', row)
  await toDesktop(admin)
})

test('texts can be changed until publishing starts, and simultaneous changes do not overwrite each other', async () => {
  const { admin } = stage
  const row = rowsIn(admin, 'Queued')
  const words = admin.getByRole('dialog', { name: 'Edit text' })
  await row.getByRole('button', { name: new RegExp(`^Edit text of ${first}`) }).click()
  await expect(words.getByLabel('Title')).toHaveValue(new RegExp(`^${first}`))
  await expect(words.getByRole('button', { name: 'Save' })).toBeDisabled()
  await words.getByLabel('Title').fill('x'.repeat(101))
  await expect(words.getByText('101 of 100')).toBeVisible()
  await expect(words.getByRole('button', { name: 'Save' })).toBeDisabled()
  await words.getByLabel('Title').fill('Slickrock, all of it')
  await lookAt(admin, 'publishing-words', words)
  await toDesktop(admin)

  // Somebody else saves first.
  const [{ id, metadata } = { id: '', metadata: null }] = await publicationsOf(admin)
  const faster = await admin.request.patch(`${base()}/api/publishing/publications/${id}`, {
    data: { metadata: { ...metadata, title: 'Slickrock in one go' } },
  })
  expect(faster.status()).toBe(200)
  await words.getByRole('button', { name: 'Save' }).click()
  await expect(words.getByRole('alert')).toContainText('Someone else changed this')
  await words.getByRole('button', { name: 'Show the latest version' }).click()
  await expect(words.getByLabel('Title')).toHaveValue('Slickrock in one go')
  await words.getByLabel('Title').fill('Slickrock at dawn')
  await words.getByLabel('Tags').fill('moab, slickrock')
  await words.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(admin, 'Text Saved')).toBeVisible()
  await expect(words).toBeHidden()
  await expect(row).toContainText('Slickrock at dawn')
  await row.getByText('History').click()
  await expect(row.getByText('Changed the text.')).toHaveCount(2)
})

test('a scheduled post is canceled, and its slot is free again', async () => {
  const { admin } = stage
  const dialog = await chooseVideo(admin, second, ['YouTube'])
  await dialog.getByLabel('Custom schedule').fill('tomorrow 6pm')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = admin.getByRole('listitem').filter({ hasText: second })
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expect(toastOf(admin, 'Publication Canceled')).toBeVisible()
  await expect(row.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await closeToast(admin)
  const again = await chooseVideo(admin, second, ['YouTube'])
  await expect(again.getByText(/^Goes out /)).toBeVisible()
  await expect(again.getByText(/already/)).toHaveCount(0)
  await admin.keyboard.press('Escape')
})

test('after resuming, the post goes out with the new texts, and later edits change the live post', async () => {
  const { admin } = stage
  await admin.getByRole('button', { name: 'Resume' }).click()
  await expect(admin.getByRole('heading', { name: 'Publishing is on' })).toBeVisible()
  const row = rowsIn(admin, 'Published').filter({ hasText: 'Slickrock at dawn' })
  await expect(row).toBeVisible()
  await expect(row.getByRole('button', { name: /^Edit text|^Cancel/ })).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^Edit the post/ })).toBeVisible()
  const address = await row.getByRole('link', { name: 'Watch on YouTube' }).getAttribute('href')
  expect(await (await admin.request.get(address ?? '')).text()).toContain('<h1>Slickrock at dawn</h1>')
})
