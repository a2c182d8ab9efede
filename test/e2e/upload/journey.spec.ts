import { baseRatePerView, creatorShare } from '#contract/constants.ts'
import type { Publication } from '#contract/publishing/publications.ts'
import type { Video } from '#contract/videos.ts'
import { ride } from '../../media/ride.ts'
import { choose, expectToast } from '../accounts.ts'
import { type Browser, expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { checkBooks, countNow, dueNow, setUpPayouts, untilLive } from '../money/support.ts'
import { orderAt } from '../publishing/publishing-support.ts'
import { expectPlaying, openAsStaff, toastOf } from '../staff/staff-support.ts'
import { base, expectSound, signInStaff } from '../support.ts'

/** The whole product, used by three people in three browsers: from a file to a payout. */
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const title = 'Dunes at sunrise'
const titleOnYoutube = 'Sunrise over the dunes'
const email = 'journey.rider@trailcut.example'

let rider: Page
let moderator: Page
/** An admin who watches the published video; to the platform they are just a viewer. */
let third: Page
/** The link to watch the video, as its rider sees it. */
const links = { youtube: '', tiktok: '' }

const openBrowser = async (browser: Browser): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.setDefaultTimeout(30_000)
  return page
}
// Payouts of $25 and more need a second person.
runOnOwnServer({ PAYOUT_APPROVAL_FROM: '25' })
test.beforeAll(async ({ browser }) => {
  rider = await openBrowser(browser)
  moderator = await openBrowser(browser)
  third = await openBrowser(browser)
  // A status check during TikTok's review would only be repeated minutes later.
  const admin = await openAsStaff(browser, 'admin')
  await orderAt(admin, 'tiktok', 'delays', { moderation: 0 })
  await admin.context().close()
})
test.afterAll(async () => {
  for (const page of [rider, moderator, third]) await page?.context().close()
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
/** One of the four figures at the top of the rider's earnings. */
const figure = (name: string) =>
  rider.locator('main dl').first().locator('div', { hasText: name }).locator('dd')
const numberIn = (text: string | null) => Number((text ?? '').replaceAll(/[^\d.]/g, ''))
const openBell = (page: Page) => page.getByRole('button', { name: /^Notifications/ }).click()
const rowOf = (platform: string) =>
  moderator.getByRole('listitem').filter({ hasText: new RegExp(`${platform} · `) })

/** The rider's earnings once the platforms' counts have been fetched, which a job does periodically. */
async function untilEarnings(check: () => Promise<void>): Promise<void> {
  await countNow()
  await rider.goto(`${base()}/earnings`)
  await expect(async () => {
    await rider.reload()
    await expect(figure('Total Views')).toHaveText(/\d/)
    await check()
  }).toPass({ timeout: 90_000 })
}

/** Presses play on a platform's page and watches until the visit counts as a view. */
async function watch(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.locator('[data-views]')).toHaveText('0')
  const video = page.locator('video')
  await video.click()
  await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.currentTime)).toBeGreaterThan(1)
  await expect(page.locator('[data-views]')).toHaveText('1')
}

test('a rider uploads a ride and reads the results of its analysis', async () => {
  await rider.goto(`${base()}/api/login?returnTo=/upload`)
  await choose(rider, email, { name: 'Robin Vega' })
  await rider.waitForURL(`${base()}/upload`)
  await rider.setInputFiles('input[type=file]', await ride({ telemetry: true, seconds: 40 }))
  await rider.getByLabel('Title').fill(title)
  await rider.getByRole('button', { name: /^upload/i }).click()
  await expect(rider.getByRole('heading', { name: 'Upload complete' })).toBeVisible()

  // The analysis appears next to the player without a reload.
  const highlights = rider.getByRole('tabpanel', { name: /^Highlights/ }).getByRole('listitem')
  await expect(highlights.first()).toBeVisible({ timeout: 120_000 })
  await expect(highlights.first()).toContainText(/\d+%excitement/)
  await expect(highlights.first()).toContainText(/\d+:\d\d-\d+:\d\d/)
  await rider.goto(base())
  await expect(rider.getByText('Pending Review').first()).toBeVisible()
})

