import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { makeClip } from '../../media/clip.ts'
import { expect, test } from '../fixtures.ts'

const real = path.resolve('../shared/footage/gopro-max.mp4')
const base = () => process.env.E2E_URL as string

test('a rider signs up, uploads, plays, reads the AI panel and signs out', async ({ page }) => {
  const file = existsSync(real)
    ? real
    : await makeClip(path.join(await mkdtemp(path.join(os.tmpdir(), 'trailcut-e2e-')), 'ride.mp4'), {
        seconds: 12,
        size: '640x360',
      })

  await page.goto(base())
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill('first.rider@trailcut.example')
  await page.getByRole('button', { name: 'Start Creating Content' }).first().click()
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  await expect(page.getByText('No videos uploaded yet')).toBeVisible()

  await page.getByRole('link', { name: 'Upload Your First Video' }).click()
  await expect(page).toHaveURL(/\/upload$/)
  await page.setInputFiles('input[type=file]', file)
  await page.getByLabel('Title').fill('Morning run')
  await page.getByRole('button', { name: /^upload/i }).click()

  const video = page.locator('video')
  await expect(video).toBeVisible()
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect.poll(() => video.evaluate(v => (v as HTMLVideoElement).currentTime)).toBeGreaterThan(0.5)

  await page.goto(base())
  await expect(page.getByText('Morning run')).toBeVisible()
  await expect(page.getByText('Pending Review').first()).toBeVisible()
  await page.getByRole('button', { name: /^AI/ }).first().click()
  const dialog = page.getByRole('dialog', { name: 'AI Enhancement - Morning run' })
  await expect(dialog).toBeVisible()
  for (const name of ['Status', 'Highlights', 'Analysis'])
    await expect(dialog.getByRole('tab', { name })).toBeVisible()
  await dialog.getByRole('tab', { name: 'Analysis' }).click()
  await expect(dialog.getByText(/0:00/).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page
    .getByRole('button', { name: /log ?out/i })
    .or(page.getByRole('link', { name: /log ?out/i }))
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
})
