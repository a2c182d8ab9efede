import { appendFileSync, mkdtempSync, statSync, utimesSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startProxy, type TestProxy } from '../../harness/proxy.ts'
import { makeClip } from '../../media/clip.ts'
import { type BrowserContext, expect, type Page, test } from '../fixtures.ts'
import { base, signUp } from '../support.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-faults-'))
const clip = path.join(folder, 'long way.mp4')
export const megabyte = 1024 * 1024
/** Sent in two parts of at most 8 MiB. */
const padding = 12 * megabyte

let size = 0

/** Each fault gets its own upload; one rider uploads them all. */
export interface Faults {
  page: Page
  /** What stands between browser and server: a part that Playwright intercepts costs seconds of processor time. */
  line: TestProxy
}

export function setFaults(email: string): Faults {
  const faults = {} as Faults
  let context: BrowserContext
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async ({ browser }) => {
    await makeClip(clip)
    const box = Buffer.alloc(padding)
    box.writeUInt32BE(padding)
    // An empty box at the end of the MP4 makes a large file of a short video.
    box.write('free', 4)
    appendFileSync(clip, box)
    size = statSync(clip).size
    faults.line = await startProxy(Number(new URL(base()).port))
    context = await browser.newContext({ serviceWorkers: 'block' })
    faults.page = await context.newPage()
    await signUp(faults.page, email)
  })
  test.afterAll(async () => {
    await context.close()
    await faults.line.stop()
  })
  test.afterEach(async () => {
    delete faults.line.refuse
    await faults.page.unrouteAll({ behavior: 'ignoreErrors' })
  })
  return faults
}

/** Makes the file that is being uploaded look changed on disk to the browser. */
export const touchFile = () => utimesSync(clip, new Date(), new Date(Date.now() + 60_000))

export async function begin(on: Page, at: string, title: string): Promise<void> {
  await on.goto(`${at}/upload`)
  // An unfinished upload may show a chooser of its own.
  await on.getByRole('region', { name: 'Choose a video' }).locator('input[type=file]').setInputFiles(clip)
  await on.getByLabel('Title').fill(title)
  await on.getByRole('button', { name: /^Upload (Video|anyway)$/ }).click()
}

/** Records each part that the browser sends. `refuse` says how the line refuses one, or nothing to let it pass. */
export function watchParts(
  line: TestProxy,
  refuse: (part: number) => ReturnType<NonNullable<TestProxy['refuse']>> = () => undefined,
) {
  const parts: { offset: number; at: number }[] = []
  line.refuse = ({ method, url, headers }) => {
    if (method !== 'PATCH' || !url?.startsWith('/api/uploads/')) return
    parts.push({ offset: Number(headers['upload-offset']), at: Date.now() })
    return refuse(parts.length)
  }
  return parts
}

/**
 * Counts the parts that the page sends. Chromium itself repeats one that gets a 408 or no answer on a connection that it
 * used before, which only the line sees.
 */
export function countParts(on: Page): () => number {
  let sent = 0
  on.on('request', request => {
    if (request.method() === 'PATCH' && request.url().includes('/api/uploads/')) sent++
  })
  return () => sent
}

/** Expects the message of the contract on the page and in an 'Upload Failed' toast. */
export async function expectFailure(on: Page, message: string): Promise<void> {
  await expect(on.getByRole('alert').getByText(message, { exact: true }).first()).toBeVisible({
    // On a slow machine the parts before the failing one take their time.
    timeout: 90_000,
  })
  await expect(on.getByText('Upload Failed', { exact: true }).first()).toBeVisible()
}

/** Expects a completed upload, with every byte stored under its title. */
export async function expectWhole(on: Page, at: string, title: string): Promise<void> {
  await expect(on.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
  const videos = (await (await on.request.get(`${at}/api/videos/my`)).json()) as {
    title: string
    fileSize: number
  }[]
  expect(videos.find(video => video.title === title)?.fileSize).toBe(size)
}

/** A 3 MB/s connection, slow enough to interrupt in the middle of an upload. */
export async function slowConnection(on: Page) {
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

export const percent = async (on: Page) =>
  Number(await on.getByRole('progressbar').first().getAttribute('aria-valuenow'))

export const attempts = 'Upload failed after multiple attempts. Please check your connection and try again.'
