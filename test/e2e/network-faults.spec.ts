import { appendFileSync, mkdtempSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, expect, type Page, type Route, test } from '@playwright/test'
import { startServerProcess } from '../harness/server-process.ts'
import { makeClip } from '../media/clip.ts'
import { base, expectSound, signUp } from './support.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-faults-'))
const clip = path.join(folder, 'long way.mp4')
const megabyte = 1024 * 1024
/** Sent in two parts of at most 8 MiB. */
const padding = 12 * megabyte

/** Each fault with an upload of its own, all by one rider. */
test.describe.configure({ mode: 'serial' })
let context: BrowserContext
let page: Page
let size = 0

test.beforeAll(async ({ browser }) => {
  await makeClip(clip)
  const box = Buffer.alloc(padding)
  box.writeUInt32BE(padding)
  // An empty box at the end of an MP4: the file is long, its video short.
  box.write('free', 4)
  appendFileSync(clip, box)
  size = statSync(clip).size
  context = await browser.newContext({ serviceWorkers: 'block' })
  page = await context.newPage()
  await signUp(page, 'faults.rider@trailcut.example')
})
test.afterAll(() => context.close())
test.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

async function begin(on: Page, at: string, title: string): Promise<void> {
  await on.goto(`${at}/upload`)
  // Beside an unfinished upload's own chooser, where there is one.
  await on.getByRole('region', { name: 'Choose a video' }).locator('input[type=file]').setInputFiles(clip)
  await on.getByLabel('Title').fill(title)
  await on.getByRole('button', { name: /^Upload (Video|anyway)$/ }).click()
}

/** Where each part that is sent begins, and what the browser is told of it: `answer` decides, null lets it pass. */
async function watchParts(on: Page, answer: (part: number, route: Route) => Promise<unknown> | null) {
  const parts: { offset: number; at: number }[] = []
  await on.route(/\/api\/uploads\//, (route, request) => {
    if (request.method() !== 'PATCH') return route.continue()
    parts.push({ offset: Number(request.headers()['upload-offset']), at: Date.now() })
    return answer(parts.length, route) ?? route.continue()
  })
  return parts
}

/** The message as the contract has it: in the page, and in a toast 'Upload Failed'. */
async function expectFailure(on: Page, message: string): Promise<void> {
  await expect(on.getByRole('alert').getByText(message, { exact: true }).first()).toBeVisible({
    timeout: 30_000,
  })
  await expect(on.getByText('Upload Failed', { exact: true }).first()).toBeVisible()
}

/** The upload ended well, and the server holds every byte of it under its title. */
async function expectWhole(on: Page, at: string, title: string): Promise<void> {
  await expect(on.getByRole('heading', { name: 'Upload complete' })).toBeVisible({ timeout: 60_000 })
  const videos = (await (await on.request.get(`${at}/api/videos/my`)).json()) as {
    title: string
    fileSize: number
  }[]
  expect(videos.find(video => video.title === title)?.fileSize).toBe(size)
}

/** A line of 3 MB a second, so that there is a middle of the upload to break it in. */
async function slowLine(on: Page) {
  const cdp = await on.context().newCDPSession(on)
  const line = (offline: boolean) =>
    cdp.send('Network.emulateNetworkConditions', {
      offline,
      latency: 5,
      downloadThroughput: -1,
      uploadThroughput: 3 * megabyte,
    })
  await cdp.send('Network.enable')
  await line(false)
  return { cut: () => line(true), mend: () => line(false) }
}

const percent = async (on: Page) =>
  Number(await on.getByRole('progressbar').first().getAttribute('aria-valuenow'))

const attempts = 'Upload failed after multiple attempts. Please check your connection and try again.'

for (const [status, message] of [
  [408, 'Upload timeout. Please try again with a smaller file or better connection.'],
  [429, 'Too many upload attempts. Please wait a moment and try again.'],
] as const)
  test(`${status} in mid-upload: its message, and on from where it stopped`, async () => {
    let broken = true
    const parts = await watchParts(page, (part, route) =>
      part > 1 && broken ? route.fulfill({ status, body: '' }) : null,
    )
    await begin(page, base(), `Fault ${status}`)
    await expectFailure(page, message)
    expect(parts).toHaveLength(2)
    await expect(page.getByLabel('Title')).toHaveValue(`Fault ${status}`)
    broken = false
    await page.getByRole('button', { name: 'Resume' }).click()
    await expectWhole(page, base(), `Fault ${status}`)
    expect(parts[2]?.offset).toBe(8 * megabyte)
  })

test('413 in mid-upload: its message with the size, and another file to choose', async () => {
  await watchParts(page, (part, route) => (part > 1 ? route.fulfill({ status: 413, body: '' }) : null))
  await begin(page, base(), 'Fault 413')
  await expectFailure(page, 'File is too large (13MB). Please reduce file size to under 500MB and try again.')
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  await expectSound(page, 'upload refused')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByText('Drop your ride here')).toBeVisible()
})

