import { expect, test } from '../fixtures.ts'
import { sampleVideo, serveVideos } from '../sample-videos.ts'
import { base, lookAt, signUp } from '../support.ts'

test('signed out: the landing page, the 404 page, and each page with its own sign-in message', async ({
  page,
}) => {
  await page.goto(base())
  await expect(page.getByText('Get Started with Trailcut')).toBeVisible()
  await expect(page.getByText('Or sign in with Google').first()).toBeVisible()
  await expect(page.getByText('Ready to Start Your Journey?')).toBeVisible()
  await page.goto(`${base()}/nowhere`)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  // The page stays open, so that even a slow machine can read the message.
  await page.route('**/api/login*', route => route.fulfill({ status: 204 }))
  for (const [address, title, text] of [
    ['/creator-dashboard', 'Unauthorized', 'You are logged out. Logging in again...'],
    ['/upload', 'Authentication Required', 'You need to be logged in to upload videos.'],
  ]) {
    // Until this navigation has ended, here without an answer, the next one would be aborted by it.
    const sentToLogin = page.waitForEvent('requestfailed', request => request.url().includes('/api/login'))
    await page.goto(base() + address)
    await expect(page.getByText(title as string, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(text as string).first()).toBeVisible()
    await sentToLogin
  }
})

test('a rider sees figures, the projection and an empty list, and no staff pages', async ({ page }) => {
  await signUp(page, 'empty.rider@trailcut.example')
  await expect(page.getByRole('button', { name: 'empty.rider: account menu' })).toBeVisible()
  for (const label of ['Total Views', 'Total Earnings', 'Videos Published', 'Processing'])
    await expect(page.locator('dt').getByText(label, { exact: true })).toBeVisible()
  await expect(page.getByText('$0.00').first()).toBeVisible()
  await expect(page.getByText('Projected Earnings')).toBeVisible()
  await expect(page.getByText('Earn 60% of the revenue from each published video.')).toBeVisible()
  await expect(page.getByText('No videos uploaded yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload New' })).toHaveAttribute('href', '/upload')
  await lookAt(page, 'rider-empty')
  for (const address of ['/enhanced-dashboard', '/dashboard']) {
    await page.goto(base() + address)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  }
  await page.goto(`${base()}/upload`)
  await expect(page.getByText(/max 5GB/)).toBeVisible()
  await expect(page.getByText('70%', { exact: true })).toBeVisible()
  for (const tip of ['Record in 1080p or higher', 'Keep videos under 10 minutes'])
    await expect(page.getByText(tip)).toBeVisible()
})

test('a video waiting for the next day says so in its row and its details', async ({ page }) => {
  const sentence =
    "Your account has used up its processing time for today. We'll process this video after midnight UTC."
  await signUp(page, 'waiting.rider@trailcut.example')
  const waiting = { title: 'Long day', duration: 0, cfProcessingStatus: 'inprogress' as const }
  await serveVideos(page, [sampleVideo(1, { ...waiting, status: 'processing', processingError: sentence })])
  await page.goto(base())
  await expect(page.getByText(sentence)).toBeVisible()
  await lookAt(page, 'waiting-for-tomorrow')
  await page.getByRole('button', { name: 'View Details: Long day', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Long day' })
  await expect(dialog.getByText(sentence)).toBeVisible()
  await lookAt(page, 'waiting-for-tomorrow-details')
})
