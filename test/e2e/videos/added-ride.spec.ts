import { motionRideAt, watchOf } from '../../media/ride.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { base, lookAt, scrollUntil, signUp, untilAnalyzed, userIdOf } from '../support.ts'

const sizes = [
  { name: 'phone', width: 390, height: 844, email: 'watch.phone@trailcut.example' },
  { name: 'laptop', width: 1440, height: 900, email: 'watch.laptop@trailcut.example' },
] as const

const sensors = async (page: Page) => {
  await page.getByRole('tab', { name: 'Analysis' }).click()
  await expect(page.getByRole('heading', { name: 'Sensors' })).toBeVisible()
}

for (const { name, width, height, email } of sizes)
  test(`${name}: a watch's ride joins a camera without a receiver, and its rider corrects the place`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ viewport: { width, height } })).newPage()
    await signUp(page, email)
    const id = await addReadyVideo('motion', await userIdOf(page), 'Ridge by watch')
    await page.goto(`${base()}/v/${id}`)
    await sensors(page)
    await expect(page.getByText(/has no GPS data: add the ride from your watch/)).toBeVisible()

    const choose = (began: number) =>
      watchOf(began, 60).then(gpx =>
        page
          .locator('input[type=file][accept*=".fit"]')
          .setInputFiles({ name: 'ride.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx) }),
      )
    // A file of another day is named as such, and another one chosen.
    await choose(motionRideAt - 3 * 86_400_000)
    await expect(page.getByText('Found data from a Watch')).toBeVisible()
    await page.getByRole('button', { name: 'Send and analyze again' }).click()
    await expect(page.getByText('Is it the right ride?')).toBeVisible()
    await choose(motionRideAt - 45_000)
    await page.getByRole('button', { name: 'Send and analyze again' }).click()
    await expect(page.getByText('Telemetry Added').first()).toBeVisible()
    await untilAnalyzed(page, id)
    await page.reload()
    await sensors(page)
    await expect(page.getByText('Added, GPX')).toBeVisible()
    await expect(page.getByText(/Accelerometer \d+ Hz/)).toBeVisible()

    await page.getByRole('button', { name: 'Correct the time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lay the ride on the video' })
    const slider = dialog.getByRole('slider', { name: 'Where the video begins in the ride' })
    await slider.focus()
    await page.keyboard.press('Home')
    await expect(dialog.getByText(/^Video begins at −0:20\.0/)).toBeVisible()
    for (let press = 0; press < 7; press++) await dialog.getByRole('button', { name: '+10 s' }).click()
    await dialog.getByRole('button', { name: '−1 s' }).click()
    await dialog.getByRole('button', { name: '+0.1 s' }).click()
    await expect(dialog.getByText(/^Video begins at 0:49\.1/)).toBeVisible()
    // Each look has both widths.
    if (name === 'laptop') await lookAt(page, 'place-ride', dialog)
    await page.setViewportSize({ width, height })
    await dialog.getByRole('button', { name: 'Save and analyze again' }).click()
    await expect(page.getByText('Ride Moved').first()).toBeVisible()
    await untilAnalyzed(page, id)
    await page.reload()
    await sensors(page)
    await expect(page.getByText('Laid on the video as you chose.')).toBeVisible()
    await expect(page.getByText(/^The video begins at 0:49\.1/)).toBeVisible()

    // It stands for eleven seconds now, and then rides.
    const plots = page.getByRole('slider', { name: 'Ride data over time' })
    // The plots come once their place is near the window.
    await scrollUntil(page.getByRole('tab', { name: 'Ride data' }), plots)
    await plots.focus()
    await page.keyboard.press('Home')
    await expect(plots).toHaveAttribute('aria-valuetext', /\b0 (km\/h|mph)/)
    if (name === 'laptop') await lookAt(page, 'sensors', page.getByRole('heading', { name: 'Sensors' }))
    await page.context().close()
  })
