import { api } from '#contract/paths.ts'
import { expect, test } from '../fixtures.ts'
import { countNow } from '../money/support.ts'
import { openAsStaff, toastOf } from '../staff/staff-support.ts'
import { base, lookAt } from '../support.ts'
import {
  figure,
  orderAt,
  publicationsOf,
  publishNow,
  rowsIn,
  setStage,
  toDesktop,
} from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
const title = 'Ridge at noon'
const stage = setStage([title])
const analytics = () => `${base()}/publishing?tab=analytics`

test('a jump in counts is put on hold with its evidence, and is shown nowhere else', async ({ browser }) => {
  const { admin } = stage
  await admin.goto(analytics())
  const section = admin.getByRole('region', { name: 'Counts on hold' })
  await expect(section.getByText('No counts are on hold.')).toBeVisible()
  await admin.goto(`${base()}/publishing?tab=queue`)
  await publishNow(admin, title, ['YouTube'])
  await expect(rowsIn(admin, 'Published')).toHaveCount(1, { timeout: 120_000 })
  const [post] = await publicationsOf(admin)
  const id = /[\w-]{11}$/.exec(post?.url ?? '')?.[0]
  await orderAt(admin, 'youtube', 'views', { id, views: 200_000 })
  await countNow()
  await expect
    .poll(async () => ((await (await admin.request.get(`${base()}${api.heldCounts}`)).json()) as []).length)
    .toBe(1)
  await admin.goto(analytics())
  await expect(section.getByText(title)).toBeVisible()
  await expect(section.getByText('Sudden jump')).toBeVisible()
  const evidence = section.getByRole('table', { name: `Counts of ${title} on YouTube` })
  await expect(evidence.getByRole('row').filter({ hasText: 'Views' })).toHaveText(/Views0200,000/)
  await expect(section.getByRole('link', { name: 'Open on YouTube' })).toHaveAttribute(
    'href',
    post?.url ?? '',
  )
  expect((await publicationsOf(admin))[0]?.views).toBe(0)
  await lookAt(admin, 'publishing-held', evidence)
  await toDesktop(admin)

  const moderator = await openAsStaff(browser, 'moderator')
  await moderator.goto(analytics())
  const theirs = moderator.getByRole('region', { name: 'Counts on hold' })
  await expect(theirs.getByText('An admin decides.')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await moderator.context().close()
})

test('accepted with a reason, the held counts are shown and paid', async () => {
  const { admin } = stage
  const section = admin.getByRole('region', { name: 'Counts on hold' })
  await section.getByRole('button', { name: 'Accept' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Accept these counts?' })
  await expect(dialog.getByText(/^200,000 views will be shown/)).toBeVisible()
  await lookAt(admin, 'publishing-held-accept', dialog)
  await toDesktop(admin)
  await dialog.getByLabel('Reason').fill('It was on the front page.')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(toastOf(admin, 'Counts Accepted')).toBeVisible()
  await expect(section.getByText('No counts are on hold.')).toBeVisible()
  const youtube = admin.getByRole('region', { name: 'YouTube' })
  await expect(figure(youtube, 'Views')).toHaveText('200,000')
})

test('the section has a loading state and an error state', async () => {
  const { admin } = stage
  await admin.route(`**${api.heldCounts}*`, route => route.fulfill({ status: 500, body: '{}' }))
  await admin.goto(analytics())
  const section = admin.getByRole('region', { name: 'Counts on hold' })
  await expect(section.getByText("Couldn't load the counts on hold")).toBeVisible()
  await admin.unroute(`**${api.heldCounts}*`)
  await section.getByRole('button', { name: /again/i }).click()
  await expect(section.getByText('No counts are on hold.')).toBeVisible()
})
