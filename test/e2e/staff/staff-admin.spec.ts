import { readFileSync } from 'node:fs'
import type { AdminUser } from '#contract/accounts.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { base, lookAt } from '../support.ts'
import { closeToast, makeAnalyzed, openAsRider, openAsStaff, toastOf } from './staff-support.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

runOnOwnServer()

const titles = ['Alpha wash', 'Bravo climb', 'Charlie creek']
const email = 'admin.rider@trailcut.example'
let ids: string[]
let rider: Page
let page: Page

test.beforeAll(async ({ browser }) => {
  rider = await openAsRider(browser, email)
  ids = await makeAnalyzed(rider, titles)
  page = await openAsStaff(browser, 'admin')
})
test.afterAll(async () => {
  await rider.context().close()
  await page.context().close()
})

const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const toDesktop = () => page.setViewportSize({ width: 1440, height: 900 })
const statusOf = async (id: string | undefined) =>
  ((await (await page.request.get(`${base()}/api/videos/${id}`)).json()) as { status: string }).status
const userRow = (who: string) => page.getByRole('listitem').filter({ hasText: who })

test('overview shows four platform figures, three quick links and activity', async () => {
  await page.goto(`${base()}/admin`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  for (const name of ['Overview', 'Users', 'Videos', 'Payouts', 'Money', 'Settings'])
    await expect(tab(name)).toBeVisible()
  for (const name of ['Dashboard', 'Upload', 'Admin'])
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })).toBeVisible()
  const figure = (label: string) => page.locator('div:has(> dt)').filter({ hasText: label }).locator('dd')
  const stats = await (await page.request.get(`${base()}/api/admin/platform-stats`)).json()
  await expect(figure('Total Users')).toHaveText(String(stats.totalUsers))
  await expect(figure('Total Videos')).toHaveText(String(stats.totalVideos))
  await expect(figure('Total Revenue')).toHaveText(/^\$\d/)
  await expect(figure('Pending Reviews')).toHaveText(String(stats.pendingVideos))
  for (const [name, path] of [
    ['AI Highlights Review', '/admin/ai-highlights'],
    ['Notifications', '/notifications'],
    ['Email Preview', '/email-preview'],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', path)
  await lookAt(page, 'admin-overview')
  await toDesktop()
})

test('overview announces videos whose views wait for a price, and links to them', async () => {
  const address = `${base()}/api/admin/platform-stats`
  await page.route(address, async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), unpricedVideos: 2 } })
  })
  await page.goto(`${base()}/admin`)
  await expect(page.getByText('2 published videos have no price yet')).toBeVisible()
  await lookAt(page, 'admin-overview-unpriced')
  await toDesktop()
  await page.unroute(address)
  await page.getByRole('link', { name: 'Show videos' }).click()
  // The list is empty, because the test made up the count.
  await expect(page.getByText('Published videos without a price')).toBeVisible()
  await expect(page.getByText('No videos match')).toBeVisible()
  await page.getByRole('button', { name: 'All videos' }).click()
  await expect(page.getByText(titles[0] as string, { exact: true })).toBeVisible()
  await page.goto(`${base()}/admin`)
  await expect(page.getByRole('link', { name: 'Show videos' })).toHaveCount(0)
})

test('a user is found by address and given a role, and the last admin keeps theirs', async ({ browser }) => {
  // A person who never signed in isn't listed.
  await (await openAsStaff(browser, 'moderator')).context().close()
  await tab('Users').click()
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await lookAt(page, 'admin-users', page.getByRole('listitem').first())
  await toDesktop()
  await page.getByRole('searchbox').fill('admin.rider')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  const row = userRow(email)
  await expect(row).toContainText('User')

  await page.route('**/role', route => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await page.getByLabel(`Role of ${email}`).selectOption('moderator')
  await expect(toastOf(page, 'Failed to update user role. Please try again.')).toBeVisible()
  await expect(toastOf(page, 'Error')).toBeVisible()

  // An unverified address can't get a staff role, and the row says why.
  await page.getByRole('searchbox').fill('moderator')
  const moderator = page.getByRole('combobox', { name: /^Role of moderator/ })
  await moderator.selectOption('user')
  await expect(toastOf(page, 'Role Updated')).toBeVisible()
  await expect(toastOf(page, 'User role has been successfully updated.')).toBeVisible()
  await expect(userRow('moderator').getByText('User', { exact: true }).first()).toBeVisible()
  await closeToast(page)
  await moderator.selectOption('moderator')
  await expect(toastOf(page, 'Role Updated')).toBeVisible()
  await closeToast(page)

  await page.getByRole('searchbox').fill('')
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('admin')
  const admins = page.getByRole('combobox', { name: /^Role of / })
  await expect(admins).toHaveCount(1)
  await admins.selectOption('user')
  await expect(toastOf(page, 'Failed to update user role. Please try again.')).toBeVisible()
  await expect(page.getByRole('listitem').getByRole('alert')).toContainText(/admin/)
  await expect(admins).toHaveValue('admin')
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('')
})

test('lists load page by page', async () => {
  await page.route('**/api/admin/users?*', route => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    return route.continue({ url: url.href })
  })
  await page.reload()
  const rows = page.getByRole('combobox', { name: /^Role of / })
  for (const shown of [1, 2, 3]) {
    await expect(rows).toHaveCount(shown)
    if (shown < 3) await page.getByRole('button', { name: 'Show more' }).click()
  }
  const names = await rows.evaluateAll(all => all.map(one => one.closest('li')?.textContent))
  expect(new Set(names).size).toBe(3)
  await page.unroute('**/api/admin/users?*')
})

