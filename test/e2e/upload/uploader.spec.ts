import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FileChooser } from '@playwright/test'
import { api } from '#contract/paths.ts'
import { makeClip } from '../../media/clip.ts'
import { makeRide } from '../../media/ride.ts'
import { expectToast } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { base, expectSound, lookAt, signInByProvider, signUp } from '../support.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-uploader-'))

test('the file is described before the upload, and a duplicate file gets a warning', async ({ page }) => {
  const ride = await makeRide(path.join(folder, 'ride.mp4'), { telemetry: true })
  await signUp(page, 'preflight.rider@trailcut.example')
  await page.goto(`${base()}/upload`)
  await page.setInputFiles('input[type=file]', ride)
  const fact = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=..').locator('dd')
  await expect(fact('Size')).toHaveText(/MB$/)
  await expect(fact('Length')).toHaveText(/^0:(19|20)$/)
  await expect(fact('Picture')).toHaveText('320 × 180, H.264')
  await expect(fact('Telemetry')).toHaveText(/Accelerometer \d+ Hz/)
  await lookAt(page, 'upload-preflight')
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()

  await page.goto(`${base()}/upload`)
  await page.setInputFiles('input[type=file]', ride)
  await expect(page.getByText(/^You uploaded this on /)).toBeVisible()
  await expect(page.getByRole('link', { name: 'View it' })).toHaveAttribute(
    'href',
    /^\/creator-dashboard\?video=/,
  )
  await expect(page.getByRole('button', { name: 'Upload anyway' })).toBeEnabled()
})

test('a canceled upload leaves its file and its words in the form', async ({ page }) => {
  const clip = await makeClip(path.join(folder, 'slip.mp4'), { seconds: 2 })
  await signUp(page, 'slip.rider@trailcut.example')
  // A part that stays in progress.
  const parts = '**/api/uploads/**'
  await page.route(parts, route => (route.request().method() === 'PATCH' ? undefined : route.continue()))
  await page.goto(`${base()}/upload`)
  await page.setInputFiles('input[type=file]', clip)
  await page.getByLabel('Description').fill('Down the wash')
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expectToast(page, 'Upload Canceled')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const mine = async () => (await page.request.get(`${base()}${api.myVideos}`)).json()
  expect(await mine()).toEqual([])

  await expect(page.getByText('slip.mp4')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Down the wash')
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
  expect(await mine()).toMatchObject([{ title: 'slip', description: 'Down the wash' }])
})

test('several files are uploaded one after another', async ({ page }) => {
  const files = await Promise.all(
    ['one', 'two', 'three'].map((name, i) => makeClip(path.join(folder, `${name}.mp4`), { seconds: 2 + i })),
  )
  await signUp(page, 'queue.rider@trailcut.example')
  await page.goto(`${base()}/upload`)
  await page.setInputFiles('input[type=file]', files)
  await page.getByRole('button', { name: 'Remove two.mp4' }).click()
  await page.getByRole('button', { name: 'Upload 2 Videos' }).click()
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
  await expect(page.getByText('“three” is ready to watch and waiting for review.')).toBeVisible()
  await expect(page.getByText("Also uploaded: “one”. You'll find them on the dashboard.")).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'one', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'three', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'two', exact: true })).toBeHidden()
})

test('a file that is tried again while another one is processed goes up at once', async ({ page }) => {
  const files = await Promise.all(['late', 'early'].map(name => makeClip(path.join(folder, `${name}.mp4`))))
  await signUp(page, 'again.rider@trailcut.example')
  await page.route('**/api/videos/upload-url', (route, request) =>
    request.postDataJSON().fileName === 'late.mp4' ? route.fulfill({ status: 403 }) : route.continue(),
  )
  await page.route(/\/api\/videos\/[^/]+\/status$/, async route => {
    const answer = await route.fetch()
    const held = { cfReadyToStream: false, cfProcessingStatus: 'inprogress', status: 'processing' }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...held } })
  })
  await page.goto(`${base()}/upload`)
  await page.setInputFiles('input[type=file]', files)
  await page.getByRole('button', { name: 'Upload 2 Videos' }).click()
  await expect(page.getByText('Processing your video')).toBeVisible()
  await page.unroute('**/api/videos/upload-url')
  await page.getByRole('button', { name: 'Try again: late' }).click()
  await expect
    .poll(async () => {
      const mine: { title: string }[] = await (await page.request.get(`${base()}${api.myVideos}`)).json()
      return mine.map(({ title }) => title).toSorted()
    })
    .toEqual(['early', 'late'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByText('“late” is ready to watch and waiting for review.')).toBeVisible()
})

