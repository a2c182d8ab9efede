import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makeRide } from '../../media/ride.ts'
import { expect, type Locator, type Page, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { base, expectSound, lookAt, signUp, userIdOf } from '../support.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-panel-'))

let dialog: Locator
let page: Page

/** These tests run in order on one ride without sensors. */
test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signUp(page, 'panel.rider@trailcut.example')
  const id = await addReadyVideo('bare', await userIdOf(page), 'Ridge loop')
  await page.goto(`${base()}/?ai=${id}`)
  dialog = page.getByRole('dialog', { name: 'AI Enhancement - Ridge loop' })
  await expect(dialog).toBeVisible()
})

test.afterAll(() => page.context().close())

test('status: a change is previewed before it is applied, and can be undone', async () => {
  await dialog.getByRole('tab', { name: 'Status' }).click()
  await expect(dialog.getByText('Complete', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await expect(dialog.getByText('Current: Ridge loop')).toBeVisible()
  await expect(dialog.getByText('Current: empty')).toBeVisible()
  await expect(dialog.getByText(/^Tags \(\d+\)/)).toBeVisible()
  await lookAt(page, 'ai-status', dialog)

  await dialog.getByRole('button', { name: 'Apply AI-Enhanced Metadata' }).click()
  await expect(page.getByText('Metadata Enhanced').first()).toBeVisible()
  await expect(
    page
      .getByText('Video title, description, and tags have been optimized for better discoverability.')
      .first(),
  ).toBeVisible()
  const undo = page.getByRole('dialog').getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect(page.getByText('Metadata Restored').first()).toBeVisible()
  await expect(dialog.getByText('Current: Ridge loop')).toBeVisible()
})

test('highlights: a preview is rendered, played in place, wide and upright, and downloaded', async () => {
  await dialog.getByRole('tab', { name: /Highlights/ }).click()
  await expect(dialog.getByText(/^\d+:\d\d-\d+:\d\d/).first()).toBeVisible()
  await expect(dialog.getByText('excitement').first()).toBeVisible()
  await expect(
    dialog.getByText(/times how strong it is beside other rides\. Score model rides-\d+\.$/),
  ).toBeVisible()
  const preview = dialog.getByRole('button', { name: /^Preview: / }).first()
  await preview.click()
  const clip = dialog.getByLabel(/^Clip: /)
  await expect(clip).toBeVisible()
  const shape = () => clip.evaluate((v: HTMLVideoElement) => v.videoWidth / v.videoHeight)
  await expect.poll(shape).toBeCloseTo(16 / 9, 1)
  await expect.poll(() => clip.evaluate((v: HTMLVideoElement) => v.currentTime)).toBeGreaterThan(0)
  await dialog.getByText('Vertical').click()
  await expect(clip).toBeVisible()
  await expect.poll(shape).toBeCloseTo(9 / 16, 1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: /^Download/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/-vertical\.mp4$/)
  await download.delete()
  await lookAt(page, 'ai-highlights', dialog)
  await dialog.getByRole('button', { name: /^Close preview: / }).click()
  await expect(clip).toBeHidden()
})

test("analysis: the browser reads and sends the original's telemetry, and the analysis runs again", async () => {
  await dialog.getByRole('tab', { name: 'Analysis' }).click()
  await expect(dialog.getByText('This file has no sensor data.', { exact: false })).toBeVisible()
  const original = await makeRide(path.join(folder, 'original.mp4'), { telemetry: true })
  const chooser = dialog.locator('input[type=file]')
  await chooser.setInputFiles(await makeRide(path.join(folder, 'again.mp4'), { telemetry: false }))
  await expect(dialog.getByText('No telemetry in this file')).toBeVisible()
  await chooser.setInputFiles(original)
  await expect(dialog.getByText(/Accelerometer \d+ Hz/)).toBeVisible()
  await expect(dialog.getByText(/^[\d,]+ kB will be sent\.$/)).toBeVisible()
  await lookAt(page, 'ai-analysis', dialog)
  // The chosen file survives a switch to another tab and back.
  await dialog.getByRole('tab', { name: 'Status' }).click()
  await dialog.getByRole('tab', { name: 'Analysis' }).click()
  await expect(dialog.getByText(/Accelerometer \d+ Hz/)).toBeVisible()

  const sent = page.waitForRequest(
    request => request.url().endsWith('/telemetry') && request.method() === 'POST',
  )
  await dialog.getByRole('button', { name: 'Send and analyze again' }).click()
  expect((await sent).headers()['content-type']).toBe('application/octet-stream')
  await expect(page.getByText('Telemetry Added').first()).toBeVisible()
  await dialog.getByRole('tab', { name: /Highlights/ }).click()
  await expect(dialog.getByText('Motion sensor').first()).toBeVisible({ timeout: 80_000 })
  await dialog.getByRole('tab', { name: 'Analysis' }).click()
  await expect(dialog.getByText('This file has no sensor data.', { exact: false })).toBeHidden()
})

test('player: quality, storyboard, keys', async () => {
  const player = dialog.getByRole('region', { name: /^Video player/ })
  const video = player.locator('video')
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.currentTime)).toBeGreaterThan(0.3)
  await player.getByRole('button', { name: 'Pause', exact: true }).press('m')
  await expect(player.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await player.getByRole('button', { name: 'Unmute' }).press('m')
  await player.getByRole('button', { name: 'Pause', exact: true }).click()
  await player.getByRole('slider', { name: 'Position' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.currentTime)).toBeCloseTo(10, 0)
  await expect(player.getByText('0:10')).toBeVisible()
  const bar = await player.getByRole('slider', { name: 'Position' }).locator('xpath=../..').boundingBox()
  if (!bar) throw new Error('The seek bar has no place')
  await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2)
  const frame = player.locator('img[src*="/thumbnails/"]')
  await expect(frame).toBeVisible()
  await expect.poll(() => frame.evaluate((i: HTMLImageElement) => i.naturalHeight)).toBeGreaterThan(0)
  await page.mouse.move(0, 0)
  await expectSound(page, 'player')
})
