import type { z } from 'zod'
import type { aiStatusAnswer } from '#contract/videos.ts'
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

/** The panel of a video whose analysis stands as `status` says, which may change. */
export async function openPanel(page: Page, status: () => AiStatusAnswer, until?: Promise<void>) {
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

export interface Asked {
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
export async function expectAskedEvery(page: Page, everyMs: number): Promise<void> {
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