test('keyboard alone leads from the landing page to the highlights', async ({ page }) => {
  // Wait for the chooser from the start, so that a fast key press can't beat the listener.
  const chosen = new Promise<FileChooser>(resolve => page.once('filechooser', resolve))
  const clip = await makeClip(path.join(folder, 'keys.mp4'), { seconds: 6, size: '640x360' })
  const tabTo = async (name: RegExp) => {
    // Limited by time rather than presses: the target may still be loading.
    for (const end = Date.now() + 15_000; Date.now() < end; ) {
      await page.keyboard.press('Tab')
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null
        if (element === null || element === (document.body as Element)) return ''
        return `${element?.getAttribute('aria-label') ?? ''} ${element?.labels?.[0]?.textContent ?? ''} ${element?.textContent ?? ''}`
      })
      if (name.test(label)) return
    }
    throw new Error(`The Tab key does not reach ${name}`)
  }
  await page.goto(base())
  // The page is hydrated.
  await expect(page.getByRole('button', { name: 'Sign in with Google' }).first()).toBeEnabled()
  await tabTo(/e-?mail/i)
  await page.keyboard.type('keys.rider@trailcut.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  // Until React handles this link, Enter reloads the whole page, and then no heading is focused.
  const first = page.getByRole('link', { name: 'Upload Your First Video' })
  await expect
    .poll(() => first.evaluate(link => Object.keys(link).some(key => key.startsWith('__reactProps$'))))
    .toBe(true)
  await tabTo(/Upload Your First Video/)
  await page.keyboard.press('Enter')
  // A new page focuses its heading; keys pressed before that go to the previous page.
  await expect(page.getByRole('heading', { name: 'Upload', exact: true })).toBeFocused()
  await tabTo(/Choose a video/)
  await page.keyboard.press('Space')
  await (await chosen).setFiles(clip)
  await tabTo(/^ ?Title/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeFocused()
  await expect(page.getByRole('tab', { name: /Highlights/ })).toHaveAttribute('data-state', 'active', {
    timeout: 80_000,
  })
  await tabTo(/^ *Highlights/)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Analysis' })).toBeFocused()
  await expect(page.getByText('0:00').first()).toBeVisible()
})

test('a lost connection shows a message, and the upload resumes automatically', async ({ page }) => {
  const clip = await makeClip(path.join(folder, 'line.mp4'), { seconds: 4 })
  await signUp(page, 'line.rider@trailcut.example')
  await page.goto(`${base()}/upload`)
  await page.setInputFiles('input[type=file]', clip)
  await expect(page.getByRole('button', { name: 'Upload Video' })).toBeEnabled()
  let broken = true
  await page.route(/\/api\/uploads|\/upload\//, route =>
    broken && ['POST', 'PATCH'].includes(route.request().method())
      ? route.abort('internetdisconnected')
      : route.continue(),
  )
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }))
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(
    page
      .getByText('Upload failed after multiple attempts. Please check your connection and try again.')
      .first(),
  ).toBeVisible()
  await expect(page.getByText('Upload Failed', { exact: true }).first()).toBeVisible()
  broken = false
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
    window.dispatchEvent(new Event('online'))
  })
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
})

test('a phone copies the link of a new video without scrolling, and leads on from there', async ({
  page,
  context,
  browser,
}) => {
  const clip = await makeClip(path.join(folder, 'ridge.mp4'), { seconds: 4 })
  await page.setViewportSize({ width: 390, height: 844 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByProvider(page, 'link.rider@trailcut.example')
  await page.goto(`${base()}/upload`)
  await page.setInputFiles('input[type=file]', clip)
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
  const copy = page.getByRole('button', { name: 'Copy link' })
  await expect(copy).toBeEnabled()
  await expect(copy).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await copy.click()
  const copied = page.getByRole('button', { name: 'Copied' })
  await expect(copied).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'ridge' })).toBeVisible()

  await lookAt(page, 'upload-next-steps', copied)
  await page.getByRole('button', { name: 'Edit title' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Ridge at noon')
  await expectSound(page, 'editing the title after the upload')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^“Ridge at noon” is ready to watch/)).toBeVisible()
  await page.getByRole('link', { name: 'Make a reel' }).click()
  await expect(page.getByRole('region', { name: 'Your reels' })).toBeInViewport()
  await page.goBack()
  await page.getByRole('button', { name: 'Upload another video' }).click()
  await expect(page.getByText('Drop your ride here')).toBeVisible()
})
