import { expect, test } from '@playwright/test'
import type { Video } from '#contract/videos.ts'
import { base, expectSound, signUp } from './support.ts'

const many = (): Partial<Video>[] =>
  Array.from({ length: 2000 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    title: `Ride ${index}`,
    description: index % 7 === 0 ? 'Sand and wind' : 'Mud',
    fileName: `GX${index}.MP4`,
    status: (['draft', 'approved', 'published'] as const)[index % 3] as Video['status'],
    category: 'utv',
    processingError: null,
    duration: 60 + (index % 300),
    createdAt: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
    publishedAt: null,
    views: index,
    earnings: 0,
    aiEnhanced: true,
    aiProcessingStatus: 'completed',
    aiProcessingCompleted: null,
    aiViralPotentialScore: (index % 100) / 100,
    aiHighlights: '[]',
    thumbnailUrl: null,
    cfStreamId: null,
    cfReadyToStream: false,
    cfProcessingStatus: 'ready',
  }))

test('2,000 videos: there at once, found while typing, scrolled without a stall', async ({ page }) => {
  await signUp(page, 'many.rider@trailcut.example')
  const list = many()
  await page.route('**/api/videos/my', route => route.fulfill({ json: list }))
  await page.addInitScript(() => {
    const kept = window as unknown as { slowest: number; answered: number }
    kept.slowest = 0
    new PerformanceObserver(entries => {
      for (const entry of entries.getEntries())
        if ((entry as PerformanceEventTiming).interactionId)
          kept.slowest = Math.max(kept.slowest, entry.duration)
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.goto(base())
  await expect(page.getByRole('heading', { name: 'Ride 0', exact: true })).toBeVisible()
  expect(await page.getByRole('listitem').count()).toBeLessThan(120)
  await expectSound(page, 'many videos')

  for (let turn = 0; turn < 12; turn++) {
    await page.mouse.wheel(0, 1500)
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => resolve(null))))
  }
  await expect(page.getByRole('heading', { name: 'Ride 40', exact: true })).toBeAttached()
  await page.getByRole('searchbox', { name: 'Search your videos' }).pressSequentially('sand ride 1995')
  await expect(page.getByRole('heading', { name: 'Ride 1995', exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('nothing has this')
  await expect(page.getByText('No video fits')).toBeVisible()
  await page.getByRole('button', { name: 'Show all videos' }).click()
  await page.getByLabel('Order').selectOption('views')
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Ride 1999')
  await page.getByLabel('Status').selectOption('published')
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Ride 1997')

  const slowest = await page.evaluate(() => (window as unknown as { slowest: number }).slowest)
  test.info().annotations.push({ type: 'slowest interaction', description: `${slowest} ms` })
  console.log(`slowest interaction with 2,000 videos: ${slowest} ms`)
  // The goal is 200 ms; the rest is for machines that are busy with other tests meanwhile.
  expect(slowest).toBeLessThanOrEqual(400)
})
