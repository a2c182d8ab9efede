import { signInTo } from '../accounts.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { picture } from '../screens/looks.ts'
import { serverDatabase } from '../server-database.ts'
import { base, expectSound, lookAt, signInByProvider, userIdOf } from '../support.ts'
import { serveFrame, stranger } from './sharing-support.ts'

runOnOwnServer()

/** In order: one video's link is turned on, seen by strangers, reported and taken down. */
test.describe.configure({ mode: 'serial' })

let rider: Page
let videoId = ''
let url = ''
const title = 'Ridge loop'

test.beforeAll(async ({ browser }) => {
  rider = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await rider.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInTo(rider, 'sharing.rider@trailcut.example')
  videoId = await addReadyVideo('short', await userIdOf(rider), title)
})

test.afterAll(() => rider.context().close())

async function openDetails(): Promise<void> {
  await rider.goto(`${base()}/?video=${videoId}`)
  // What the page of the video has under its player.
  const dialog = rider.getByRole('dialog', { name: title })
  await expect(dialog.getByRole('slider', { name: /^Excitement over/ })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Download' })).toBeVisible()
  for (const name of ['Make a reel', 'Edit']) await expect(dialog.getByRole('button', { name })).toBeVisible()
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
}
const shareSwitch = () => rider.getByRole('switch', { name: 'Share this video by link' })
const address = () => rider.getByRole('textbox', { name: 'Link' })

/** The rider chooses a name, and shows the public page. */
async function chooseNames(): Promise<void> {
  const userId = await userIdOf(rider)
  const db = serverDatabase()
  await db
    .updateTable('users')
    .set({ first_name: 'Sam', last_name: 'Reyes' })
    .where('id', '=', userId)
    .execute()
  await db.insertInto('rider_pages').values({ user_id: userId, name: 'ridge-sam', shown: true }).execute()
}

test('a rider turns on a link, copies it and sees its QR code', async () => {
  await openDetails()
  await expect(rider.getByText('Only you and our staff can watch this video.')).toBeVisible()
  await shareSwitch().click()
  await expect(address()).toHaveValue(new RegExp(`^${base()}/s/[0-9a-f]{32}$`))
  url = await address().inputValue()
  await rider.getByRole('button', { name: 'Copy link' }).click()
  await expect(rider.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await rider.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await rider.getByRole('button', { name: 'Show QR code' }).click()
  await expect(rider.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await rider.getByRole('img', { name: 'QR code of the link' }).scrollIntoViewIfNeeded()
  await lookAt(rider, 'share-link', address())
})

test("a signed-out browser plays it on phone and desktop, and from a given second in another site's frame", async ({
  browser,
}) => {
  for (const look of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const named = look.width === 1440
    if (named) await chooseNames()
    const page = await stranger(browser, look)
    const answer = await page.goto(url)
    expect(answer?.headers()['x-robots-tag']).toBe('noindex')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    // It names nobody who chose no name.
    const facts = page
      .getByRole('paragraph')
      .filter({ hasText: named ? /^by Sam Reyes · 0:\d\d$/ : /^0:\d\d$/ })
    await expect(facts).toBeVisible()
    if (named)
      await expect(facts.getByRole('link', { name: 'by Sam Reyes' })).toHaveAttribute('href', '/r/ridge-sam')
    await page.getByRole('button', { name: `Play: ${title}` }).click()
    const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    await expect.poll(time).toBeGreaterThan(0.3)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const highlights = page.getByRole('region', { name: 'Highlights' }).getByRole('button')
    await highlights.last().click()
    const start = ((await highlights.last().textContent()) ?? '').slice(0, 4).split(':')
    await expect.poll(time).toBeGreaterThan(Number(start[0]) * 60 + Number(start[1]) - 0.5)
    await expect(page.getByRole('slider', { name: /^Excitement over 0:20/ })).toBeVisible()
    await expect(page.getByText('Longest airtime')).toBeVisible()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    if (named) await lookAt(page, 'shared-page', page.getByRole('heading', { name: title }))
    expect(await page.context().cookies()).toEqual([])
    await page.context().close()
  }
  const elsewhere = await serveFrame(`${url}/embed?t=7`)
  const page = await stranger(browser, { width: 1440, height: 900 })
  await page.goto(elsewhere.address)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: `Play: ${title}` }).click()
  await expect
    .poll(() => frame.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(7)
  await picture(page, 'shared-embed')
  await page.context().close()
  await elsewhere.stop()
})

test('opening the link is counted, and once turned off, it says so', async ({ browser }) => {
  await openDetails()
  await expect(
    rider.getByText(/^Opened by \d (person|people)\. These views don't earn money\./),
  ).toBeVisible()
  await shareSwitch().click()
  await expect(rider.getByText('Link Turned Off').first()).toBeVisible()
  await expect(address()).toBeHidden()
  const page = await stranger(browser, { width: 390, height: 844 })
  expect((await page.goto(url))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This link is gone' })).toBeVisible()
  await lookAt(page, 'shared-gone')
  await page.goto(`${url}/embed`)
  await expect(page.getByRole('heading', { name: 'This link is gone' })).toBeVisible()
  await expectSound(page, 'shared-embed-gone')
  await page.context().close()
})

test('a single clip gets its own link on the video page', async ({ browser }) => {
  await rider.goto(`${base()}/v/${videoId}`)
  const openShare = () => rider.getByRole('button', { name: 'Share', exact: true }).click()
  await openShare()
  await expect(shareSwitch()).not.toBeChecked()
  await rider.keyboard.press('Escape')
  await rider.getByRole('tab', { name: /Highlights/ }).click()
  await rider
    .getByRole('button', { name: /^Preview: / })
    .first()
    .click()
  const clipSwitch = rider.getByRole('switch', { name: 'Share this clip by link' })
  await clipSwitch.click()
  const ofClip = await address().inputValue()
  await openShare()
  await expect(shareSwitch()).not.toBeChecked()
  await rider.keyboard.press('Escape')
  const page = await stranger(browser, { width: 390, height: 844 })
  await page.goto(ofClip)
  const clip = page.getByLabel(`Clip of ${title}`)
  await clip.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => clip.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.3)
  await lookAt(page, 'shared-clip', clip)
  await page.context().close()
  await openShare()
  await lookAt(rider, 'video-page-sharing', shareSwitch())
})

test('a report reaches staff, who take the link down, and the rider is notified', async ({ browser }) => {
  // A staff member who joins later sees the list, but got no notification.
  const staff = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signInByProvider(staff, 'moderator@trailcut.example')
  await openDetails()
  await shareSwitch().click()
  await expect(address()).toBeVisible()
  const next = await address().inputValue()
  expect(next).not.toBe(url)
  const page = await stranger(browser, { width: 390, height: 844 })
  await page.goto(next)
  await page.getByRole('button', { name: 'Report this video' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this video' })
  await dialog.getByLabel('It shows me or my property without consent').check()
  await dialog.getByLabel('Tell us more (optional)').fill('That is my truck, with its plate.')
  await lookAt(page, 'share-report', dialog)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Report Sent').first()).toBeVisible()

  await staff.goto(`${base()}/inbox`)
  await expect(staff.getByText(`The shared video '${title}' was reported`)).toBeVisible()
  await staff.getByRole('link', { name: `Open: The shared video '${title}' was reported` }).click()
  await expect(staff.getByText('That is my truck, with its plate.')).toBeVisible()
  await lookAt(staff, 'share-reports', staff.getByText('That is my truck, with its plate.'))
  await staff.getByRole('button', { name: 'Take link down' }).click()
  await expect(staff.getByText('Link Taken Down').first()).toBeVisible()
  await expect(staff.getByText('Taken down', { exact: true })).toBeVisible()
  await staff.context().close()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link is gone' })).toBeVisible()
  await page.context().close()
  await openDetails()
  await expect(rider.getByText("Our staff took this video down, so you can't share it.")).toBeVisible()
  await expect(shareSwitch()).toBeDisabled()
  await rider.goto(`${base()}/inbox`)
  await expect(rider.getByText(`The share link of '${title}' was taken down`)).toBeVisible()
})
