import type { Platform } from '#contract/publishing/constants.ts'
import { expect, type Locator, test } from '../fixtures.ts'
import { untilLive } from '../money/support.ts'
import { toastOf } from '../staff/staff-support.ts'
import { base, lookAt } from '../support.ts'
import { orderAt, publicationsOf, setStage, toDesktop } from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
const title = 'Night wash'
const stage = setStage([title])
const names = ['YouTube', 'YouTube Short', 'TikTok'] as const

const editor = (): Locator => stage.admin.getByRole('dialog', { name: `Edit - ${title}` })
const line = (name: string): Locator =>
  editor()
    .getByRole('listitem')
    .filter({ has: stage.admin.getByRole('heading', { name, exact: true }) })
async function openEditor(): Promise<void> {
  const { admin } = stage
  await admin.goto(`${base()}/admin?tab=videos`)
  await admin.getByRole('button', { name: `Details: ${title}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await editor().getByRole('tab', { name: 'Publishing' }).click()
}

test("there are three buttons, and each platform says 'Not Published'", async () => {
  await openEditor()
  for (const name of names) {
    await expect(line(name).getByText('Not Published', { exact: true })).toBeVisible()
    await expect(line(name).getByRole('button', { name: `Publish to ${name}` })).toBeVisible()
  }
  await lookAt(stage.admin, 'editor-publishing', editor())
  await toDesktop(stage.admin)
})

test('a refused publish shows its message and changes nothing', async () => {
  const { admin } = stage
  await admin.route('**/api/videos/*/publish', route => route.fulfill({ status: 500, body: '{}' }), {
    times: 1,
  })
  await line('YouTube').getByRole('button', { name: 'Publish to YouTube' }).click()
  await expect(toastOf(admin, 'Failed to publish to YouTube')).toBeVisible()
  await expect(line('YouTube').getByText('Not Published', { exact: true })).toBeVisible()
})

test('each button publishes to its platform, and the page follows until it is live', async () => {
  const { admin } = stage
  // Slow enough for the test to see it in progress.
  await orderAt(admin, 'tiktok', 'delays', { processing: 5, moderation: 0 })
  const sent: { platform: Platform }[] = []
  for (const name of names) {
    const asked = admin.waitForRequest('**/api/videos/*/publish')
    await line(name)
      .getByRole('button', { name: `Publish to ${name}` })
      .click()
    sent.push((await asked).postDataJSON())
    await expect(toastOf(admin, `Publishing to ${name}`)).toBeVisible()
    // The button disappears, so a second press can't publish again.
    await expect(line(name).getByRole('button', { name: `Publish to ${name}` })).toHaveCount(0)
  }
  await expect(line('TikTok').getByText('Processing', { exact: true })).toBeVisible()
  // The request holds what is published.
  const made = await publicationsOf(admin)
  expect(sent).toEqual(
    sent.map(({ platform }) => {
      const { title, description } = made.find(one => one.platform === platform)?.metadata ?? {}
      return { platform, metadata: { title, description } }
    }),
  )
  for (const name of names)
    await untilLive(() =>
      expect(line(name).getByText('Published', { exact: true })).toBeVisible({ timeout: 500 }),
    )
  await lookAt(admin, 'editor-published', line('TikTok'))
  await toDesktop(admin)
  const opened = admin.context().waitForEvent('page')
  await line('YouTube Short').getByRole('link', { name: 'Watch' }).click()
  const watched = await opened
  // The Short's own texts replace the original title.
  const short = (await publicationsOf(admin)).find(one => one.platform === 'youtube_shorts')
  const written = short?.metadata.title ?? ''
  expect(written).not.toBe(title)
  await expect(watched.getByRole('heading', { name: written, exact: true })).toBeVisible()
  // Upright, and no longer than a Short may be.
  const video = watched.locator('video')
  await expect.poll(() => video.evaluate((of: HTMLVideoElement) => of.readyState)).toBeGreaterThan(0)
  const shape = await video.evaluate((of: HTMLVideoElement) => of.videoWidth / of.videoHeight)
  expect(shape).toBeCloseTo(9 / 16, 2)
  expect(await video.evaluate((of: HTMLVideoElement) => of.duration)).toBeLessThanOrEqual(180)
  await admin.bringToFront()
})
