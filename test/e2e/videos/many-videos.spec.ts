import type { Video } from '#contract/videos.ts'
import { expect, test } from '../fixtures.ts'
import { sampleVideo } from '../sample-videos.ts'
import { base, expectSound, signUp } from '../support.ts'

const many = (): Video[] =>
  Array.from({ length: 2000 }, (_, index) =>
    sampleVideo(index, {
      description: index % 7 === 0 ? 'Sand and wind' : 'Mud',
      status: (['draft', 'approved', 'published'] as const)[index % 3] as Video['status'],
      duration: 60 + (index % 300),
      views: index,
      aiEnhanced: true,
      aiViralPotentialScore: (index % 100) / 100,
    }),
  )

test('2,000 videos: a few rows at first, more while scrolling, filtered while typing', async ({ page }) => {
  await signUp(page, 'many.rider@trailcut.example')
  const list = many()
  await page.route('**/api/videos/my', route => route.fulfill({ json: list }))
  await page.goto(base())
  await expect(page.getByRole('heading', { name: 'Ride 0', exact: true })).toBeVisible()
  expect(await page.getByRole('listitem').count()).toBeLessThan(120)
  await expectSound(page, 'many videos')

  // More rows come only once the end of the list is near.
  await expect(async () => {
    await page.mouse.wheel(0, 1500)
    await expect(page.getByRole('heading', { name: 'Ride 40', exact: true })).toBeAttached({ timeout: 500 })
  }).toPass()
  await page.getByRole('searchbox', { name: 'Search your videos' }).pressSequentially('sand ride 1995')
  await expect(page.getByRole('heading', { name: 'Ride 1995', exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('nothing has this')
  await expect(page.getByText('No videos match')).toBeVisible()
  await page.getByRole('button', { name: 'Show all videos' }).click()
  await page.getByLabel('Sort by').selectOption('views')
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Ride 1999')
  await page.getByLabel('Status').selectOption('published')
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Ride 1997')
})
