import { fillWork } from '#test/harness/work.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { look } from '../screens/axe-support.ts'
import { serverDatabase } from '../server-database.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import { openAsRider, openAsStaff } from './staff-support.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

runOnOwnServer()

let moderator: Page
let admin: Page

test.beforeAll(async ({ browser }) => {
  moderator = await openAsStaff(browser, 'moderator')
  admin = await openAsStaff(browser, 'admin')
})
test.afterAll(async () => {
  await moderator.context().close()
  await admin.context().close()
})

const workOf = (page: Page) => page.getByRole('region', { name: 'To do' })

/** Follows a line of the work list from staff's home. */
async function follow(page: Page, line: RegExp): Promise<void> {
  await page.goto(base())
  await workOf(page).getByRole('link', { name: line }).click()
}

test('with nothing to do, staff home says so in one sentence', async () => {
  await moderator.goto(base())
  await expect(workOf(moderator)).toContainText("You're all caught up. Nothing is waiting for a decision.")
  await expect(workOf(moderator).getByRole('link')).toHaveCount(0)
  await lookAt(moderator, 'staff-work-none', workOf(moderator))
})

test('staff home lists what the role may decide, and each line leads to its list', async ({ browser }) => {
  const rider = await openAsRider(browser, 'work.rider@trailcut.example')
  await fillWork(serverDatabase(), await userIdOf(rider))
  await rider.context().close()

  await moderator.goto(base())
  const lines = workOf(moderator).getByRole('listitem')
  await expect(lines).toHaveText([
    /^2Videos to review.*Oldest waits 3 days/,
    /^1Reported video to check.*Oldest waits 2 days/,
    /^1Post that failed.*Oldest waits 4 days/,
    /^1Late post.*Oldest waits 5 days/,
  ])
  await lookAt(moderator, 'staff-work-moderator', lines.first())
  await follow(moderator, /Videos to review/)
  await expect(moderator.getByText('2 to review')).toBeVisible()
  await expect(moderator.getByRole('link', { name: /Waiting ride/ }).first()).toBeVisible()
  await follow(moderator, /Reported video to check/)
  await expect(moderator.getByRole('radio', { name: 'Waiting' })).toBeChecked()
  await expect(moderator.getByRole('article')).toHaveCount(1)
  await look(moderator, moderator.getByRole('article'))
  await follow(moderator, /Post that failed/)
  const state = moderator.getByRole('combobox', { name: 'State' })
  const posts = moderator.getByRole('region', { name: 'Publications' }).getByRole('listitem')
  await expect(state).toHaveValue('failed')
  await expect(posts).toHaveCount(1)
  await follow(moderator, /Late post/)
  await expect(state).toHaveValue('overdue')
  await expect(posts).toHaveCount(1)
})

test('admins also see channels and money', async () => {
  await admin.goto(base())
  const lines = workOf(admin).getByRole('listitem')
  await expect(lines).toHaveCount(9)
  await look(admin, lines.first())
  await lookAt(admin, 'staff-work-admin', lines.first())
  await follow(admin, /to reconnect/)
  await expect(admin.getByRole('button', { name: /^Reconnect/ }).first()).toBeVisible()
  await follow(admin, /Payouts to decide/)
  await expect(admin.getByRole('combobox', { name: 'Status' })).toHaveValue('undecided')
  await expect(admin.getByText(/^3 payouts:/)).toBeVisible()
  await follow(admin, /Disputes to answer/)
  await expect(admin.getByRole('list', { name: 'Disputes' }).getByRole('listitem').first()).toBeVisible()
  await follow(admin, /Fraud warning to answer/)
  await expect(
    admin.getByRole('list', { name: 'Early fraud warnings' }).getByRole('listitem').first(),
  ).toBeVisible()
  await follow(admin, /implausible counts/)
  await expect(admin.getByRole('region', { name: 'Counts on hold' }).getByRole('listitem')).toHaveCount(1)
})

test('a home that cannot load its work says so and tries again', async () => {
  // The count in the navigation asks for the same: which of them asks first depends on whose code is there first.
  await moderator.route('**/api/admin/stats', route => route.fulfill({ status: 500, body: '{}' }))
  await moderator.goto(base())
  await expect(workOf(moderator).getByText("Couldn't load what there is to do")).toBeVisible()
  await moderator.unrouteAll()
  await workOf(moderator).getByRole('button', { name: 'Try again' }).click()
  await expect(workOf(moderator).getByRole('link', { name: /Videos to review/ })).toBeVisible()
})

test('Review carries its count in the navigation, and a decision changes it', async () => {
  const review = moderator.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Review/ })
  for (const width of [1440, 390]) {
    await moderator.setViewportSize({ width, height: 900 })
    await moderator.goto(`${base()}/upload`)
    await expect(review).toHaveAccessibleName('Review 2 videos waiting')
  }
  await moderator.setViewportSize({ width: 1440, height: 900 })
  await review.click()
  await moderator
    .getByRole('link', { name: /Waiting ride/ })
    .first()
    .click()
  await moderator.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(review).toHaveAccessibleName('Review 1 video waiting')

  await admin.setViewportSize({ width: 390, height: 900 })
  await admin.goto(base())
  await admin.getByRole('button', { name: /account menu$/ }).click()
  await expect(admin.getByRole('menuitem', { name: /^AI Highlights/ })).toHaveAccessibleName(
    'AI Highlights 1 video waiting',
  )
  // Five fit a phone's bar; what it has no room for is in the menu there.
  await expect(
    admin.getByRole('navigation', { name: 'Main', includeHidden: true }).last().locator('a'),
  ).toHaveText(['Dashboard', 'Upload', 'Earnings', 'Admin', 'Publishing'])
  await admin.getByRole('menuitem', { name: 'Premium' }).click()
  await expect(admin).toHaveURL(`${base()}/premium`)
  await admin.setViewportSize({ width: 1440, height: 900 })
  await admin.getByRole('button', { name: /account menu$/ }).click()
  await expect(admin.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expect(admin.getByRole('menuitem', { name: 'Premium' })).toBeHidden()
})

test('riders have no count and ask for none', async ({ browser }) => {
  const rider = await openAsRider(browser, 'other.rider@trailcut.example')
  const asked: string[] = []
  rider.on('request', request => asked.push(new URL(request.url()).pathname))
  await rider.goto(base())
  await expect(rider.getByRole('button', { name: 'Notifications' })).toBeVisible()
  await expect(workOf(rider)).toHaveCount(0)
  expect(asked).not.toContain('/api/admin/stats')
  await rider.context().close()
})
