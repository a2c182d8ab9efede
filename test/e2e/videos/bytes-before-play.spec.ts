import { signInTo } from '../accounts.ts'
import { type Browser, expect, type Page, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { serverDatabase } from '../server-database.ts'
import { base, userIdOf } from '../support.ts'

/** What a video's page may fetch as scripts before play is pressed, response headers included. */
const mostBytes = 150_000

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

interface Arrived {
  name: string
  bytes: number
}

/** Kinds of requests after which a page may fetch another script. */
const leading = ['Document', 'Script', 'Fetch', 'XHR', 'Other']

/** Lists the scripts of a page as they arrive, and the requests that it still waits for. */
async function watchScripts(page: Page): Promise<{ scripts: Arrived[]; waiting: Map<string, string> }> {
  const cdp = await page.context().newCDPSession(page)
  const names = new Map<string, string>()
  const scripts: Arrived[] = []
  const waiting = new Map<string, string>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type && leading.includes(type)) waiting.set(requestId, request.url)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('.js')) names.set(requestId, pathname)
  })
  // A body that nobody reads, as of a refusal, never finishes.
  cdp.on('Network.responseReceived', ({ requestId }) => !names.has(requestId) && waiting.delete(requestId))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    waiting.delete(requestId)
    const name = names.get(requestId)
    if (name) scripts.push({ name, bytes: encodedDataLength })
  })
  cdp.on('Network.loadingFailed', ({ requestId }) => void waiting.delete(requestId))
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  return { scripts, waiting }
}

/** Opens a video's page with nothing in the cache. @returns bytes of the scripts that arrive until it rests */
async function bytesBeforePlay(page: Page, id: string): Promise<number> {
  const { scripts, waiting } = await watchScripts(page)
  await page.goto(`${base()}/v/${id}`)
  await expect(page.getByRole('button', { name: /^Play/ }).first()).toBeVisible()
  let last = 0
  await expect(() => {
    const before = last
    last = scripts.length
    expect([...waiting.values()]).toEqual([])
    expect(last).toBe(before)
  }).toPass({ intervals: [2500] })
  const sum = scripts.reduce((all, { bytes }) => all + bytes, 0)
  const list = scripts.sort((a, b) => b.bytes - a.bytes).map(({ name, bytes }) => `${bytes} ${name}`)
  await test.info().attach('scripts.txt', { body: [`${sum} in ${scripts.length}`, ...list].join('\n') })
  console.log(`${sum} bytes in ${scripts.length} scripts before play`)
  return sum
}

const phonePage = async (browser: Browser): Promise<Page> => (await browser.newContext(phone)).newPage()

test('the page of a video fetches at most 150 kB of scripts before play', async ({ browser }) => {
  const rider = await phonePage(browser)
  await signInTo(rider, 'bytes.rider@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(rider), 'Dry creek')
  expect(await bytesBeforePlay(rider, id)).toBeLessThanOrEqual(mostBytes)
  await serverDatabase()
    .updateTable('videos')
    .set({ status: 'published', published_at: new Date('2026-11-20T10:00:00Z') })
    .where('id', '=', id)
    .execute()
  expect(await bytesBeforePlay(await phonePage(browser), id)).toBeLessThanOrEqual(mostBytes)
})
