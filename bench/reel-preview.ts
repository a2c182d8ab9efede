/**
 * How soon the preview of a reel plays: from the press of "Play preview" to its first new picture, next to the page's own
 * player, from the press of "Play". Both play a new visitor's first video: nothing of it is in the browser's cache.
 * Median of five rounds; the goal is 2 seconds.
 *   node bench/reel-preview.ts (after npm start has built the web app)
 */
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { type ServerProcess, startServerProcess } from '#test/harness/server-process.ts'
import type { ApiClient } from '../scripts/lib/api-client.ts'
import { riderWithRide, windowOf } from './ride-page.ts'

const rounds = 5
/** seconds */
const goal = 2

/** The part of a video element used here. */
interface Showing {
  requestVideoFrameCallback(shown: (now: number, frame: { mediaTime: number }) => void): void
  currentTime: number
}

/** Seconds from a press until the video shows two pictures in a row, so that it plays and is not just a still. */
async function untilPlaying(video: Locator, press: () => Promise<void>): Promise<number> {
  const from = performance.now()
  const [, seconds] = await Promise.all([
    press(),
    video
      .evaluate(
        (element: Showing) =>
          new Promise<void>(resolve => {
            let last: number | undefined
            const look = (_now: number, { mediaTime }: { mediaTime: number }) => {
              if (last !== undefined && mediaTime > last && mediaTime - last < 0.5) return resolve()
              last = mediaTime
              element.requestVideoFrameCallback(look)
            }
            element.requestVideoFrameCallback(look)
          }),
      )
      .then(() => (performance.now() - from) / 1000),
  ])
  return seconds
}

async function visit(browser: Browser, server: ServerProcess, client: ApiClient, id: string) {
  const context = await windowOf(browser, server, client, { width: 1440, height: 900 })
  const page = await context.newPage()
  await page.goto(`${server.url}/v/${id}#reels`)
  return { page, close: () => context.close() }
}

async function preview(page: Page): Promise<number> {
  await page.getByRole('region', { name: 'Your reels' }).getByRole('button', { name: 'Make a reel' }).click()
  const maker = page.getByRole('dialog', { name: 'Make a reel' })
  await maker
    .getByRole('button', { name: /^Add .+, \d+:\d\d$/ })
    .first()
    .click()
  const video = maker.getByRole('img', { name: 'Preview of the reel' }).locator('video')
  await video.waitFor()
  return untilPlaying(video, () => maker.getByRole('button', { name: 'Play preview' }).click())
}

async function player(page: Page): Promise<number> {
  const play = page.getByRole('button', { name: /^Play/ }).first()
  await play.waitFor()
  const from = performance.now()
  await play.click()
  const video = page.locator('video').first()
  await video.waitFor()
  const rest = performance.now() - from
  return rest / 1000 + (await untilPlaying(video, () => Promise.resolve()))
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const server = await startServerProcess()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-gpu',
    '--autoplay-policy=no-user-gesture-required',
  ],
})
try {
  const { client, id } = await riderWithRide(server)
  const times = { preview: [] as number[], player: [] as number[] }
  for (let round = 0; round < rounds; round++)
    for (const [name, measure] of Object.entries({ preview, player })) {
      const { page, close } = await visit(browser, server, client, id)
      times[name as keyof typeof times].push(await measure(page))
      await close()
    }
  const [own, reference] = [median(times.preview), median(times.player)]
  const list = (values: readonly number[]) => values.map(value => value.toFixed(2)).join(', ')
  console.log(`preview of a reel  ${own.toFixed(2)} s (${list(times.preview)})`)
  console.log(`the page's player  ${reference.toFixed(2)} s (${list(times.player)})`)
  console.log(`ratio ${(own / reference).toFixed(2)}; at most ${goal} s: ${own <= goal ? 'kept' : 'missed'}`)
  if (own > goal) process.exitCode = 1
} finally {
  await browser.close()
  await server.stop()
}
