import type { Video } from '#contract/videos.ts'
import type { AiStatusAnswer } from '../../../web/entities/highlight/analysis-status.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { everyStatus, sampleVideo } from '../sample-videos.ts'
import { base, lookAt, signUp, userIdOf } from '../support.ts'

test.use({ serviceWorkers: 'block' })

const address = (video: Video) => `${base()}/v/${video.id}`
/** Answers each request for one video with what `shown` returns at that time. */
const serve = (page: Page, id: string, shown: () => Video) =>
  page.route(`**/api/videos/${id}`, route => route.fulfill({ json: shown() }))

const analyzing: AiStatusAnswer = {
  aiProcessingStatus: 'processing',
  aiProcessingError: null,
  aiProcessingStarted: '2026-11-22T12:00:00.000Z',
  aiProcessingCompleted: null,
  aiViralPotentialScore: null,
  aiGeneratedTitle: null,
  aiGeneratedDescription: null,
  aiGeneratedTags: null,
  progress: 40,
  stage: 'measuring',
  completed: false,
}

test('the page has a loading state, and an error state with a retry', async ({ page }) => {
  await signUp(page, 'loading.page@trailcut.example')
  const video = sampleVideo(1, { userId: await userIdOf(page) })
  const answered = Promise.withResolvers<void>()
  await page.route(`**/api/videos/${video.id}`, async route => {
    await answered.promise
    await route.fulfill({ status: 500, body: '' })
  })
  await page.goto(address(video))
  await lookAt(page, 'video-page-loading', page.getByRole('status').filter({ hasText: 'Loading the video' }))
  answered.resolve()
  await lookAt(page, 'video-page-error', page.getByText("Couldn't load the video"))
  await page.unroute(`**/api/videos/${video.id}`)
  await serve(page, video.id, () => video)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: video.title })).toBeVisible()
})

test('a video in processing becomes playable without a reload', async ({ page }) => {
  await signUp(page, 'processing.page@trailcut.example')
  const processing = sampleVideo(2, {
    userId: await userIdOf(page),
    title: 'On its way',
    status: 'processing',
    duration: 0,
    cfProcessingStatus: 'inprogress',
    aiProcessingStatus: 'processing',
  })
  let shown = processing
  await page.route('**/ai-status', route => route.fulfill({ json: analyzing }))
  await serve(page, processing.id, () => shown)
  await page.goto(address(processing))
  const waiting = page.getByRole('status').filter({ hasText: 'Getting your video ready to play' })
  await expect(page.getByText('Your video is being processed. You can leave this page.')).toBeVisible()
  await lookAt(page, 'video-page-processing', waiting)
  shown = {
    ...processing,
    status: 'draft',
    duration: 60,
    cfStreamId: 'a'.repeat(32),
    cfReadyToStream: true,
    cfProcessingStatus: 'ready',
    aiProcessingStatus: 'completed',
  }
  await expect(page.getByRole('button', { name: 'Play: On its way' })).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('the panel of an analyzed video opens on its highlights at once, and on its state if that is unknown', async ({
  page,
}) => {
  await signUp(page, 'panel.page@trailcut.example')
  const video = sampleVideo(3, { userId: await userIdOf(page), aiProcessingStatus: 'completed' })
  await serve(page, video.id, () => video)
  const answered = Promise.withResolvers<void>()
  await page.route('**/ai-status', async route => {
    await answered.promise
    await route.fulfill({ status: 500, body: '' })
  })
  await page.goto(address(video))
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab('Highlights')).toHaveAttribute('aria-selected', 'true')
  answered.resolve()
  await expect(tab('Status')).toHaveAttribute('aria-selected', 'true')
})

test('failed, unfinished and published videos say what you can do', async ({ page }) => {
  await signUp(page, 'states.page@trailcut.example')
  const videos = everyStatus({ userId: await userIdOf(page) })
  const of = (status: Video['status']) => videos.find(video => video.status === status) as Video
  for (const status of ['failed', 'uploading', 'published'] as const)
    await serve(page, of(status).id, () => of(status))

  await page.goto(address(of('failed')))
  await expect(page.getByRole('alert')).toContainText('The end of the file is missing')
  await expect(page.getByRole('alert').getByRole('button', { name: 'Try anyway' })).toBeVisible()
  await lookAt(page, 'video-page-failed', page.getByRole('link', { name: 'Upload it again' }))
  await expect(page.getByRole('region', { name: 'AI Video Enhancement' })).toHaveCount(0)

  await page.goto(address(of('uploading')))
  await lookAt(page, 'video-page-uploading', page.getByRole('link', { name: 'Open Upload' }))

  await page.goto(`${address(of('published'))}?tab=details`)
  await lookAt(page, 'video-page-published', page.getByRole('region', { name: 'Revenue' }))
  await expect(page.getByRole('region', { name: 'Revenue' })).toContainText('$80.85')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('dialog', { name: "A published video can't be deleted" })).toBeVisible()
})
