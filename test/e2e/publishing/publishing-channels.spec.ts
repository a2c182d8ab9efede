import { channelKinds } from '#contract/publishing/constants.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { closeToast, toastOf } from '../staff/staff-support.ts'
import { base, lookAt } from '../support.ts'
import {
  chooseVideo,
  figure,
  openTab,
  orderAt,
  publishNow,
  rowsIn,
  setStage,
  toDesktop,
} from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
const title = 'Sand Hollow'
const stage = setStage([title])

const banner = (page: Page, name: string) =>
  page.getByRole('alert').filter({ hasText: `${name} needs to be connected again` })
/** Acts on the platform's page and returns to ours. */
async function decide(page: Page, name: 'Allow' | 'Cancel'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.waitForURL(`${base()}/publishing?tab=channels`)
}

test('with permissions revoked, three posts fail, each with its reason and who has to act', async () => {
  const { admin } = stage
  await orderAt(admin, 'youtube', 'revoke', { account: 'UCtrailcut0000000000001' })
  await orderAt(admin, 'tiktok', 'faults', { on: 'open', kind: 'revoke' })
  await admin.goto(`${base()}/publishing?tab=queue`)
  await publishNow(admin, title, ['YouTube', 'YouTube Shorts', 'TikTok'])
  const failed = rowsIn(admin, 'Failed')
  await expect(failed).toHaveCount(3, { timeout: 120_000 })
  await expect(failed.getByText(/revoked|connected again|invalid or expired/)).toHaveCount(3)
  await expect(failed.getByText('Waiting for staff.')).toHaveCount(3)
  await expect(figure(admin, 'Failed')).toHaveText('3')

  await failed.filter({ hasText: 'TikTok' }).getByRole('button', { name: 'Retry' }).click()
  await expect(toastOf(admin, "Couldn't retry the publication")).toBeVisible()
  await expect(toastOf(admin, 'Connect trailcut.rides again first.')).toBeVisible()
  await closeToast(admin)
  await admin.getByRole('button', { name: 'Retry failed' }).click()
  await expect(admin.getByText('3 need attention first')).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Connect Trailcut Rides again first.' })).toBeVisible()
  await expect(failed.getByRole('link', { name: /connected again/ }).first()).toBeVisible()
  await lookAt(admin, 'publishing-failed', failed.first())
  await toDesktop(admin)
})

test('a banner on every tab leads to the platform, where access is denied, then granted', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing?tab=calendar`)
  await expect(banner(admin, 'Trailcut Rides')).toBeVisible()
  await expect(banner(admin, 'trailcut.rides')).toBeVisible()
  await openTab(admin, 'Overview')
  // What went wrong leads to the failed post.
  const problems = admin.getByRole('region', { name: 'What went wrong' })
  await expect(problems.getByRole('listitem')).toHaveCount(3)
  // The reason leads to the channel.
  await problems
    .getByRole('link', { name: /connected again/ })
    .first()
    .click()
  await expect(admin.getByRole('tab', { name: 'Channels' })).toHaveAttribute('aria-selected', 'true')
  await openTab(admin, 'Overview')
  await lookAt(admin, 'publishing-reconnect', banner(admin, 'Trailcut Rides'))
  await toDesktop(admin)
  await banner(admin, 'trailcut.rides').getByRole('button', { name: 'Reconnect TikTok' }).click()
  await decide(admin, 'Cancel')
  await expect(toastOf(admin, "Couldn't connect the channel")).toBeVisible()
  await expect(toastOf(admin, 'Nothing was connected, because permission was denied.')).toBeVisible()
  for (const [kind, name] of [
    ['TikTok', 'trailcut.rides'],
    ['YouTube', 'Trailcut Rides'],
  ] as const) {
    await banner(admin, name)
      .getByRole('button', { name: `Reconnect ${kind}` })
      .click()
    await decide(admin, 'Allow')
    await expect(toastOf(admin, 'Channel Connected')).toBeVisible()
    await expect(banner(admin, name)).toHaveCount(0)
  }
  await expect(admin.getByText('Connected', { exact: true })).toHaveCount(channelKinds.length)
})

test('failed posts are retried one by one and in bulk, and all are published', async () => {
  const { admin } = stage
  await openTab(admin, 'Queue')
  const failed = rowsIn(admin, 'Failed')
  await failed.filter({ hasText: 'Whole video' }).getByRole('button', { name: 'Retry' }).click()
  await expect(toastOf(admin, 'Publication Retried')).toBeVisible()
  await expect(failed).toHaveCount(2)
  await closeToast(admin)
  await admin.getByRole('button', { name: 'Retry failed' }).click()
  await expect(toastOf(admin, 'Retrying 2 publications')).toBeVisible()
  await expect(rowsIn(admin, 'Published')).toHaveCount(3, { timeout: 120_000 })
  await openTab(admin, 'Overview')
  await expect(figure(admin, 'Success rate')).toHaveText('100%')
})

test('a channel is disconnected and reconnected, and cannot be scheduled to in between', async () => {
  const { admin } = stage
  await openTab(admin, 'Channels')
  const channels = admin.getByRole('region', { name: 'Channels' })
  const tiktok = channels.getByRole('listitem').filter({ hasText: 'TikTok' })
  await tiktok.getByRole('button', { name: 'Disconnect' }).click()
  const question = admin.getByRole('dialog', { name: 'Disconnect trailcut.rides?' })
  await expect(question.getByText(/You can't schedule on TikTok/)).toBeVisible()
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect(toastOf(admin, 'Channel Disconnected')).toBeVisible()
  await expect(tiktok.getByText('No channel connected.')).toBeVisible()
  await closeToast(admin)
  const dialog = await chooseVideo(admin, title, ['TikTok'], false)
  await expect(dialog.getByText(/No TikTok channel is connected/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Schedule', exact: true })).toBeDisabled()
  await admin.keyboard.press('Escape')
  await tiktok.getByRole('button', { name: 'Connect TikTok' }).click()
  await decide(admin, 'Allow')
  await expect(toastOf(admin, 'Channel Connected')).toBeVisible()
  await tiktok.getByLabel('Who can see posts').selectOption('Only the account itself')
  await expect(toastOf(admin, 'Channel Updated')).toBeVisible()
  await lookAt(admin, 'publishing-channels', tiktok)
})
