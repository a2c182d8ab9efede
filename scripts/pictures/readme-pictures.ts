/**
 * Makes the README's pictures from a running sandbox with an analyzed ride: screens of the product in light and dark,
 * and a short moving picture of the video's page. Needs CHROMIUM and ffmpeg; takes a few minutes.
 *   npm start, then npm run ride, then node scripts/pictures/readme-pictures.ts [NAME …]
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { api, videoPage } from '#contract/paths.ts'
import { ApiClient } from '../lib/api-client.ts'
import { rideLink } from '../lib/ride-link.ts'

const run = promisify(execFile)
const server = process.env.PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`
const out = path.resolve(import.meta.dirname, '../../docs/pictures')
const rider = 'sam@trailcut.example'
const reviewer = 'moderator@trailcut.example'
/** Other work on the machine may slow a page down. */
const patienceMs = 120_000
const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
/** The moving picture: where in the ride it begins, how long it is (seconds), frames a second, pixels. */
const moving = { from: 23, seconds: 6, fps: 8, width: 800 }
/** High enough for the plots below the player. */
const tall = { width: 1280, height: 1240 }

const only = process.argv.slice(2)
const wanted = (name: string) => only.length === 0 || only.includes(name)

const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args])

/** A person's browser window, signed in through the account chooser and led to `path`. */
async function openAs(
  browser: Browser,
  { email, videoId }: { email: string; videoId: string },
  look: { width: number; height: number; colorScheme: 'light' | 'dark' },
): Promise<{ page: Page; context: BrowserContext }> {
  const { colorScheme, ...viewport } = look
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  await page.goto(rideLink(server, videoId, email))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${videoPage(videoId)}`, { waitUntil: 'commit' })
  return { page, context }
}

/** @param until what has to be loaded; the landing page's own clip never stops loading */
async function keep(page: Page, folder: string, name: string, until: 'load' | 'networkidle' = 'networkidle') {
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.waitForLoadState(until)
  const png = path.join(folder, `${name}.png`)
  await page.screenshot({ path: png })
  await ffmpeg('-i', png, '-quality', '80', path.join(out, `${name}.webp`))
}

/** Plays the ride frame by frame, so that the picture does not depend on how busy the machine is. */
async function movingPicture(page: Page, folder: string, from: number): Promise<void> {
  for (let frame = 0; frame < moving.seconds * moving.fps; frame++) {
    await page.evaluate(`new Promise(resolve => {
      const video = document.querySelector('video')
      video.addEventListener('seeked', () => requestAnimationFrame(() => resolve()), { once: true })
      video.currentTime = ${from + frame / moving.fps}
    })`)
    await page.screenshot({ path: path.join(folder, `frame-${String(frame).padStart(3, '0')}.png`) })
  }
  await ffmpeg(
    ...['-framerate', String(moving.fps), '-i', path.join(folder, 'frame-%03d.png')],
    ...[
      '-vf',
      `scale=${moving.width}:-2:flags=lanczos`,
      '-c:v',
      'libwebp_anim',
      '-quality',
      '55',
      '-loop',
      '0',
    ],
    path.join(out, 'ride.webp'),
  )
}

const client = new ApiClient(server)
await client.signInAtChooser(rider)
const videos = await client.json<{ id: string; aiProcessingStatus: string }[]>(api.myVideos)
const videoId = videos.find(video => video.aiProcessingStatus === 'completed')?.id
if (!videoId) throw new Error(`${rider} has no analyzed ride: run npm run ride first`)

// A name as a rider would give it.
await client.json(api.updateVideo(videoId), {
  method: 'PATCH',
  body: JSON.stringify({ title: 'Snow run with two jumps' }),
  headers: { 'content-type': 'application/json' },
})
const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-pictures-'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_FULL ?? process.env.CHROMIUM ?? '',
  args: ['--no-sandbox'],
})
/** Each page a person opens, and what it is called; the address stays the ride's where none is given. */
const screens = [
  { name: 'video-light', email: rider, look: { ...desk, colorScheme: 'light' } },
  { name: 'phone-dark', email: rider, look: { ...phone, colorScheme: 'dark' }, address: '/' },
  {
    name: 'review-light',
    email: reviewer,
    look: { ...desk, colorScheme: 'light' },
    address: '/admin/ai-highlights',
    key: 'j',
  },
] as const
try {
  await mkdir(out, { recursive: true })
  if (wanted('ride')) {
    const dark = await openAs(browser, { email: rider, videoId }, { ...desk, colorScheme: 'dark' })
    await keep(dark.page, folder, 'video-dark')
    await dark.page.getByRole('button', { name: /^Play: / }).click()
    await dark.page.locator('video').first().waitFor()
    await dark.page.evaluate(`document.querySelector('video').pause()`)
    await dark.page.setViewportSize(tall)
    await movingPicture(dark.page, folder, moving.from)
    await dark.context.close()
  }
  if (wanted('landing-light')) {
    const visitor = await browser.newContext({
      viewport: desk,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    const landing = await visitor.newPage()
    await landing.goto(server)
    // The example below the headline is drawn once the page is alive.
    await landing.getByRole('slider').first().waitFor({ timeout: patienceMs })
    await keep(landing, folder, 'landing-light', 'load')
    await visitor.close()
  }
  for (const { name, email, look, ...more } of screens.filter(screen => wanted(screen.name))) {
    const { page, context } = await openAs(browser, { email, videoId }, look)
    if ('address' in more) await page.goto(server + more.address)
    if ('key' in more) {
      await page.waitForLoadState('networkidle')
      await page.keyboard.press(more.key)
      // The player and the timeline of what was opened.
      await page.getByRole('slider').first().waitFor()
      await page.getByRole('button', { name: /^Play/ }).first().waitFor()
      await page.waitForTimeout(2000)
    }
    await keep(page, folder, name)
    await context.close()
  }
  for (const name of ['ride', 'video-dark', 'landing-light', ...screens.map(screen => screen.name)])
    console.log(`${name}.webp ${Math.round((await stat(path.join(out, `${name}.webp`))).size / 1000)} kB`)
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
}