test('a moderator reviews it, edits the texts and approves, and the rider sees it at once', async () => {
  await signInStaff(moderator, 'moderator')
  await moderator
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Review/ })
    .click()
  await moderator.getByRole('link', { name: new RegExp(title) }).click()
  const preview = moderator.getByRole('button', { name: /^Preview: / }).first()
  await preview.click()
  await expectPlaying(moderator, /^Clip: /)
  await moderator
    .getByRole('button', { name: /^Approve: / })
    .first()
    .click()
  await expect(toastOf(moderator, 'Highlight approved successfully')).toBeVisible()
  await tab(moderator, 'Metadata').click()
  await moderator.getByLabel('Title').first().fill(titleOnYoutube)
  await moderator.getByRole('button', { name: 'Save metadata' }).click()
  await expect(toastOf(moderator, 'Metadata Saved')).toBeVisible()
  await moderator.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(toastOf(moderator, 'Video approved')).toBeVisible()

  // The rider's page has stayed open, without a reload.
  await openBell(rider)
  await expect(rider.getByText(`Your video '${title}' was selected`)).toBeVisible()
  await expect(rider.getByText(`A clip of '${title}' was selected`)).toBeVisible()
})

test('scheduled on three platforms, it waits and is published on time', async () => {
  // Nothing is published yet: the viewer finds the platform empty.
  await third.goto(`${base()}/sandbox`)
  await third
    .locator('section', { has: third.getByRole('heading', { name: 'YouTube' }) })
    .getByRole('link')
    .click()
  await expect(third.getByText('Nothing was published yet.')).toBeVisible()

  await moderator.getByRole('button', { name: /account menu$/ }).click()
  await moderator.getByRole('menuitem', { name: 'Publishing' }).click()
  await moderator.getByRole('button', { name: 'Schedule Publishing' }).click()
  const dialog = moderator.getByRole('dialog', { name: 'Schedule Publishing' })
  await dialog.getByRole('radio', { name: `${title} · Robin`, exact: true }).check()
  for (const name of ['YouTube', 'YouTube Shorts', 'TikTok'])
    await dialog.getByRole('checkbox', { name, exact: true }).check()
  await dialog.getByLabel('Custom schedule').fill('in 1 hour')
  await expect(dialog.getByText('As chosen.')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(toastOf(moderator, 'Publishing Scheduled')).toBeVisible()
  await expect(dialog).toBeHidden()

  await tab(moderator, 'Calendar').click()
  await expect(moderator.getByRole('listitem').filter({ hasText: titleOnYoutube })).toHaveCount(2)
  await tab(moderator, 'Queue').click()
  for (const name of ['YouTube', 'YouTube Shorts', 'TikTok'])
    await expect(rowOf(name).getByText('Scheduled', { exact: true })).toBeVisible()
  await third.reload()
  await expect(third.getByText('Nothing was published yet.')).toBeVisible()

  await dueNow()
  // The page updates without a reload.
  for (const name of ['YouTube', 'YouTube Shorts', 'TikTok']) {
    await untilLive(() =>
      expect(rowOf(name).getByText('Published', { exact: true })).toBeVisible({ timeout: 500 }),
    )
    await expect(rowOf(name).getByRole('link', { name: `Watch on ${name}` })).toBeVisible()
  }
  await expectSound(moderator, 'queue of what is published')
  const answer = await moderator.request.get(`${base()}/api/publishing/publications`)
  for (const { startedAt, scheduledFor } of (await answer.json()) as Publication[])
    expect(Date.parse(startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(scheduledFor))
})

test('the rider follows it in the platform grid and the bell, with the same link', async () => {
  await rider.reload()
  await rider.getByRole('button', { name: `View Details: ${title}` }).click()
  const dialog = rider.getByRole('dialog', { name: title })
  const grid = dialog.getByRole('group', { name: 'Distribution' }).getByRole('listitem')
  const linkOf = async (short: string) =>
    (await grid.filter({ hasText: short }).getByRole('link', { name: 'Published' }).getAttribute('href')) ??
    ''
  await expect(grid.filter({ hasText: 'YT' }).getByRole('link', { name: 'Published' })).toBeVisible()
  links.youtube = await linkOf('YT')
  links.tiktok = await linkOf('TT')
  await expect(grid.getByText('Not Published')).toHaveCount(2)
  await expect(region(rider, 'Revenue')).toContainText('$0.00')
  await expectSound(rider, 'details of a published video')
  await rider.keyboard.press('Escape')

  await openBell(rider)
  const bellEntry = (platform: string) =>
    rider.getByRole('link', { name: `Open: '${title}' is live on ${platform}`, exact: true })
  await expect(bellEntry('YouTube')).toHaveAttribute('href', links.youtube)
  await expect(bellEntry('TikTok')).toHaveAttribute('href', links.tiktok)
  await expect(bellEntry('YouTube Shorts')).toBeVisible()
})

test('a viewer watches it on both platforms, and each playback is one view', async () => {
  await watch(third, links.tiktok)
  await watch(third, links.youtube)
  await expect(third.getByRole('heading', { name: titleOnYoutube })).toBeVisible()
  await third.reload()
  await expect(third.locator('[data-views]')).toHaveText('1')
  await expect(third.getByText('Only what is played here counts.')).toBeVisible()
})

test('the real views are counted and earn the amount the rider sees', async () => {
  await untilEarnings(() => expect(figure('Total Views')).toHaveText('2', { timeout: 2000 }))
  const [video] = (await (await rider.request.get(`${base()}/api/videos/my-detailed`)).json()) as Video[]
  const multiplier = 1 + 2 * (video?.aiViralPotentialScore ?? 0)
  expect(multiplier).toBeGreaterThan(1)
  const perView = baseRatePerView * multiplier * creatorShare
  expect(Math.abs(numberIn(await figure('Total Earnings').textContent()) - 2 * perView)).toBeLessThan(0.006)
  await tab(rider, 'Transactions').click()
  for (const platform of ['YouTube', 'TikTok']) {
    const sentence = rider.getByText(
      new RegExp(`^1 public view of “${title}” on ${platform} at \\$0\\.05 × `),
    )
    const [, , gross = '', share = ''] =
      /× ([\d.]+) for .* came to \$([\d.]+), of which your 70% is \$([\d.]+)\.$/.exec(
        (await sentence.textContent()) ?? '',
      ) ?? []
    expect(Math.abs(Number(gross) - baseRatePerView * multiplier)).toBeLessThan(0.006)
    expect(Math.abs(Number(share) - perView)).toBeLessThan(0.006)
  }
  await expect(rider.getByRole('button', { name: 'Request Payout' })).toBeDisabled()

  await moderator.goto(`${base()}/publishing?tab=analytics`)
  await expect(
    region(moderator, 'TikTok').locator('dl > div', { hasText: 'Views' }).locator('dd'),
  ).toHaveText('1')
})

test('a simulated audience, turned on afterwards, lifts the balance over the threshold', async () => {
  await third.getByRole('button', { name: 'Switch it on' }).click()
  await expect(third.getByText('Of these views 1 were played here; the others are simulated.')).toBeVisible()
  // Five months pass on the platform, enough even for an unpopular post.
  const passed = await third.request.post(`${new URL(links.youtube).origin}/control/clock`, {
    data: { hours: 3600 },
  })
  expect(passed.ok()).toBe(true)
  await third.reload()
  expect(numberIn(await third.locator('[data-views]').textContent())).toBeGreaterThan(600)

  const views = async () => numberIn(await figure('Total Views').textContent())
  await untilEarnings(async () => expect(await views()).toBeGreaterThan(1200))
  const [video] = (await (await rider.request.get(`${base()}/api/videos/my-detailed`)).json()) as Video[]
  const perView = baseRatePerView * (1 + 2 * (video?.aiViralPotentialScore ?? 0)) * creatorShare
  const pending = numberIn(await figure('Pending Earnings').textContent())
  expect(Math.abs(pending - (await views()) * perView)).toBeLessThan(0.01)
  expect(video?.views).toBe(await views())

  await tab(rider, 'Settings').click()
  const threshold = rider.getByRole('spinbutton', { name: 'Payout Threshold' })
  await threshold.fill('25')
  await threshold.blur()
  await expectToast(rider, 'Preferences Updated', 'Your payout preferences have been saved.')
  await expect(region(rider, 'Payout Progress')).toContainText('of $25.00100%')
})

test('the rider requests the money, a second person approves it, and it is paid', async () => {
  await setUpPayouts(rider)
  const amount = (await figure('Pending Earnings').textContent()) ?? ''
  await rider.getByRole('button', { name: 'Request Payout' }).click()
  await expectToast(rider, 'Payout Triggered', 'Your payout has been scheduled for processing.')
  await tab(rider, 'Payouts').click()
  await expect(rider.getByText('A second person checks payouts of this size.')).toBeVisible()

  await signInStaff(third, 'admin')
  await third.goto(`${base()}/admin?tab=payouts`)
  const row = third.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Pending')
  // Payouts are in whole cents; fractions stay in the balance.
  expect(numberIn(amount) - numberIn(await row.locator('p').first().textContent())).toBeLessThan(0.011)
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(toastOf(third, 'Payout approved')).toBeVisible()

  const payout = rider.getByRole('listitem').filter({ hasText: 'at Stripe, which sends it on to your bank' })
  await expect(async () => {
    await rider.reload()
    await tab(rider, 'Payouts').click()
    await expect(payout.getByText('Completed')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(figure('Pending Earnings')).toHaveText(/^\$0\.0[01]$/)
  const net = /(\$[\d,.]+) is at Stripe/.exec((await payout.textContent()) ?? '')?.[1] ?? ''
  await openBell(rider)
  await expect(rider.getByText(`${net} is on its way to you`)).toBeVisible()
  await third.reload()
  await expect(row).toContainText('Completed')
  expect(await checkBooks()).toContain('everything is right')
})
