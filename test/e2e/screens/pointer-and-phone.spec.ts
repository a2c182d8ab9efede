import { signInTo } from '../accounts.ts'
import { expect, type Locator, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { base, signUp, userIdOf } from '../support.ts'
import { everyLook, picture, setLook, settled } from './looks.ts'

runOnOwnServer()

/** Mouse and touch in dialogs, tabs and lists, mostly on phones. */
const phone = { width: 390, height: 844 }
const title = 'Jumping a gully by a quarry'

/** Saves pictures of the screen on phone and desktop, light and dark. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const look of everyLook) {
    await setLook(page, look)
    await picture(page, `${name}-${look.width}-${look.colorScheme}`)
  }
}

/** The elements with a visible outline. */
const outlined = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(element => getComputedStyle(element).outlineStyle !== 'none')
      .map(element => element.textContent),
  )

/** Whether nothing covers the middle of an element. */
const inSight = (target: Locator) =>
  target.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test('in a video dialog, player keys work after a click anywhere, and the title is not clipped', async ({
  page,
}) => {
  await signUp(page, 'pointer.player@trailcut.example')
  const id = await addReadyVideo('large', await userIdOf(page), title)
  await page.goto(`${base()}/?video=${id}`)
  const dialog = page.getByRole('dialog', { name: title })
  const video = dialog.locator('video')
  const paused = () => video.evaluate((element: HTMLVideoElement) => element.paused)
  const muted = () => video.evaluate((element: HTMLVideoElement) => element.muted)
  await expect(dialog.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await pictures(page, 'dialog-title')
  await page.setViewportSize({ width: 1440, height: 900 })
  // Compare each line of the title, including ascenders and descenders, with the box that clips it.
  const cut = await dialog.getByRole('heading', { name: title }).evaluate(heading => {
    const text = document.createRange()
    text.selectNodeContents(heading)
    return text.getBoundingClientRect().bottom - heading.getBoundingClientRect().bottom
  })
  expect(cut).toBeLessThanOrEqual(0)

  const box = (await video.boundingBox()) as { x: number; y: number; width: number; height: number }
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect.poll(paused).toBe(false)
  await page.keyboard.press('Space')
  await expect.poll(paused).toBe(true)
  await page.mouse.click(box.x + 20, box.y + 20)
  await expect.poll(paused).toBe(false)
  await page.keyboard.press('k')
  await expect.poll(paused).toBe(true)
  await dialog.getByText('Uploaded', { exact: true }).click()
  await page.keyboard.press('m')
  await expect.poll(muted).toBe(true)
})

test('in the AI dialog, player keys work after a click beside the player', async ({ page }) => {
  await signUp(page, 'pointer.panel@trailcut.example')
  const id = await addReadyVideo('short', await userIdOf(page), title)
  await page.goto(`${base()}/?ai=${id}`)
  const dialog = page.getByRole('dialog', { name: `AI Enhancement - ${title}` })
  await dialog.getByRole('button', { name: 'Play', exact: true }).first().click()
  const video = dialog.locator('video')
  const paused = () => video.evaluate((element: HTMLVideoElement) => element.paused)
  await expect.poll(paused).toBe(false)
  await dialog.getByRole('heading', { name: 'AI Video Enhancement' }).click()
  await page.keyboard.press('Space')
  await expect.poll(paused).toBe(true)
  await page.keyboard.press('k')
  await expect.poll(paused).toBe(false)
})

test('a tab has no outline when clicked, and one when reached by keyboard', async ({ page }) => {
  await signUp(page, 'pointer.tabs@trailcut.example')
  const id = await addReadyVideo('bare', await userIdOf(page), title)
  for (const [path, first, next] of [
    ['/earnings', 'Transactions', 'Payouts'],
    [`/?ai=${id}`, /^Highlights/, 'Status'],
  ] as const) {
    await page.goto(base() + path)
    await page.getByRole('tab', { name: first }).click()
    await expect(page.getByRole('tab', { name: first })).toHaveAttribute('aria-selected', 'true')
    expect(await outlined(page), `${path}: after a press`).toEqual([])
    await page.getByRole('tab', { name: next }).click()
    expect(await outlined(page), `${path}: after another press`).toEqual([])
    await page.keyboard.press('ArrowLeft')
    expect(await outlined(page), `${path}: after a key`).toHaveLength(1)
  }
})

test('the payout threshold labels only its own field', async ({ page }) => {
  await signInTo(page, 'pointer.money@trailcut.example', '/earnings?tab=settings')
  await expect(page.getByRole('progressbar', { name: 'Progress toward your next payout' })).toBeVisible()
  await expect(page.getByLabel('Payout threshold')).toHaveCount(1)
})

test('a phone shows all five Publishing tabs', async ({ page }) => {
  await signInTo(page, 'admin@trailcut.example', '/publishing')
  const tabs = page.getByRole('tablist', { name: 'Publishing' })
  await expect(tabs).toBeVisible()
  await pictures(page, 'publishing-tabs')
  await page.setViewportSize(phone)
  // Until the font has loaded, another one is in its place, which may be wider.
  await settled(page)
  expect(await tabs.evaluate(list => list.scrollWidth - list.clientWidth)).toBe(0)
})

test('a phone shows the Upload button once a file is chosen', async ({ page }) => {
  await signInTo(page, 'pointer.upload@trailcut.example', '/upload')
  await page.setViewportSize(phone)
  const ride = { name: 'ride.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(4096) }
  await page.setInputFiles('input[type=file]', ride)
  const button = page.getByRole('button', { name: 'Upload Video' })
  await expect(button).toBeVisible()
  await expect(page.getByText('Looking', { exact: false })).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(() => inSight(button)).toBe(true)
  await pictures(page, 'upload-chosen')
})

test('a phone shows a badge for every highlight on the timeline', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto(`${base()}/ui`)
  const timeline = page.getByRole('region', { name: 'Highlight timeline' })
  for (const score of ['82', '95', '74', '61'])
    await expect(timeline.getByText(score, { exact: true })).toHaveCount(3)
  await timeline.scrollIntoViewIfNeeded()
  await pictures(page, 'timeline-badges')
})
