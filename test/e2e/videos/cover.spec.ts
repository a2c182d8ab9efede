import { readFile } from 'node:fs/promises'
import { clip } from '../../media/clip.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { base, expectSound, lookAt, signUp, userIdOf } from '../support.ts'

test.use({ serviceWorkers: 'block' })

const cover = (page: Page) => page.getByRole('region', { name: 'Cover' })
const sourceOf = (page: Page) => cover(page).locator('img').getAttribute('src')

/** One frame of a short clip, as a rider's own picture. */
const picture = async () =>
  readFile(await clip('cover.png', { seconds: 0.04, fps: 25, size: '1280x720', audio: null, video: ['png'] }))

test('a rider makes the current frame the cover, then a picture, then the suggested frame', async ({
  page,
}) => {
  await signUp(page, 'cover.rider@trailcut.example')
  const id = await addReadyVideo('short', await userIdOf(page), 'Slickrock evening')
  await page.goto(`${base()}/v/${id}?t=5&tab=details`)
  await expect(cover(page)).toBeVisible()
  const suggested = await sourceOf(page)
  expect(suggested).toMatch(/time=[\d.]+s&height=360$/)

  await cover(page).getByRole('button', { name: 'Use this frame as cover' }).click()
  await expect(page.getByText('Cover changed').first()).toBeVisible()
  await expect.poll(() => sourceOf(page)).toContain('time=5s')
  await lookAt(page, 'cover-choice', cover(page))
  await expectSound(page, 'the choice of a cover')

  const file = cover(page).getByLabel('Upload an image')
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(page.getByText("This isn't a JPEG, PNG or WebP picture.").first()).toBeVisible()
  await file.setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await picture() })
  await expect.poll(() => sourceOf(page)).toMatch(/time=cover&height=360&version=/)
  // The player shows the cover before it plays.
  await page.goto(`${base()}/v/${id}?tab=details`)
  const play = page.getByRole('button', { name: 'Play: Slickrock evening' })
  await expect(play.locator('img').last()).toHaveAttribute('src', /height=720&version=/)

  await cover(page).getByRole('button', { name: 'Use the suggested frame' }).click()
  await expect.poll(() => sourceOf(page)).toBe(suggested)
})

test('the video details show the cover and can change it', async ({ page }) => {
  await signUp(page, 'cover.details@trailcut.example')
  const id = await addReadyVideo('short', await userIdOf(page), 'Slickrock noon')
  await page.goto(`${base()}/?video=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Slickrock noon' })
  await dialog.getByRole('button', { name: 'Use this frame as cover' }).click()
  await expect(cover(page).locator('img')).toHaveAttribute('src', /time=0s/)
  await lookAt(page, 'cover-in-details', cover(page))
})
