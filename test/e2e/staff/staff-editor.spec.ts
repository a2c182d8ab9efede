import { platforms } from '#contract/platforms/index.ts'
import type { ReviewState } from '#contract/review.ts'
import { choose, holdSignIn, signInTo } from '../accounts.ts'
import { expect, type Locator, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { base, lookAt } from '../support.ts'
import {
  closeToast,
  expectPlaying,
  makeAnalyzed,
  openAsRider,
  openAsStaff,
  toastOf,
} from './staff-support.ts'

runOnOwnServer()

test.describe.configure({ mode: 'serial', timeout: 180_000 })

let id: string
let rider: Page
let page: Page
let editor: Locator

test.beforeAll(async ({ browser }) => {
  rider = await openAsRider(browser, 'editor.rider@trailcut.example')
  id = (await makeAnalyzed(rider, ['Gravel ridge'], 'long'))[0] ?? ''
  page = await openAsStaff(browser, 'admin')
})
test.afterAll(async () => {
  await rider.context().close()
  await page.context().close()
})

const toDesktop = () => page.setViewportSize({ width: 1440, height: 900 })
const review = async (): Promise<ReviewState> =>
  (await page.request.get(`${base()}/api/admin/videos/${id}/review`)).json()
const tab = (name: string) => editor.getByRole('tab', { name })

test('the editor opens from the video list with its four tabs', async () => {
  await page.goto(`${base()}/admin?tab=videos`)
  await page.getByRole('button', { name: 'Details: Gravel ridge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  editor = page.getByRole('dialog', { name: 'Edit - Gravel ridge' })
  for (const name of ['Preview', 'AI Enhancement', 'Editing Tools', 'Publishing'])
    await expect(tab(name)).toBeVisible()
  await expect(editor.getByRole('region', { name: /^Video player/ })).toBeVisible()
  await lookAt(page, 'editor-preview', editor)
  await toDesktop()
})

test('AI Enhancement lists highlights with scores and times, and makes a reel of the selected ones', async () => {
  await tab('AI Enhancement').click()
  const picks = editor.getByRole('checkbox')
  await expect(picks.first()).toBeVisible()
  await expect(editor.getByText('Suggested title')).toBeVisible()
  const add = editor.getByRole('button', { name: /^Create reel/ })
  await expect(add).toBeDisabled()
  await picks.nth(0).check()
  await picks.nth(1).check()
  await lookAt(page, 'editor-ai', editor)
  await toDesktop()
  await page.route('**/add-to-compilation', route => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await add.click()
  await expect(toastOf(page, 'Failed to create the reel')).toBeVisible()
  await add.click()
  await expect(toastOf(page, 'Reel created')).toBeVisible()
  await expect(add).toBeDisabled()
})

test('Editing Tools trims a highlight by keyboard and pointer, then renders and plays it', async () => {
  await closeToast(page)
  await tab('Editing Tools').click()
  const start = editor.getByRole('slider', { name: 'In point' })
  const end = editor.getByRole('slider', { name: 'Out point' })
  const value = async (of: Locator) => Number(await of.getAttribute('aria-valuenow'))
  await expect(start).toBeVisible()
  const before = [await value(start), await value(end)] as const

  await end.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => value(end)).toBeCloseTo(before[1] + 1.1, 0)
  await end.press('ArrowLeft')
  await expect.poll(() => value(end)).toBeCloseTo(before[1] + 1, 0)
  // The player shows the frame at the end being moved.
  const picture = editor.getByRole('region', { name: /^Video player/ }).locator('video')
  await expect
    .poll(() => picture.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeCloseTo(await value(end), 0)

  const grip = await start.boundingBox()
  if (!grip) throw new Error('The in point has no place')
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(grip.x + grip.width / 2 - 20, grip.y + grip.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => value(start)).toBeLessThan(before[0])
  await lookAt(page, 'editor-trim', editor)
  await toDesktop()

  const wanted = [await value(start), await value(end)] as const
  await page.route('**/highlights/*', route => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await editor.getByRole('button', { name: 'Save trim' }).click()
  await expect(toastOf(page, 'Failed to trim highlight')).toBeVisible()
  await editor.getByRole('button', { name: 'Save trim' }).click()
  await expect(toastOf(page, 'Highlight Trimmed')).toBeVisible()
  const [trim] = (await review()).trims
  expect(trim?.start).toBeCloseTo(wanted[0], 1)
  expect(trim?.end).toBeCloseTo(wanted[1], 1)

  await expectPlaying(page, /^Clip: /)
  const length = await page.getByLabel(/^Clip: /).evaluate((video: HTMLVideoElement) => video.duration)
  expect(length).toBeGreaterThan(wanted[1] - wanted[0] - 0.3)
  expect(length).toBeLessThan(wanted[1] - wanted[0] + 0.7)

  await editor.getByRole('button', { name: 'Reset' }).click()
  await expect
    .poll(async () => {
      const [now] = (await review()).trims
      return now ? now.start - now.originalStart + (now.end - now.originalEnd) : 0
    })
    .toBeCloseTo(0, 1)
  await expect(editor.getByRole('button', { name: 'Reset' })).toHaveCount(0)
})

test("some tools say 'Coming soon', and saving notes does nothing", async () => {
  for (const name of ['Clip editor', 'Audio tools', 'Visual editor']) {
    await closeToast(page)
    await editor.getByRole('button', { name }).click()
    await expect(toastOf(page, 'Coming soon')).toBeVisible()
  }
  await closeToast(page)
  const asked: string[] = []
  page.on('request', request => request.method() !== 'GET' && asked.push(request.url()))
  await editor.getByLabel('Editing notes').fill('Cut the first minute.')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await tab('Publishing').click()
  await expect(editor.getByText('Not Published')).toHaveCount(platforms.length)
  expect(asked.filter(url => url.includes(id) && !url.endsWith('/clips'))).toEqual([])
  await lookAt(page, 'editor-publishing', editor)
})

const restricted =
  'Video editing is only available to administrators. As a creator, you can upload videos and view their status.'
const desktop = { viewport: { width: 1440, height: 900 } }

test("a rider who opens the editor sees 'Access Restricted' and nothing of the video", async ({
  browser,
}) => {
  await rider.goto(`${base()}/?tab=previews&edit=${id}`)
  const dialog = rider.getByRole('dialog', { name: 'Edit - Gravel ridge' })
  await expect(dialog.getByText('Access Restricted')).toBeVisible()
  await expect(dialog.getByText(restricted)).toBeVisible()
  await expect(dialog.getByRole('tab')).toHaveCount(0)
  await lookAt(rider, 'editor-restricted', dialog)
  await rider.setViewportSize(desktop.viewport)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(rider).toHaveURL(`${base()}/`)

  const other = await openAsRider(browser, 'editor.other@trailcut.example')
  await other.goto(`${base()}/?tab=previews&edit=${id}`)
  await expect(other.getByText('No videos uploaded yet')).toBeVisible()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await other.context().close()
})

test("losing the role while the editor is open leads to a new sign-in, then 'Access Restricted'", async ({
  browser,
}) => {
  const email = 'editor.relief@trailcut.example'
  const relief = await (await browser.newContext(desktop)).newPage()
  relief.setDefaultTimeout(20_000)
  await signInTo(relief, email)
  const [own] = await makeAnalyzed(relief, ['Relief ride'])
  const giveRole = async (role: 'user' | 'moderator') => {
    await page.goto(`${base()}/admin?tab=users`)
    await page.getByRole('searchbox').fill(email)
    await page.getByLabel(`Role of ${email}`).selectOption(role)
    await expect(toastOf(page, 'Role Updated')).toBeVisible()
  }
  await giveRole('moderator')
  await signInTo(relief, email, '/?tab=previews')
  await relief.getByRole('button', { name: 'Edit: Relief ride' }).click()
  const dialog = relief.getByRole('dialog', { name: 'Edit - Relief ride' })
  await expect(dialog.getByRole('tab', { name: 'Editing Tools' })).toBeVisible()

  const login = await holdSignIn(relief)
  await giveRole('user')
  await dialog.getByRole('tab', { name: 'Editing Tools' }).click()
  await expect(toastOf(relief, 'You are logged out. Logging in again...')).toBeVisible()
  await relief.goto(await login())
  await choose(relief, email)
  await relief.waitForURL(`${base()}/?tab=previews&edit=${own}`)
  await expect(dialog.getByText('Access Restricted')).toBeVisible()
  await expect(dialog.getByText(restricted)).toBeVisible()
  await expect(dialog.getByRole('tab')).toHaveCount(0)
  await relief.context().close()
})
