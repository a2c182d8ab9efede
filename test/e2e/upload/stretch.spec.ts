import { mkdtempSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { makeLarge } from '../../media/large-film.ts'
import { ride } from '../../media/ride.ts'
import { type Browser, expect, type Page, test } from '../fixtures.ts'
import { base, lookAt, signInByProvider } from '../support.ts'
import { keptFiles } from './kept-files.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-stretch-'))
const film = async (name = 'GX010042.MP4', bytes = 600e6) =>
  makeLarge(await ride({ telemetry: true, seconds: 40 }), bytes, path.join(folder, name))
const picker = (page: Page) => page.getByRole('heading', { name: 'Pick the stretch to upload' })
const end = (page: Page, which: 'Start' | 'End') =>
  page.getByRole('slider', { name: `${which} of the stretch` })
const choose = (page: Page, file: string) =>
  page.getByRole('region', { name: 'Choose a video' }).locator('input[type=file]').setInputFiles(file)

test.use({ viewport: { width: 390, height: 844 } })

test('a stretch of a file over the limit is picked without a request, and goes up with its sensors', async ({
  page,
}) => {
  await signInByProvider(page, 'stretch.rider@trailcut.example')
  const fetched = page.waitForResponse(/\/stretch-picker-[\w-]+\.js$/)
  await page.goto(`${base()}/upload`)
  await (await fetched).finished()
  await page.context().setOffline(true)
  await choose(page, await film())
  await expect(picker(page)).toBeVisible()
  await expect(page.getByText(/smaller than 500MB\. Current file size: 573MB/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(end(page, 'Start')).toHaveAttribute('aria-valuetext', '0:00.0')
  await expect(end(page, 'End')).toHaveAttribute('aria-valuetext', '0:20.0')

  await test.step('by keys, by buttons and by touch', async () => {
    await end(page, 'End').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(end(page, 'End')).toHaveAttribute('aria-valuetext', '0:19.0')
    await page.getByRole('button', { name: 'Start a second later' }).click()
    await expect(end(page, 'Start')).toHaveAttribute('aria-valuetext', '0:01.0')
    const box = (await end(page, 'End').boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x - 60, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    const seconds = async () => Number(await end(page, 'End').getAttribute('aria-valuenow'))
    await expect.poll(seconds).toBeLessThan(16)
    expect(await seconds()).toBeGreaterThan(8)
  })
  const moment = page.getByRole('button', { name: /^0:\d\d, \d\.\d g$/ }).first()
  await moment.click()
  await lookAt(page, 'upload-stretch', picker(page))
  await lookAt(page, 'upload-stretch-moments', page.getByRole('button', { name: 'Upload this stretch' }))
  await page.getByRole('button', { name: 'Upload this stretch' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(/^GX010042 0-\d\d - 0-\d\d$/)
  await expect(page.locator('dd', { hasText: /Accelerometer \d+ Hz/ })).toBeVisible()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
  const [video] = (await (await page.request.get(`${base()}/api/videos/my`)).json()) as {
    id: string
    duration: number
    fileSize: number
  }[]
  expect(Math.abs(video!.duration - 20)).toBeLessThan(1)
  expect(video!.fileSize).toBeLessThan(20e6)
  await expect(page.getByRole('tab', { name: /Highlights/ })).toHaveAttribute('data-state', 'active', {
    timeout: 80_000,
  })
  const status = await page.request.get(`${base()}/api/videos/${video!.id}/ai-status`)
  // Only the sensors know a speed.
  expect(((await status.json()) as { aiGeneratedDescription: string }).aiGeneratedDescription).toContain(
    'at takeoff',
  )
})

/** The most memory that the browser's processes have had since the last call, and what they have now, bytes. */
async function memoryOf(browser: Browser): Promise<{ most: number; now: number }> {
  const cdp = await browser.newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  const all = await Promise.all(
    processInfo.map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
      // Proc(5): 5 resets the highest resident size.
      await writeFile(`/proc/${id}/clear_refs`, '5').catch(() => undefined)
      const bytes = (name: string) =>
        1024 * Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0)
      return { most: bytes('VmHWM'), now: bytes('VmRSS') }
    }),
  )
  return {
    most: all.reduce((sum, one) => sum + one.most, 0),
    now: all.reduce((sum, one) => sum + one.now, 0),
  }
}

test('a chapter of 4 GB never enters memory', async ({ page, browser }) => {
  await signInByProvider(page, 'stretch.chapter@trailcut.example')
  await page.goto(`${base()}/upload`)
  const file = await film('GX050042.MP4', 4.1e9)
  const before = await memoryOf(browser)
  await choose(page, file)
  await expect(end(page, 'End')).toHaveAttribute('aria-valuetext', '0:20.0')
  await expect(page.getByRole('button', { name: /^0:\d\d, \d\.\d g$/ }).first()).toBeVisible()
  const opened = await memoryOf(browser)
  const from = Date.now()
  await page.getByRole('button', { name: 'Upload this stretch' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(/^GX050042 /)
  const cut = await memoryOf(browser)
  const mb = (bytes: number) => `${Math.round((bytes - before.now) / 1e6)} MB`
  console.log(
    `cut of a 4.1 GB file: ${Date.now() - from} ms; memory above before: ${mb(opened.most)} at most while it opened, ${mb(opened.now)} open, ${mb(cut.most)} at most while it was cut, ${mb(cut.now)} at the end`,
  )
  expect(cut.most - opened.now).toBeLessThan(300e6)
})

test('several stretches of a file go up one after another, and survive a reload', async ({ page }) => {
  await signInByProvider(page, 'stretch.several@trailcut.example')
  await page.goto(`${base()}/upload`)
  await choose(page, await film('GX020042.MP4'))
  await expect(picker(page)).toBeVisible()
  await page.getByRole('button', { name: 'Add another stretch' }).click()
  await expect(page.getByRole('region', { name: 'Stretches to upload' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Upload 2 stretches' }).click()
  await page.route('**/api/uploads/**', route =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  await page.getByRole('button', { name: 'Upload 2 Videos' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Up next' }).getByRole('listitem')).toHaveCount(1)
  await expect.poll(() => keptFiles(page)).toBe(2)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  page.once('dialog', leave => leave.accept())
  await page.reload()
  // The first one is complete before the second has begun.
  await expect
    .poll(
      async () => ((await (await page.request.get(`${base()}/api/videos/my`)).json()) as unknown[]).length,
    )
    .toBe(2)
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
})

test('a stretch that the browser could not keep is cut again from its file', async ({ page }) => {
  await signInByProvider(page, 'stretch.gone@trailcut.example')
  const file = await film('GX030042.MP4')
  await page.goto(`${base()}/upload`)
  await choose(page, file)
  await page.getByRole('button', { name: 'Upload this stretch' }).click()
  await page.route('**/api/uploads/**', route =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(() => keptFiles(page)).toBe(1)
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  })
  page.once('dialog', leave => leave.accept())
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const row = page.getByRole('region', { name: 'Not uploaded' }).getByRole('listitem')
  await expect(row).toContainText('This upload was interrupted.')
  await row.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
})
