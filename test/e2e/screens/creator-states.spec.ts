import type { NotificationPreferences } from '#contract/notifications.ts'
import { expect, runOnOwnServer, test } from '../fixtures.ts'
import {
  everyNotification,
  everyStatus,
  sampleClips,
  sampleVideo,
  serveNotifications,
  serveVideos,
} from '../sample-videos.ts'
import { base, signInStaff, signUp } from '../support.ts'

runOnOwnServer()

test.use({ serviceWorkers: 'block' })

test('details show every field, what each status means, and the revenue of a published video', async ({
  page,
}) => {
  await signUp(page, 'details.rider@trailcut.example')
  const videos = everyStatus()
  await serveVideos(page, videos)
  const explanations: Record<string, string> = {
    published: 'Your video is live and earning revenue.',
    approved: "Selected for editing. We'll let you know when it's published.",
    draft: 'Upload complete. Your video is awaiting review by our team.',
    pending: 'Your video is in the review queue.',
    processing: 'Your video is being processed. You can leave this page.',
    uploading: "The upload isn't finished. Open Upload to resume it.",
    rejected: "Our reviewers didn't select this video.",
    failed: "We couldn't process this video.",
  }
  await page.goto(base())
  for (const video of videos) {
    await page.getByRole('button', { name: `View Details: ${video.title}`, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: video.title })
    await expect(dialog.getByText(explanations[video.status] as string, { exact: true })).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Revenue' })).toHaveCount(
      video.status === 'published' ? 1 : 0,
    )
    if (video.processingError) await expect(dialog.getByText(video.processingError)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  const fact = async (status: string, name: string) => {
    await page.goto(`${base()}/?video=${videos.find(video => video.status === status)?.id}`)
    return page.getByRole('dialog').locator('dt', { hasText: name }).locator('xpath=..').locator('dd').first()
  }
  await expect(await fact('published', 'Duration')).toHaveText('3:14')
  await expect(await fact('published', 'Uploaded')).toHaveText('Oct 14, 2026')
  await expect(await fact('published', 'Category')).toHaveText('Side-by-side')
  await expect(await fact('published', 'Published')).toHaveText('Oct 18, 2026')
  await expect(await fact('published', 'Earned')).toHaveText('$80.85')
  await expect(await fact('published', 'Views')).toHaveText('2,310')
  await expect(await fact('published', 'Creator share')).toHaveText('60%')
  await expect(await fact('processing', 'Duration')).toHaveText('Processing...')
  await expect(await fact('failed', 'Duration')).toHaveText('N/A')
})

test('previews show processing with its stream status, and a compilation with its badges', async ({
  page,
}) => {
  await signInStaff(page, 'moderator')
  const rest = { cfStreamId: null, cfReadyToStream: false } as const
  await serveVideos(page, [
    sampleVideo(0, { ...rest, status: 'processing', cfProcessingStatus: 'inprogress', title: 'In progress' }),
    sampleVideo(1, { ...rest, status: 'processing', cfProcessingStatus: 'error', title: 'In error' }),
    sampleVideo(2, { ...rest, status: 'processing', cfProcessingStatus: null, title: 'Not begun' }),
    sampleVideo(3, { title: 'Full of moments', aiHighlights: JSON.stringify(sampleClips), aiEnhanced: true }),
    sampleVideo(4, {
      title: 'Only views',
      aiHighlights: JSON.stringify([{ ...sampleClips[1], score: 0.72 }]),
      aiEnhanced: true,
    }),
  ])
  await page.goto(`${base()}/enhanced-dashboard?tab=previews`)
  const entry = (name: string) => page.getByRole('article').filter({ hasText: name })
  for (const name of ['In progress', 'In error', 'Not begun'])
    await expect(entry(name).getByText('Processing video...')).toBeVisible()
  await expect(entry('In progress').getByText('Stream in progress')).toBeVisible()
  await expect(entry('In error').getByText('Stream failed')).toBeVisible()
  const full = entry('Full of moments').getByRole('group', { name: 'Compilation' })
  await expect(full.getByText('2 premium clips')).toBeVisible()
  await expect(full.getByText('2 action shorts')).toBeVisible()
  await expect(full).toContainText('3 highlights above 0.7')
  const views = entry('Only views').getByRole('group', { name: 'Compilation' })
  await expect(views.getByText(/premium|shorts/)).toHaveCount(0)
})

test('every notification type has an icon and a name', async ({ page }) => {
  await signUp(page, 'icons.rider@trailcut.example')
  await serveNotifications(page, everyNotification())
  await page.goto(`${base()}/inbox`)
  const icons = {
    'Your clip was selected': ['Clip selected', 'clapperboard'],
    'Your video is live': ['Video published', 'radio'],
    'You earned $100': ['Earnings milestone', 'trophy'],
    'Your payout is on its way': ['Payout processed', 'banknote'],
    'Your longest airtime: 1.3 s': ['Personal record', 'trophy'],
  } as const
  for (const [title, [type, icon]] of Object.entries(icons)) {
    const item = page.getByRole('listitem').filter({ hasText: title })
    await expect(item.getByText(type, { exact: true })).toBeAttached()
    await expect(item.locator(`svg.lucide-${icon}`)).toBeVisible()
  }
})

test('notifications are chosen by type and channel, and the choice is saved', async ({ page }) => {
  await signUp(page, 'choice.rider@trailcut.example')
  await page.goto(`${base()}/inbox`)
  await page.getByRole('link', { name: 'Preferences' }).click()
  const table = page.getByRole('region', { name: 'Notifications', exact: true }).getByRole('table')
  await expect(table).toBeInViewport()
  await expect(table.getByRole('switch')).toHaveCount(19)
  const choice = (name: string) => table.getByRole('switch', { name, exact: true })
  for (const name of ['Clip selected: Email', 'Payout processed: In app']) {
    await expect(choice(name)).toBeChecked()
    await choice(name).click()
    await expect(choice(name)).not.toBeChecked()
  }
  await expect
    .poll(async () => {
      const kept = (await (
        await page.request.get(`${base()}/api/notifications/preferences`)
      ).json()) as NotificationPreferences
      return kept.filter(one => !one.app || !one.mail)
    })
    .toEqual([
      { type: 'clip_selected', app: true, mail: false },
      { type: 'payout_processed', app: false, mail: true },
    ])
  await page.reload()
  await expect(choice('Clip selected: Email')).not.toBeChecked()
  await expect(choice('Clip selected: In app')).toBeChecked()

  await page.route('**/api/notifications/preferences', route =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await choice('Clip selected: In app').click()
  await expect(page.getByText('Preference Not Saved', { exact: true }).first()).toBeVisible()
  await expect(choice('Clip selected: In app')).toBeChecked()
})