test('videos change status one by one or in bulk, with a reason for a rejection', async () => {
  await tab('Videos').click()
  await page.getByRole('searchbox').fill('alpha')
  await expect(page.getByRole('checkbox', { name: /^Select [A-Z]/ })).toHaveCount(1)
  await expect(page.getByText(/^\d+ views · 0:\d\d · by Sam$/)).toBeVisible()
  const status = page.getByLabel('Status of Alpha wash')
  await page.route('**/status', route => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await status.selectOption('approved')
  await expect(toastOf(page, 'Failed to update video status. Please try again.')).toBeVisible()
  await status.selectOption('approved')
  await expect(toastOf(page, 'Video Updated')).toBeVisible()
  await expect.poll(() => statusOf(ids[0])).toBe('approved')
  await closeToast(page)

  await page.getByRole('searchbox').fill('')
  await page.getByRole('checkbox', { name: 'Select Bravo climb' }).check()
  await page.getByRole('checkbox', { name: 'Select Charlie creek' }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await lookAt(page, 'admin-videos', page.getByText('2 selected'))
  await toDesktop()
  await page.getByLabel('Set status').selectOption('rejected')
  await page.getByRole('button', { name: 'Apply' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 2 videos' })
  await dialog.getByText("Someone else's music or footage").click()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page, '2 videos have the new status.')).toBeVisible()
  for (const id of ids.slice(1)) await expect.poll(() => statusOf(id)).toBe('rejected')

  await page.getByLabel('Status', { exact: true }).selectOption('rejected')
  await expect(page.getByRole('checkbox', { name: /^Select [A-Z]/ })).toHaveCount(2)
  await page.getByLabel('Status', { exact: true }).selectOption('')
})

test('a status that somebody else changed first shows a message', async () => {
  const row = page.getByRole('listitem').filter({ hasText: 'Alpha wash' })
  await expect(row).toBeVisible()
  const changed = await page.request.patch(`${base()}/api/admin/videos/${ids[0]}/status`, {
    data: { status: 'pending' },
    headers: { origin: base() },
  })
  expect(changed.status()).toBe(200)
  await page.getByLabel('Status of Alpha wash').selectOption('published')
  await expect(toastOf(page, 'Failed to update video status. Please try again.')).toBeVisible()
  await expect(row.getByRole('alert')).not.toBeEmpty()
  expect(await statusOf(ids[0])).toBe('pending')
})

test('a published video is hidden and shown again, and its history lists both', async () => {
  await closeToast(page)
  await page.reload()
  await page.getByLabel('Status of Alpha wash').selectOption('published')
  await expect(toastOf(page, 'Video Updated')).toBeVisible()
  await page.getByRole('button', { name: 'Details: Alpha wash' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alpha wash' })
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(toastOf(page, 'Video hidden')).toBeVisible()
  await expect(dialog.getByText(/hid the video/)).toBeVisible()
  await lookAt(page, 'admin-video-history', dialog)
  await toDesktop()
  await dialog.getByRole('button', { name: 'Unhide' }).click()
  await expect(toastOf(page, 'Video unhidden')).toBeVisible()
  await expect(dialog.getByText(/from pending review to published/)).toBeVisible()
  await closeToast(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('suspending an account ends its sessions and says why, until the suspension is lifted', async () => {
  await tab('Users').click()
  await page.getByRole('searchbox').fill('admin.rider')
  await page.getByRole('button', { name: `Details: ${email}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Check milestones' }).click()
  await expect(toastOf(page, 'Milestones checked')).toBeVisible()
  await page.route('**/check-milestones', route => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await dialog.getByRole('button', { name: 'Check milestones' }).click()
  await expect(toastOf(page, 'Milestone Check Failed')).toBeVisible()

  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('Enter a reason, in a sentence.')).toBeVisible()
  await dialog.getByLabel('Reason').fill("Other people's footage, three times.")
  await lookAt(page, 'admin-suspend', dialog)
  await toDesktop()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(toastOf(page, 'Account suspended')).toBeVisible()
  await expect(dialog.getByText("Other people's footage, three times.")).toBeVisible()
  await expect(dialog.getByText(/suspended the account/)).toBeVisible()
  expect((await rider.request.get(`${base()}/api/videos/my`)).status()).toBe(401)

  await dialog.getByRole('button', { name: 'End suspension' }).click()
  await expect(toastOf(page, 'Suspension ended')).toBeVisible()
  const users = (await (
    await page.request.get(`${base()}/api/admin/users?search=admin.rider`)
  ).json()) as AdminUser[]
  expect(users[0]?.suspendedAt).toBeNull()
})

test('payouts and settings', async () => {
  await page.goto(`${base()}/admin?tab=payouts`)
  await expect(page.getByText('No payouts yet')).toBeVisible()
  await tab('Settings').click()
  for (const text of ['Trailcut', '70', '$50.00', 'Operational'])
    await expect(page.getByRole('definition').getByText(text, { exact: true })).toBeVisible()
  await lookAt(page, 'admin-settings')
  await toDesktop()
})

test('the audit log is filtered, opened and downloaded', async () => {
  await page.goto(`${base()}/admin`)
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  await expect(activity.getByText(/suspended the account/).first()).toBeVisible()
  await activity.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await page.getByLabel('Action').fill('video.hide')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries).toHaveCount(1)
  await entries.first().locator('summary').click()
  await expect(entries.first().getByText('Before')).toBeVisible()
  await lookAt(page, 'admin-audit', entries.first())
  await toDesktop()
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const file = await (await waiting).path()
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('video.hide')
})
