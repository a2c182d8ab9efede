import { expect, test } from '../fixtures.ts'
import { countNow } from '../money/support.ts'
import { base, lookAt } from '../support.ts'
import {
  chooseVideo,
  figure,
  openTab,
  publicationsOf,
  publishNow,
  rowsIn,
  setStage,
  toDesktop,
} from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
const title = 'Dusk at Moab'
const stage = setStage([title])

test('the post is live on three platforms, with its counts, hourly limits, history and link', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing?tab=queue`)
  await publishNow(admin, title, ['YouTube', 'YouTube Shorts', 'TikTok'])
  const live = rowsIn(admin, 'Published')
  await expect(live).toHaveCount(3, { timeout: 120_000 })
  for (const [name, value] of [
    ['Completed', '3'],
    ['Pending', '0'],
    ['Processing', '0'],
    ['Failed', '0'],
  ] as const)
    await expect(figure(admin, name)).toHaveText(value)
  await expect(admin.getByText('2 of 10 this hour')).toBeVisible()
  await expect(admin.getByText('1 of 5 this hour')).toBeVisible()

  const row = live.filter({ hasText: 'Whole video' })
  await row.getByText('History').click()
  for (const sentence of [
    /Right away\./,
    /The upload has started\./,
    /The upload is complete\./,
    /Live on YouTube\./,
  ])
    await expect(row.getByRole('listitem').filter({ hasText: sentence })).toBeVisible()
  await expect(row.getByText('by Alex Admin')).toBeVisible()
  await lookAt(admin, 'publishing-queue', row)
  await toDesktop(admin)
  // A published item isn't sent again without a confirmation.
  const dialog = await chooseVideo(admin, title, ['YouTube'])
  await expect(dialog.getByText(/already on its way to YouTube or posted there/)).toBeVisible()
  await admin.keyboard.press('Escape')
})

test('views and likes in the sandbox show up in insights and analytics', async () => {
  const { admin } = stage
  const row = rowsIn(admin, 'Published').filter({ hasText: 'Whole video' })
  const opened = admin.context().waitForEvent('page')
  await row.getByRole('link', { name: 'Watch on YouTube' }).click()
  const watched = await opened
  await watched.locator('video').evaluate((video: HTMLVideoElement) => video.play())
  await expect(watched.locator('[data-views]')).toHaveText('1')
  await watched.getByRole('button', { name: 'Like' }).click()
  await expect(watched.getByText('1 likes')).toBeVisible()
  await admin.bringToFront()

  await countNow()
  await expect
    .poll(async () => (await publicationsOf(admin)).find(one => one.platform === 'youtube')?.likes)
    .toBe(1)
  await openTab(admin, 'Analytics')
  const youtube = admin.getByRole('region', { name: 'YouTube' })
  await expect(youtube.getByRole('listitem')).toHaveCount(2)
  const entry = youtube.getByRole('listitem').filter({ hasText: /YouTube · Updated/ })
  await expect(figure(entry, 'Views')).toHaveText('1')
  await expect(figure(entry, 'Likes')).toHaveText('1')
  await expect(figure(entry, 'Engagement')).toHaveText('100%')
  await expect(admin.getByRole('region', { name: 'TikTok' }).getByRole('listitem')).toHaveCount(1)
  await expect(admin.getByRole('img', { name: /^1 view gained over 30 days/ })).toBeVisible()
  await lookAt(admin, 'publishing-analytics', entry)
  await toDesktop(admin)

  await openTab(admin, 'Overview')
  await expect(figure(admin, 'Publications')).toHaveText('3')
  await expect(figure(admin, 'Success rate')).toHaveText('100%')
  await expect(figure(admin, 'Average engagement')).toHaveText('100%')
  await expect(figure(admin, 'Top platform')).toHaveText('YouTube')
  await lookAt(admin, 'publishing-overview', figure(admin, 'Success rate'))
  await toDesktop(admin)
})

test("the rider's grid links to YouTube and TikTok, and says 'Not Published' for Facebook and X", async () => {
  const { rider } = stage
  await rider.goto(`${base()}/creator-dashboard`)
  await rider
    .getByRole('button', { name: new RegExp(title) })
    .first()
    .click()
  const grid = rider.getByRole('group', { name: 'Distribution' })
  await expect(grid.getByRole('link', { name: 'Published' })).toHaveCount(2)
  await expect(grid.getByText('Not Published')).toHaveCount(2)
  await lookAt(rider, 'publishing-grid', grid)
  const opened = rider.context().waitForEvent('page')
  await grid.getByRole('link', { name: 'Published' }).last().click()
  const watched = await opened
  const clip = (await publicationsOf(stage.admin)).find(one => one.platform === 'tiktok')
  await expect(watched.getByRole('heading', { name: clip?.metadata.title ?? '' })).toBeVisible()
  await expect(watched.locator('video')).toBeVisible()
})

test('a reel on Facebook is live in its column, with a link', async () => {
  const { admin, rider } = stage
  await admin.goto(`${base()}/publishing?tab=queue`)
  await publishNow(admin, title, ['Facebook'])
  const reel = rowsIn(admin, 'Published').getByRole('link', { name: 'Watch on Facebook' })
  await expect(reel).toBeVisible({ timeout: 120_000 })
  await expect(admin.getByText('1 of 6 this hour')).toBeVisible()
  const address = (await reel.getAttribute('href')) ?? ''
  await rider.goto(`${base()}/creator-dashboard`)
  await rider
    .getByRole('button', { name: new RegExp(title) })
    .first()
    .click()
  const grid = rider.getByRole('group', { name: 'Distribution' })
  const column = grid.getByRole('listitem').filter({ hasText: 'FB' })
  await expect(column.getByRole('link', { name: 'Published' })).toHaveAttribute('href', address)
  await expect(grid.getByText('Not Published')).toHaveCount(1)
  const opened = rider.context().waitForEvent('page')
  await column.getByRole('link', { name: 'Published' }).click()
  const watched = await opened
  await expect(watched.getByText('Stand-in of Facebook')).toBeVisible()
  await expect(watched.locator('video')).toBeVisible()
})
