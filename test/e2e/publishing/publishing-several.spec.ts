import { expect, type Locator, type Page, test } from '../fixtures.ts'
import { untilLive } from '../money/support.ts'
import { closeToast, toastOf } from '../staff/staff-support.ts'
import { base, lookAt } from '../support.ts'
import {
  chooseVideo,
  openTab,
  publicationsOf,
  rowsIn,
  scheduleDialog,
  setStage,
  toDesktop,
} from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
const title = 'Salt flats'
const stage = setStage([title])

const channels = (page: Page): Locator => page.getByRole('region', { name: 'Channels', exact: true })
const channel = (page: Page, name: string): Locator =>
  channels(page).getByRole('region', { name, exact: true })
const badge = (page: Page, name: string): Locator => channel(page, name).getByText('Default', { exact: true })

/** Connects another account on the platform's own page. */
async function connectAnother(page: Page, platform: string, account: string): Promise<void> {
  await channels(page)
    .getByRole('button', { name: `Connect another ${platform} channel` })
    .click()
  await page.getByRole('radio', { name: new RegExp(`^${account}`) }).check()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(`${base()}/publishing?tab=channels`)
  await expect(toastOf(page, 'Channel Connected')).toBeVisible()
  await closeToast(page)
}

test('a second channel is connected on the consent page, and the first one stays the default', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing?tab=channels`)
  await expect(channel(admin, 'Trailcut Rides')).toBeVisible()
  await expect(channels(admin).getByText('Default', { exact: true })).toHaveCount(0)
  await connectAnother(admin, 'YouTube', 'Trailcut Tests')
  await expect(badge(admin, 'Trailcut Rides')).toBeVisible()
  await expect(badge(admin, 'Trailcut Tests')).toHaveCount(0)
  await expect(channel(admin, 'Trailcut Tests').getByText('@trailcuttests')).toBeVisible()
  await connectAnother(admin, 'TikTok', 'trailcut.stunts')
  await lookAt(admin, 'channels-several', channel(admin, 'trailcut.stunts'))
  await toDesktop(admin)
})

test('the units of a channel stay chosen, and texts for it are in them', async () => {
  const { admin } = stage
  const units = (name: string) => channel(admin, name).getByLabel('Units in generated texts')
  // Those of the browser in which it was connected.
  await expect(units('Trailcut Tests')).toHaveValue('imperial')
  for (const [chosen, value] of [
    ['km/h and meters', 'metric'],
    ['mph and feet', 'imperial'],
  ] as const) {
    await units('Trailcut Tests').selectOption(chosen)
    await expect(toastOf(admin, 'Channel Updated')).toBeVisible()
    await closeToast(admin)
    await admin.reload()
    await expect(units('Trailcut Tests')).toHaveValue(value)
  }
  await expect(units('Trailcut Rides')).toHaveValue('metric')
  await lookAt(admin, 'channel-units', units('Trailcut Tests'))
  await toDesktop(admin)

  const dialog = await chooseVideo(admin, title, ['YouTube'])
  await dialog.getByText('Text for YouTube').click()
  const description = dialog.getByLabel('Description')
  await expect(description).toHaveValue(/\d km\/h/)
  await dialog.getByLabel('Title').fill('Faster than 60 km/h')
  await dialog.getByLabel('Channel for YouTube').selectOption('Trailcut Tests')
  await expect(description).toHaveValue(/\d mph/)
  await expect(description).not.toHaveValue(/km\/h/)
  await expect(dialog.getByLabel('Title')).toHaveValue('Faster than 60 km/h')
  await lookAt(admin, 'schedule-units', description)
  await toDesktop(admin)
  await admin.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a post is scheduled on the second channel and goes live there', async () => {
  const { admin } = stage
  await openTab(admin, 'Queue')
  const dialog = await chooseVideo(admin, title, ['YouTube', 'Facebook'])
  // Facebook has one channel, so there is nothing to choose.
  await expect(dialog.getByLabel('Channel for Facebook')).toHaveCount(0)
  const choice = dialog.getByLabel('Channel for YouTube')
  await expect(choice.locator('option:checked')).toHaveText('Trailcut Rides (default)')
  await choice.selectOption('Trailcut Tests')
  await dialog.getByRole('checkbox', { name: 'Facebook', exact: true }).uncheck()
  await dialog.getByText('Publish immediately').click()
  await expect(dialog.getByRole('heading', { name: 'YouTube · Trailcut Tests' })).toBeVisible()
  await lookAt(admin, 'schedule-channel', choice)
  await toDesktop(admin)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(dialog).toBeHidden()
  const row = rowsIn(admin, 'Published')
  await untilLive(() => expect(row).toHaveCount(1, { timeout: 500 }))
  await expect(row.getByText(/Trailcut Tests/).first()).toBeVisible()
  const opened = admin.context().waitForEvent('page')
  await row.getByRole('link', { name: 'Watch on YouTube' }).click()
  const watched = await opened
  const [written] = await publicationsOf(admin)
  const heading = watched.getByRole('heading', { name: written?.metadata.title ?? '', exact: true })
  await expect(heading).toBeVisible()
  const posts = (await (
    await watched.request.get(`${new URL(watched.url()).origin}/control/posts`)
  ).json()) as {
    accountId: string
    metadata: unknown
  }[]
  expect(posts.map(post => post.accountId)).toEqual(['UCtrailcut0000000000002'])
  expect(JSON.stringify(posts[0]?.metadata)).toMatch(/\d mph/)
  expect(JSON.stringify(posts[0]?.metadata)).not.toContain('km/h')
  await watched.close()
})

test("one click publishes to the chosen channel, and asks for TikTok's settings if none were chosen", async () => {
  const { admin } = stage
  await admin.goto(`${base()}/admin?tab=videos`)
  await admin.getByRole('button', { name: `Details: ${title}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  const editor = admin.getByRole('dialog', { name: `Edit - ${title}` })
  await editor.getByRole('tab', { name: 'Publishing' }).click()
  const line = (name: string) =>
    editor.getByRole('listitem').filter({ has: admin.getByRole('heading', { name, exact: true }) })
  // It is published on one channel and can still go to the other.
  const publish = line('YouTube').getByRole('button', { name: 'Publish to YouTube' })
  await expect(publish).toBeVisible()
  await line('YouTube').getByLabel('Channel for YouTube').selectOption('Trailcut Tests')
  await expect(publish).toHaveCount(0)

  await line('TikTok').getByLabel('Channel for TikTok').selectOption('trailcut.stunts')
  await line('TikTok').getByRole('button', { name: 'Publish to TikTok' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Publish to TikTok' })
  await expect(dialog.getByText('trailcut.stunts')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish now' })).toBeDisabled()
  await dialog.getByLabel('Who can see this post').selectOption('Everyone')
  await lookAt(admin, 'one-click-form', dialog)
  await toDesktop(admin)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(toastOf(admin, 'Publishing to TikTok')).toBeVisible()
  await expect(dialog).toBeHidden()
  await closeToast(admin)
  await untilLive(() =>
    expect(line('TikTok').getByText('Published', { exact: true })).toBeVisible({ timeout: 500 }),
  )
  const sent = (await publicationsOf(admin)).find(one => one.platform === 'tiktok')
  expect(sent).toMatchObject({
    channel: { name: 'trailcut.stunts' },
    metadata: { privacy: 'PUBLIC_TO_EVERYONE' },
  })
})

test('changing the default and disconnecting a channel puts its posts on hold until it is reconnected', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing?tab=channels`)
  await admin.getByRole('button', { name: 'Make Trailcut Tests the default' }).click()
  await expect(toastOf(admin, 'Default Channel Changed')).toBeVisible()
  await expect(badge(admin, 'Trailcut Tests')).toBeVisible()
  await closeToast(admin)
  const dialog = await chooseVideo(admin, title, ['YouTube Shorts'])
  const choice = dialog.getByLabel('Channel for YouTube Short')
  await expect(choice.locator('option:checked')).toHaveText('Trailcut Tests (default)')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(scheduleDialog(admin)).toBeHidden()
  await closeToast(admin)
  await expect(channel(admin, 'Trailcut Tests').getByText(/1 publication scheduled/)).toBeVisible()
  await channel(admin, 'Trailcut Tests').getByRole('button', { name: 'Disconnect Trailcut Tests' }).click()
  const question = admin.getByRole('dialog', { name: 'Disconnect Trailcut Tests?' })
  await expect(question.getByText(/1 scheduled publication goes on hold/)).toBeVisible()
  await expect(question.getByText('Trailcut Rides becomes the default.')).toBeVisible()
  await lookAt(admin, 'channel-disconnect', question)
  await toDesktop(admin)
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect(toastOf(admin, 'Channel Disconnected')).toBeVisible()
  await closeToast(admin)
  await expect(badge(admin, 'Trailcut Rides')).toBeVisible()
  await expect(channel(admin, 'Trailcut Tests').getByText(/1 publication on hold/)).toBeVisible()
  await lookAt(admin, 'channels-held', channel(admin, 'Trailcut Tests'))
  await toDesktop(admin)
  await openTab(admin, 'Queue')
  await expect(admin.getByText(/^On hold: Trailcut Tests was disconnected\./)).toBeVisible()
  await lookAt(admin, 'queue-held', admin.getByText(/^On hold:/))
  await toDesktop(admin)
  await openTab(admin, 'Channels')
  await channel(admin, 'Trailcut Tests').getByRole('button', { name: 'Reconnect' }).click()
  await admin.getByRole('radio', { name: /^Trailcut Tests/ }).check()
  await admin.getByRole('button', { name: 'Allow', exact: true }).click()
  await admin.waitForURL(`${base()}/publishing?tab=channels`)
  await expect(channel(admin, 'Trailcut Tests').getByText(/1 publication scheduled/)).toBeVisible()
  await openTab(admin, 'Queue')
  await expect(admin.getByText(/^On hold:/)).toHaveCount(0)
})
