import { sql } from 'kysely'
import { api } from '#contract/paths.ts'
import { unapprovedSharesPerDay } from '#contract/sharing/reasons.ts'
import { signInTo } from '../accounts.ts'
import { expect, type Locator, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { picture } from '../screens/looks.ts'
import { serverDatabase } from '../server-database.ts'
import { base, expectSound, lookAt, signInByProvider, userIdOf } from '../support.ts'
import { openRide, section, untilRendered } from '../videos/reels-support.ts'
import { serveFrame, stranger } from './sharing-support.ts'

runOnOwnServer()

/** In order: a reel's link is turned on, played by strangers, limited, turned off, reported and taken down. */
test.describe.configure({ mode: 'serial' })

let rider: Page
let videoId = ''
let url = ''
const title = 'Slickrock at noon'

test.beforeAll(async ({ browser }) => {
  rider = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signInTo(rider, 'reel.rider@trailcut.example')
  videoId = await addReadyVideo('long', await userIdOf(rider), title)
})

test.afterAll(() => rider.context().close())

const reelSwitch = () => section(rider).getByRole('switch', { name: 'Share this clip by link' })
const address = () => section(rider).getByRole('textbox', { name: 'Link' })
async function openSharing(): Promise<void> {
  await openRide(rider, videoId)
  await section(rider).getByRole('button', { name: 'Share', exact: true }).click()
  await expect(reelSwitch()).toBeVisible()
}
const player = (page: Pick<Page, 'getByLabel'>) => page.getByLabel(`Clip of ${title}`)
const timeOf = (video: Locator) => video.evaluate((one: HTMLVideoElement) => one.currentTime)
const play = (video: Locator) => video.evaluate((one: HTMLVideoElement) => one.play())

test('a rider makes a reel by one tap and turns on its link', async () => {
  await openRide(rider, videoId)
  await section(rider).getByRole('button', { name: 'Best 15 s, vertical' }).click()
  await untilRendered(rider)
  await openSharing()
  await expect(section(rider).getByText('Only you and our staff can watch this clip.')).toBeVisible()
  await reelSwitch().click()
  await expect(address()).toHaveValue(new RegExp(`^${base()}/s/[0-9a-f]{32}$`))
  url = await address().inputValue()
  await expect(section(rider).getByText(/100 people a day can open the link/)).toBeVisible()
  await lookAt(rider, 'reel-share-link', address())
})

test('a signed-out browser plays it on phone and desktop', async ({ browser }) => {
  for (const look of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const page = await stranger(browser, look)
    const answer = await page.goto(url)
    expect(answer?.headers()['x-robots-tag']).toBe('noindex')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await play(player(page))
    await expect.poll(() => timeOf(player(page))).toBeGreaterThan(0.3)
    await player(page).evaluate((video: HTMLVideoElement) => video.pause())
    // Upright, and whole on the screen.
    const box = await player(page).boundingBox()
    expect(box?.height).toBeLessThanOrEqual(look.height)
    if (look.width === 390) await lookAt(page, 'shared-reel', player(page))
    await page.context().close()
  }
})

test('it starts at a given second, and at the beginning for one past its end', async ({ browser }) => {
  const page = await stranger(browser, { width: 390, height: 844 })
  await page.goto(`${url}?t=2.5`)
  await expect(player(page)).toHaveAttribute('src', /#t=2\.5$/)
  await play(player(page))
  await expect.poll(() => timeOf(player(page))).toBeGreaterThan(2.5)
  for (const wrong of ['600', '-1', 'soon']) {
    await page.goto(`${url}?t=${wrong}`)
    await expect(player(page)).toHaveAttribute('src', /\/[^#]+$/)
  }
  await page.context().close()
})

test("it plays in another site's frame, which finds it by oEmbed", async ({ browser }) => {
  const page = await stranger(browser, { width: 1440, height: 900 })
  await page.goto(url)
  const found = await page.locator('link[type="application/json+oembed"]').getAttribute('href')
  const told = (await (await page.request.get(found ?? '')).json()) as {
    html: string
    width: number
    height: number
  }
  expect(told.width).toBeLessThan(told.height)
  expect(told.html).toContain(`src="${url}/embed"`)
  const elsewhere = await serveFrame(`${url}/embed?t=2`)
  await page.goto(elsewhere.address)
  const video = player(page.frameLocator('iframe'))
  await play(video)
  await expect.poll(() => timeOf(video)).toBeGreaterThan(2)
  await picture(page, 'shared-reel-embed')
  await page.context().close()
  await elsewhere.stop()
})

test('once enough people have opened it today, it says so until tomorrow', async ({ browser }) => {
  const db = serverDatabase()
  await sql`insert into share_viewers (link_id, day, network, viewer)
    select id, (now() at time zone 'utc')::date, 'network ' || n, 'viewer ' || n from share_links, generate_series(1, ${unapprovedSharesPerDay}) n
    where token = ${new URL(url).pathname.split('/')[2]}`.execute(db)
  const context = await browser.newContext({
    userAgent: 'Another browser',
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'This link is busy today' })).toBeVisible()
  await lookAt(page, 'shared-reel-full')
  await db.updateTable('videos').set({ status: 'approved' }).where('id', '=', videoId).execute()
  await page.goto(url)
  await play(player(page))
  await expect.poll(() => timeOf(player(page))).toBeGreaterThan(0.3)
  await context.close()
})

test('turned off, it is gone, also in frames', async ({ browser }) => {
  await openSharing()
  await expect(section(rider).getByText(/^Opened by [\d,]+ (person|people)\. /)).toBeVisible()
  await reelSwitch().click()
  await expect(address()).toBeHidden()
  const page = await stranger(browser, { width: 390, height: 844 })
  for (const gone of [url, `${url}/embed`]) {
    expect((await page.goto(gone))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'This link is gone' })).toBeVisible()
    await expectSound(page, 'shared-reel-gone')
  }
  expect((await page.request.get(`${base()}${api.oembed}?url=${encodeURIComponent(url)}`)).status()).toBe(404)
  await page.context().close()
})

test('it can be reported, and staff take it down', async ({ browser }) => {
  await openSharing()
  await reelSwitch().click()
  await expect(address()).toBeVisible()
  const next = await address().inputValue()
  expect(next).not.toBe(url)
  const page = await stranger(browser, { width: 390, height: 844 })
  await page.goto(next)
  await page.getByRole('button', { name: 'Report this video' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this video' })
  await dialog.getByLabel('It shows me or my property without consent').check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Report Sent').first()).toBeVisible()

  const staff = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signInByProvider(staff, 'moderator@trailcut.example')
  await staff.goto(`${base()}/admin/share-reports`)
  await expect(staff.getByText(title)).toBeVisible()
  await lookAt(staff, 'reel-share-reports', staff.getByText(title))
  await staff.getByRole('button', { name: 'Take link down' }).click()
  await expect(staff.getByText('Taken down', { exact: true })).toBeVisible()
  await staff.context().close()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link is gone' })).toBeVisible()
  await page.context().close()
  await openSharing()
  await expect(reelSwitch()).toBeDisabled()
})