test('500 twice, then 200: tried again after one second and after two, and nobody is troubled', async () => {
  const parts = await watchParts(page, (part, route) =>
    part === 2 || part === 3 ? route.fulfill({ status: 500, body: '' }) : null,
  )
  await begin(page, base(), 'Fault 500')
  await expectWhole(page, base(), 'Fault 500')
  const [, second, third, fourth] = parts
  expect([second?.offset, third?.offset, fourth?.offset]).toEqual(Array(3).fill(8 * megabyte))
  expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(1000)
  expect((fourth?.at ?? 0) - (third?.at ?? 0)).toBeGreaterThanOrEqual(2000)
})

test('500 three times: told with the status, and kept', async () => {
  let broken = true
  const parts = await watchParts(page, (part, route) =>
    part > 1 && broken ? route.fulfill({ status: 500, body: '' }) : null,
  )
  await begin(page, base(), 'Fault 500 thrice')
  await expectFailure(page, 'Upload failed with status 500')
  expect(parts).toHaveLength(4)
  broken = false
  await page.getByRole('button', { name: 'Resume' }).click()
  await expectWhole(page, base(), 'Fault 500 thrice')
})

test('the browser refuses the video host: told apart from a broken line', async () => {
  // Another origin, which the content policy of the page does not name: refused before anything is sent.
  await page.route('**/api/videos/upload-url', async route => {
    const answer = await route.fetch()
    const body = await answer.json()
    const elsewhere = new URL(body.uploadUrl, base())
    elsewhere.hostname = 'localhost'
    await route.fulfill({ response: answer, json: { ...body, uploadUrl: elsewhere.href } })
  })
  await begin(page, base(), 'Fault CORS')
  await expectFailure(page, attempts)
  await expect(
    page.getByText(/^Your browser was not allowed to send the file to the video host\./),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
})

test('the answer never comes through: told so after two more attempts, and kept', async () => {
  let broken = true
  const parts = await watchParts(page, (part, route) => (part > 1 && broken ? route.abort('failed') : null))
  await begin(page, base(), 'Fault failed')
  await expectFailure(page, attempts)
  expect(parts).toHaveLength(4)
  await expect(page.getByText(/^The line is up but the server did not answer\./)).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Resume' }).click()
  await expectWhole(page, base(), 'Fault failed')
})

test('no upload address: told so, file and words are kept', async () => {
  await page.route('**/api/videos/upload-url', route => route.abort('failed'))
  await begin(page, base(), 'Fault address')
  await expect(
    page.getByRole('alert').getByText('Failed to create upload URL. Please try again.'),
  ).toBeVisible()
  await expect(
    page.getByText('Could not initialize upload. Please check your connection and try again.').first(),
  ).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Fault address')
  await expectSound(page, 'no upload address')
  await page.unroute('**/api/videos/upload-url')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectWhole(page, base(), 'Fault address')
})

test('the stream cannot be made: told so', async () => {
  await page.route(/\/api\/videos\/[^/]+\/status$/, async route => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), cfReadyToStream: false, cfProcessingStatus: 'error' },
    })
  })
  await begin(page, base(), 'Fault stream')
  await expectFailure(page, 'Video processing failed. Please try again.')
})

test('offline in mid-upload: told so, and on by itself when the line is back', async () => {
  const line = await slowLine(page)
  const parts = await watchParts(page, () => null)
  await begin(page, base(), 'Fault offline')
  await expect.poll(() => percent(page), { intervals: [50] }).toBeGreaterThan(45)
  await line.cut()
  await expectFailure(page, attempts)
  await expect(page.getByText(/^Your connection dropped\. What was sent is kept/)).toBeVisible()
  const before = parts.length
  await line.mend()
  await expect(page.getByText('Back Online', { exact: true }).first()).toBeVisible()
  await expectWhole(page, base(), 'Fault offline')
  expect(parts[before]?.offset).toBeGreaterThan(0)
})

test('the server restarts in mid-upload: what had arrived is kept', async ({ browser }) => {
  test.setTimeout(120_000)
  const before = await startServerProcess()
  const own = await browser.newContext({ serviceWorkers: 'block' })
  const rider = await own.newPage()
  await rider.goto(before.url)
  await rider
    .getByLabel(/e-?mail/i)
    .first()
    .fill('restart.rider@trailcut.example')
  await rider.getByRole('button', { name: 'Start Creating Content' }).first().click()
  await expect(rider.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  await slowLine(rider)
  const parts = await watchParts(rider, () => null)
  await begin(rider, before.url, 'Fault restart')
  await expect.poll(() => percent(rider), { intervals: [50] }).toBeGreaterThan(45)
  await before.kill()
  await expectFailure(rider, attempts)
  const sent = parts.length
  const after = await startServerProcess({
    dataDir: before.dataDir,
    port: Number(new URL(before.url).port),
  })
  await rider.getByRole('button', { name: 'Resume' }).click()
  await expectWhole(rider, after.url, 'Fault restart')
  expect(parts[sent]?.offset).toBeGreaterThan(0)
  await own.close()
  await after.stop()
})
