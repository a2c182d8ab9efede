import type { z } from 'zod'
import type { aiStatusAnswer, Video } from '#contract/videos.ts'
import { expect, type Page } from '../fixtures.ts'
import { sampleVideo, serveVideos } from '../sample-videos.ts'
import { base } from '../support.ts'

export type AiStatusAnswer = z.infer<typeof aiStatusAnswer>

export const notStarted: AiStatusAnswer = {
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

/** Opens the AI panel of a video whose analysis has the status in `status`, which may change. */
export async function openPanel(
  page: Page,
  status: () => AiStatusAnswer,
  { until, of = {} }: { until?: Promise<void>; of?: Partial<Video> } = {},
) {
  const video = sampleVideo(0, { title: 'Ridge loop', aiEnhanced: true, ...of })
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

export interface Asked {
  /** in ms of the page's clock */
  at: number
  answered: boolean
}

declare global {
  interface Window {
    asked: Asked[]
  }
}

/** From the next page on, records in the page when it requests an analysis status and when the answer arrives. */
export const noteAsking = (page: Page) =>
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
      // One task later the page has read the body too. Timers are stopped, but messages aren't.
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
 * Stops the page's clock and advances it in short steps, waiting for pending answers: even on a slow machine,
 * the clock then measures only the page's own delays. Expects three requests, `everyMs` apart.
 */
export async function expectAskedEvery(page: Page, everyMs: number): Promise<void> {
  const asked = () => page.evaluate(() => window.asked)
  const untilAnswered = () =>
    expect.poll(async () => (await asked()).every(one => one.answered), { intervals: [20] }).toBe(true)
  await page.clock.pauseAt(Date.now() + 60_000)
  await untilAnswered()
  const before = (await asked()).length
  // The first interval starts where the clock happened to stop, so it isn't measured.
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
