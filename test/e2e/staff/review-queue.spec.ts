import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { serverDatabase } from '../server-database.ts'
import { base, userIdOf } from '../support.ts'
import { makeAnalyzed, openAsRider, openAsStaff } from './staff-support.ts'

/** Rides in the queue; 200 are an evening's work. */
const rides = Number(process.env.REVIEWED_RIDES ?? 16)
/** Two disturb each other; one alone shows what the page takes. */
const people = (['moderator', 'admin'] as const).slice(0, Number(process.env.REVIEWERS ?? 2))
test.describe.configure({ timeout: 60_000 + rides * 12_000 })
runOnOwnServer()

declare global {
  interface Window {
    /** milliseconds from each A to the next ride that can be decided, as the page itself sees them */
    decisionTimes: number[]
  }
}

/** Lets the page take the time of each decision: until the next ride can be decided, or says who was faster. */
function takeTimes(): void {
  window.decisionTimes = []
  window.addEventListener('keydown', ({ key }) => {
    if (key !== 'a') return
    const from = performance.now()
    const here = location.search
    let stayed = 0
    const look = () => {
      const button = document.querySelector<HTMLButtonElement>('[aria-keyshortcuts=A]')
      const moved = location.search !== here
      const decided = button?.textContent?.startsWith('Approved')
      // For a frame or two the page shows the decision before it goes on to the next ride.
      if (decided && !moved) stayed++
      if (stayed > 30 || (moved && button && (decided || !button.disabled)))
        window.decisionTimes.push(performance.now() - from)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** Bytes of JavaScript objects in use. */
async function heapOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  await cdp.detach()
  return usedSize
}

/** Approves by keyboard until nothing waits: A, or J where someone else was faster. */
async function review(page: Page): Promise<{ times: number[]; grown: number }> {
  await page.goto(`${base()}/admin/ai-highlights`)
  await expect(page.getByRole('navigation', { name: 'AI-processed videos' })).toBeVisible()
  await page.evaluate(takeTimes)
  await page.keyboard.press('j')
  const button = page.locator('[aria-keyshortcuts=A]')
  const decided = button.and(page.getByRole('button', { name: 'Approved', exact: true }))
  let heap = 0
  for (let count = 0; ; ) {
    await expect(decided.or(button.and(page.locator(':enabled')))).toBeVisible()
    if (await decided.isVisible()) {
      const before = page.url()
      await page.keyboard.press('j')
      // J stays on the last ride.
      if (before === page.url()) break
      continue
    }
    await page.keyboard.press('a')
    count++
    await page.waitForFunction(n => window.decisionTimes.length >= n, count)
    if (count === 5) heap = await heapOf(page)
  }
  const times = await page.evaluate(() => window.decisionTimes)
  return { times, grown: (await heapOf(page)) - heap }
}

test(`${rides} rides are reviewed by keyboard by ${people.length} at once, none twice and without a scroll`, async ({
  browser,
}) => {
  const rider = await openAsRider(browser, 'queue.rider@trailcut.example')
  const titles = Array.from({ length: rides }, (_, index) => `Ride ${index + 1}`)
  await makeAnalyzed(rider, titles)
  const staff = await Promise.all(people.map(role => openAsStaff(browser, role)))
  const reviewed = await Promise.all(staff.map(review))
  const times = reviewed.flatMap(one => one.times).sort((a, b) => a - b)
  const grown = reviewed.map(one => `${(one.grown / 1e6).toFixed(1)} MB`).join(', ')
  const median = Math.round(times[Math.floor(times.length / 2)] ?? 0)
  console.log(`${times.length} keys for ${rides} rides, ${median} ms to the next, heap grown by ${grown}`)
  // Following the list may round by a pixel.
  for (const page of staff) expect(await page.evaluate(() => window.scrollY)).toBeLessThan(2)
  const decisions = await serverDatabase()
    .selectFrom('videos as v')
    .leftJoin('review_decisions as d', 'd.video_id', 'v.id')
    .select(({ fn }) => ['v.status', fn.count<number>('d.id').as('times')])
    .where('v.user_id', '=', await userIdOf(rider))
    .groupBy('v.id')
    .execute()
  expect(decisions).toEqual(titles.map(() => ({ status: 'approved', times: 1 })))
})
