import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { AiHighlightsAnswer } from '#contract/analysis.ts'
import { makeClip } from '../../media/clip.ts'
import { expect, test } from '../fixtures.ts'
import { base, signUp } from '../support.ts'
import {
  type AiStatusAnswer,
  expectAskedEvery,
  noteAsking,
  notStarted,
  openPanel,
} from './creator-states-setup.ts'

test.use({ serviceWorkers: 'block' })

test('AI panel: not started, refused, started, in progress, failed', async ({ page }) => {
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

test('AI panel: while a video arrives, the analysis starts by itself and there is no start button', async ({
  page,
}) => {
  await signUp(page, 'arriving.rider@trailcut.example')
  const { dialog } = await openPanel(page, () => notStarted, {
    of: { status: 'processing', aiProcessingStatus: null },
  })
  await expect(dialog.getByText('Analysis starts automatically in a moment.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Start AI Analysis' })).toHaveCount(0)
})

test('AI panel: an empty result says so', async ({ page }) => {
  await signUp(page, 'nothing.rider@trailcut.example')
  const found: AiHighlightsAnswer = {
    version: 6,
    highlights: [],
    compilations: [],
    editingSuggestions: [],
    sceneDetection: [],
    curve: { stepSeconds: 1, values: [] },
    viralPotential: { score: 0.1, parts: [] },
    telemetry: null,
    abstained: 'Nothing in this ride stands out from the rest of it.',
    safety: [],
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

test('AI panel: a possible crash is a note to the rider, not a highlight', async ({ page }) => {
  await signUp(page, 'crash.rider@trailcut.example')
  const found: AiHighlightsAnswer = {
    version: 10,
    highlights: [],
    compilations: [],
    editingSuggestions: [],
    sceneDetection: [],
    curve: { stepSeconds: 1, values: [] },
    viralPotential: { score: 0.1, parts: [] },
    telemetry: null,
    abstained: 'Nothing in this ride stands out from the rest of it.',
    safety: [
      {
        ...{ kind: 'impact', time: 72, stillSeconds: 40, value: 8.2 },
        text: 'A hit of 8.2 g, then no movement for 40 s.',
      },
    ],
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
  const note = dialog.getByRole('status').filter({ hasText: 'Possible crash at 1:12' })
  await expect(note).toContainText('A hit of 8.2 g, then no movement for 40 s.')
  await expect(note.getByRole('button', { name: 'Go to 1:12' })).toBeVisible()
})

test('AI panel: the selected tab stays open when the results arrive', async ({ page }) => {
  await signUp(page, 'stays.rider@trailcut.example')
  const held = Promise.withResolvers<void>()
  const { dialog } = await openPanel(
    page,
    () => ({ ...notStarted, aiProcessingStatus: 'completed', completed: true, progress: 100 }),
    { until: held.promise },
  )
  const status = dialog.getByRole('tab', { name: 'Status' })
  await status.click()
  held.resolve()
  await expect(dialog.getByText('Complete', { exact: true })).toBeVisible()
  await expect(status).toHaveAttribute('aria-selected', 'true')
})

test('the panel polls every 5 s while the analysis runs, and then stops', async ({ page }) => {
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

test('next to an upload, the panel offers no start button and polls every 3 s', async ({ page }) => {
  const clip = await makeClip(path.join(mkdtempSync(path.join(os.tmpdir(), 'trailcut-states-')), 'poll.mp4'))
  await signUp(page, 'poll.upload@trailcut.example')
  await page.clock.install()
  await noteAsking(page)
  let status = notStarted
  await page.route('**/ai-status', route => route.fulfill({ json: status }))
  await page.goto(`${base()}/upload`)
  await page.setInputFiles('input[type=file]', clip)
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
  await expect(page.getByText('Analysis starts automatically in a moment.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start AI Analysis' })).toHaveCount(0)
  status = { ...notStarted, aiProcessingStatus: 'processing', progress: 10 }
  await expect(page.getByText('Analyzing video content...')).toBeVisible()
  await expectAskedEvery(page, 3000)
})
