import type { ReviewState } from '#contract/review.ts'
import { expect, test } from '../fixtures.ts'
import { untilLive } from '../money/support.ts'
import { base, lookAt } from '../support.ts'
import { chooseVideo, rowsIn, scheduleDialog, setStage, toDesktop } from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
const title = 'Gravel ridge'
const stage = setStage([title], 'long')
const choice = () => scheduleDialog(stage.admin).getByLabel('What to post')

test('the dialog offers what suits each platform: everything, and what staff approved', async () => {
  const { admin, ids } = stage
  await admin.goto(`${base()}/publishing`)
  const dialog = await chooseVideo(admin, title, ['YouTube', 'TikTok'])
  await expect(choice()).toHaveValue('auto')
  await expect(choice().getByRole('option')).toHaveText(['Best fit for each platform', 'The whole video'])
  await choice().selectOption('The whole video')
  await expect(choice()).toHaveAccessibleDescription(/once they're approved in review/)
  await expect(dialog.getByText(/^Whole video(, upright)? ·/)).toHaveCount(2)
  await admin.keyboard.press('Escape')

  for (const what of ['highlights/1', 'compilations/0'])
    expect((await admin.request.post(`${base()}/api/admin/videos/${ids[0]}/${what}/approve`)).ok()).toBe(true)
  const review: ReviewState = await (
    await admin.request.get(`${base()}/api/admin/videos/${ids[0]}/review`)
  ).json()
  expect([review.approvedHighlights, review.approvedCompilations]).toEqual([[1], [0]])
})

test('a highlight on YouTube and the reel as a Short play as chosen', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing?tab=queue`)
  for (const [piece, platform, label] of [
    [/^Highlight 2: /, 'YouTube', 'Highlight 2'],
    [/^Reel 1: /, 'YouTube Shorts', 'Reel 1'],
  ] as const) {
    const dialog = await chooseVideo(admin, title, [platform])
    const option = choice().getByRole('option').filter({ hasText: piece })
    const [value, text] = [await option.getAttribute('value'), await option.textContent()]
    await choice().selectOption(value)
    await dialog.getByText('Publish immediately').click()
    await expect(dialog.getByText(new RegExp(`^${label} ·`))).toBeVisible()
    await lookAt(admin, `publishing-content-${label.split(' ')[0]?.toLowerCase()}`, choice())
    await toDesktop(admin)
    await dialog.getByRole('button', { name: 'Publish now' }).click()
    await expect(dialog).toBeHidden()

    const row = rowsIn(admin, 'Published').filter({ hasText: label })
    await untilLive(() => expect(row).toBeVisible({ timeout: 500 }))
    const opened = admin.context().waitForEvent('page')
    await row.getByRole('link', { name: /^Watch on / }).click()
    const watched = await opened
    const video = watched.locator('video')
    await expect.poll(() => video.evaluate((of: HTMLVideoElement) => of.readyState)).toBeGreaterThan(0)
    const [seconds, shape] = await video.evaluate((of: HTMLVideoElement) => [
      of.duration,
      of.videoWidth / of.videoHeight,
    ])
    expect(shape).toBeCloseTo(platform === 'YouTube' ? 16 / 9 : 9 / 16, 1)
    // The option's length, which drops fractions of a second.
    const clocks = [...(text ?? '').matchAll(/(\d+):(\d\d)/g)].map(([, m, s]) => Number(m) * 60 + Number(s))
    const asked = clocks.length === 2 ? (clocks[1] ?? 0) - (clocks[0] ?? 0) : (clocks[0] ?? 0)
    expect(Math.abs((seconds ?? 0) - asked)).toBeLessThan(1.5)
    await admin.bringToFront()
  }
})
