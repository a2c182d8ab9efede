import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { z } from 'zod'
import type { AiHighlightsAnswer } from '#contract/analysis.ts'
import type { NotificationPreferences } from '#contract/notifications.ts'
import type { aiStatusAnswer } from '#contract/videos.ts'
import { makeClip } from '../../media/clip.ts'
import { expect, type Page, test } from '../fixtures.ts'
import {
  everyNotification,
  everyStatus,
  sampleClips,
  sampleVideo,
  serveNotifications,
  serveVideos,
} from '../sample-videos.ts'
import { base, signInStaff, signUp } from '../support.ts'

test.use({ serviceWorkers: 'block' })

test('details: every field, what each status means, the revenue of a published video', async ({ page }) => {
  await signUp(page, 'details.rider@trailcut.example')
  const videos = everyStatus()
  await serveVideos(page, videos)
  const explanations: Record<string, string> = {
    published: 'Your video is live and earning revenue.',
    approved: 'Selected for editing. You will be told when it is published.',
    draft: 'Upload complete. Your video is awaiting review by our team.',
    pending: 'Your video is in the review queue.',
    processing: 'Your video is being processed. You can leave this page.',
    uploading: 'The file has not arrived completely. Open Upload to go on with it.',
    rejected: 'Our reviewers did not select this video.',
    failed: 'This video could not be processed.',
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

test('previews: processing with its stream status, compilation and its badges', async ({ page }) => {
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

test('every type of notification has its icon and its name', async ({ page }) => {
  await signUp(page, 'icons.rider@trailcut.example')
  await serveNotifications(page, everyNotification())
  await page.goto(`${base()}/inbox`)
  const icons = {
    'Your clip was selected': ['Clip selected', 'clapperboard'],
    'Your video is live': ['Video published', 'radio'],
    'You earned $100': ['Earnings milestone', 'trophy'],
    'Your payout is on its way': ['Payout processed', 'banknote'],
  } as const
  for (const [title, [type, icon]] of Object.entries(icons)) {
    const item = page.getByRole('listitem').filter({ hasText: title })
    await expect(item.getByText(type, { exact: true })).toBeAttached()
    await expect(item.locator(`svg.lucide-${icon}`)).toBeVisible()
  }
})

test('what one is told of is chosen by type and channel, and kept', async ({ page }) => {
  await signUp(page, 'choice.rider@trailcut.example')
  await page.goto(`${base()}/inbox`)
  await page.getByRole('link', { name: 'Preferences' }).click()
  const table = page.getByRole('region', { name: 'Notifications', exact: true }).getByRole('table')
  await expect(table).toBeInViewport()
  await expect(table.getByRole('switch')).toHaveCount(12)
  const choice = (name: string) => table.getByRole('switch', { name, exact: true })
  for (const name of ['Clip selected: E-mail', 'Payout processed: In app']) {
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
  await expect(choice('Clip selected: E-mail')).not.toBeChecked()
  await expect(choice('Clip selected: In app')).toBeChecked()

  await page.route('**/api/notifications/preferences', route =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await choice('Clip selected: In app').click()
  await expect(page.getByText('Not Saved', { exact: true }).first()).toBeVisible()
  await expect(choice('Clip selected: In app')).toBeChecked()
})

type AiStatusAnswer = z.infer<typeof aiStatusAnswer>
const notStarted: AiStatusAnswer = {
  aiProcessingStatus: null,
  aiProcessingError: null,
  aiProcessingStarted: null,
  aiProcessingCompleted: null,
  aiViralPotentialScore: null,
  aiGeneratedTitle: null,
  aiGeneratedDescription: null,
  aiGeneratedTags: null,
  progress: 0,
  stage: null,
  completed: false,
}

/** The panel of a video whose analysis stands as `status` says, which may change. */
async function openPanel(page: Page, status: () => AiStatusAnswer, until?: Promise<void>) {
  const video = sampleVideo(0, { title: 'Ridge loop', aiEnhanced: true })
  await serveVideos(page, [video])
  const asked: number[] = []
  await page.route('**/ai-status', async route => {
    asked.push(Date.now())
    await until
    return route.fulfill({ json: status() })
  })
  await page.goto(`${base()}/?ai=${video.id}`)
  const dialog = page.getByRole('dialog', { name: 'AI Enhancement - Ridge loop' })
  await expect(dialog.getByRole('tab', { name: 'Status' })).toBeVisible()
  return { dialog, asked }
}

test('AI panel: not started, refused, started, under way, failed', async ({ page }) => {
  await signUp(page, 'start.rider@trailcut.example')
  let status = notStarted
  const { dialog } = await openPanel(page, () => status)
  await expect(dialog.getByText('Not Started', { exact: true })).toBeVisible()
  await expect(dialog.getByText('N/A')).toHaveCount(2)

  let answer = {
    status: 503,
    json: { code: 'unavailable', message: 'The analysis is being updated.' } as object,
  }
  await page.route('**/ai-analyze', route => route.fulfill(answer))
  const start = dialog.getByRole('button', { name: 'Start AI Analysis' })
  const toast = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await start.click()
  await toast('Analysis Failed')
  await toast('The analysis is being updated.')
  answer = { status: 500, json: {} }
  await start.click()
  await toast('Failed to start AI analysis')

  answer = { status: 200, json: { runId: 'run', aiProcessingStatus: 'processing' } }
  status = { ...notStarted, aiProcessingStatus: 'processing', progress: 42, stage: 'reading the picture' }
  await start.click()
  await toast('AI Analysis Started')
  await toast('Your video is being analyzed for viral optimization.')
  await expect(dialog.getByText('Analyzing video content...')).toBeVisible()
  await expect(dialog.getByText('This may take a few minutes depending on video length')).toBeVisible()
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42')

  status = {
    ...notStarted,
    aiProcessingStatus: 'failed',
    aiProcessingError: 'The picture could not be read.',
  }
  await expect(dialog.getByText('AI Processing Failed')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('The picture could not be read.')
  await expect(start).toBeVisible()
})

test('AI panel: nothing found says so', async ({ page }) => {
  await signUp(page, 'nothing.rider@trailcut.example')
  const found: AiHighlightsAnswer = {
    highlights: [],
    editingSuggestions: [],
    sceneDetection: [],
    curve: { stepSeconds: 1, values: [] },
    viralPotential: { score: 0.1, parts: [] },
    telemetry: null,
    abstained: 'Nothing in this ride stands out from the rest of it.',
  }
  await page.route('**/ai-highlights', route => route.fulfill({ json: found }))
  const { dialog } = await openPanel(page, () => ({
    ...notStarted,
    aiProcessingStatus: 'completed',
    aiProcessingCompleted: '2026-10-14T12:00:00.000Z',
    completed: true,
    progress: 100,
  }))
  await dialog.getByRole('tab', { name: 'Highlights' }).click()
  await expect(dialog.getByText('No highlights detected yet')).toBeVisible()
  await dialog.getByRole('tab', { name: 'Analysis' }).click()
  await expect(dialog.getByText('No scene analysis available yet')).toBeVisible()
})

test('AI panel: a pressed tab stays open when the results arrive', async ({ page }) => {
  await signUp(page, 'stays.rider@trailcut.example')
  const held = Promise.withResolvers<void>()
  const { dialog } = await openPanel(
    page,
    () => ({ ...notStarted, aiProcessingStatus: 'completed', completed: true, progress: 100 }),
    held.promise,
  )
  const status = dialog.getByRole('tab', { name: 'Status' })
  await status.click()
  held.resolve()
  await expect(dialog.getByText('Complete', { exact: true })).toBeVisible()
  await expect(status).toHaveAttribute('aria-selected', 'true')
})

interface Asked {
  /** by the page's own clock, ms */
  at: number
  answered: boolean
}
declare global {
  interface Window {
    asked: Asked[]
  }
}

/** From the next page on, notes on the page itself when it asks how an analysis stands, and when it has the answer. */
const noteAsking = (page: Page) =>
  page.addInitScript(() => {
    window.asked = []
    const ask = window.fetch
    window.fetch = async (...request) => {
      const { pathname } = new URL(
        String(request[0] instanceof Request ? request[0].url : request[0]),
        location.href,
      )
      if (!pathname.endsWith('/ai-status')) return ask(...request)
      const asked = { at: Date.now(), answered: false }
      window.asked.push(asked)
      const answer = await ask(...request)
      const { port1, port2 } = new MessageChannel()
      // A task later the page's own reader has the body too. Timers stand still, messages do not.
      port1.onmessage = () => {
        asked.answered = true
      }
      void answer
        .clone()
        .text()
        .then(() => port2.postMessage(null))
      return answer
    }
  })

/**
 * Stops the page's clock and runs it on in short steps, none while an answer is on its way: on however slow a machine,
 * the clock shows only what the page waits by itself. Expects three questions, each `everyMs` after the one before.
 */
async function expectAskedEvery(page: Page, everyMs: number): Promise<void> {
  const asked = () => page.evaluate(() => window.asked)
  const untilAnswered = () =>
    expect.poll(async () => (await asked()).every(one => one.answered), { intervals: [20] }).toBe(true)
  await page.clock.pauseAt(Date.now() + 60_000)
  await untilAnswered()
  const before = (await asked()).length
  // The first of these begins where the clock was stopped, which may be anywhere between two questions.
  for (let step = 0; step < (5 * everyMs) / 50 && (await asked()).length < before + 4; step++) {
    await page.clock.runFor(50)
    await untilAnswered()
  }
  const times = (await asked()).slice(before).map(one => one.at)
  expect(times).toHaveLength(4)
  for (let at = 1; at < times.length; at++) {
    const gap = (times[at] ?? 0) - (times[at - 1] ?? 0)
    expect(gap).toBeGreaterThanOrEqual(everyMs)
    expect(gap).toBeLessThanOrEqual(everyMs + 200)
  }
}

test('the panel asks every 5 s while the analysis runs, and not after', async ({ page }) => {
  await signUp(page, 'poll.rider@trailcut.example')
  await page.clock.install()
  await noteAsking(page)
  let status: AiStatusAnswer = { ...notStarted, aiProcessingStatus: 'processing', progress: 10 }
  const { dialog, asked } = await openPanel(page, () => status)
  await expect(dialog.getByText('Analyzing video content...')).toBeVisible()
  await expectAskedEvery(page, 5000)
  status = { ...notStarted, aiProcessingStatus: 'failed', aiProcessingError: 'It broke.' }
  const last = page.waitForResponse('**/ai-status')
  await page.clock.runFor(5000)
  await last
  await page.clock.resume()
  await expect(dialog.getByText('It broke.')).toBeVisible()
  const before = asked.length
  await page.clock.runFor(30_000)
  expect(asked.length).toBe(before)
})

test('beside an upload the analysis is asked for every 3 s', async ({ page }) => {
  const clip = await makeClip(path.join(mkdtempSync(path.join(os.tmpdir(), 'trailcut-states-')), 'poll.mp4'))
  await signUp(page, 'poll.upload@trailcut.example')
  await page.clock.install()
  await noteAsking(page)
  await page.route('**/ai-status', route =>
    route.fulfill({ json: { ...notStarted, aiProcessingStatus: 'processing', progress: 10 } }),
  )
  await page.goto(`${base()}/upload`)
  await page.setInputFiles('input[type=file]', clip)
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText('Analyzing video content...')).toBeVisible()
  await expectAskedEvery(page, 3000)
})
