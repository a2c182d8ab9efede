import { expect, type Page, test } from '../fixtures.ts'
import { addReadyVideo, type ReadyVideo } from '../ready-videos.ts'
import { serverDatabase } from '../server-database.ts'
import { base, lookAt, scrollUntil, signInByProvider, userIdOf } from '../support.ts'

/** Gives the signed-in rider an analyzed video of a day. */
async function filmed(page: Page, kind: ReadyVideo, title: string, day: string, distance?: number) {
  const id = await addReadyVideo(kind, await userIdOf(page), title)
  await serverDatabase()
    .updateTable('ride_figures')
    .set({ day, ...(distance === undefined ? {} : { distance }) })
    .where('video_id', '=', id)
    .execute()
  return id
}

test('clips of one day are one ride on the dashboard, with totals, records and the way to each', async ({
  page,
}) => {
  await signInByProvider(page, 'days.rider@trailcut.example')
  // Nothing was measured, and there is no second clip.
  await filmed(page, 'bare', 'Camera test', '2026-06-20')
  const days = page.getByRole('region', { name: 'Your days' })
  const bottom = page.getByRole('region', { name: 'How It Works' })
  const answered = page.waitForResponse(answer => new URL(answer.url()).pathname === '/api/rides/days')
  await page.goto(base())
  await bottom.getByText('You get paid').scrollIntoViewIfNeeded()
  expect(await (await answered).json()).toEqual({ days: [], records: [], next: null })
  await expect(days).toBeHidden()

  for (let day = 1; day <= 6; day++) await filmed(page, 'short', `Lap ${day}`, `2026-06-0${day}`, 100 * day)
  const long = await filmed(page, 'long', 'Ridge loop to the lookout and back', '2026-06-06', 2000)
  await page.reload()
  await scrollUntil(bottom.getByText('You get paid'), days)
  await expect(days.getByRole('heading', { level: 3, name: /2026/ })).toHaveText([
    'Jun 6, 2026',
    'Jun 5, 2026',
    'Jun 4, 2026',
    'Jun 3, 2026',
    'Jun 2, 2026',
  ])
  const best = days.getByRole('listitem').filter({ hasText: 'Jun 6, 2026' }).first()
  await expect(best.getByText('2 clips')).toBeVisible()
  await expect(best.getByText('1.6 mi')).toBeVisible()
  await expect(best.getByText('Distance record')).toBeVisible()
  await expect(days.getByText('Longest day, Jun 6, 2026')).toBeVisible()
  await lookAt(page, 'dashboard-days', best.getByText('2 clips'))

  await days.getByRole('button', { name: 'Show earlier days' }).click()
  await expect(days.getByRole('heading', { level: 3, name: /2026/ })).toHaveCount(6)
  await expect(days.getByRole('button', { name: 'Show earlier days' })).toBeHidden()

  await best.getByRole('link', { name: 'Ridge loop to the lookout and back' }).click()
  await expect(page).toHaveURL(`${base()}/v/${long}`)
})

test('days that could not be loaded say so and are asked for again', async ({ page }) => {
  await signInByProvider(page, 'days.retry@trailcut.example')
  await filmed(page, 'short', 'Lap', '2026-06-06')
  await page.route('**/api/rides/days', route => route.fulfill({ status: 500, json: {} }))
  await page.goto(base())
  const failed = page.getByRole('alert').filter({ hasText: "Couldn't load your days" })
  await scrollUntil(page.getByText('You get paid'), failed)
  await lookAt(page, 'dashboard-days-failed', failed)
  await page.unroute('**/api/rides/days')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Your days' })).toContainText('1 clip')
})
