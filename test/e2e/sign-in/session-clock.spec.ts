import { choose } from '../accounts.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { base } from '../support.ts'

interface Timer {
  /** when it was set and for how long, in ms of the page's clock */
  at: number
  delay: number
}

/** Installs a fake clock in every page and records each timer. */
async function underTheClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') })
  await page.addInitScript(() => {
    const timers: { at: number; delay: number }[] = []
    Object.assign(window, { timers })
    const set = window.setTimeout
    window.setTimeout = ((run: () => void, delay = 0, ...rest: []) => {
      timers.push({ at: Date.now(), delay })
      return set(run, delay, ...rest)
    }) as typeof window.setTimeout
  })
}

/** The last timer set with this delay. */
const timerOf = (page: Page, delay: number): Promise<Timer | undefined> =>
  page.evaluate(
    wanted => (Reflect.get(window, 'timers') as Timer[]).findLast(timer => timer.delay === wanted),
    delay,
  )

/** Runs the page's clock to 1 ms before the timer fires, calls back, then runs past it. */
async function runOver(page: Page, { at, delay }: Timer, before: () => Promise<void>): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.runFor(at + delay - 1 - now)
  await before()
  await page.clock.runFor(1)
}

for (const path of ['/creator-dashboard', '/upload'])
  test(`signed out at ${path}: goes to the sign-in page after 500 ms and not before`, async ({ page }) => {
    await underTheClock(page)
    await page.clock.pauseAt(new Date('2026-11-21T12:00:01Z'))
    const logins: string[] = []
    page.on('request', request => {
      if (new URL(request.url()).pathname === '/api/login') logins.push(request.url())
    })
    await page.goto(base() + path)
    await expect(async () => {
      await page.clock.runFor(5)
      expect(await timerOf(page, 500)).toBeDefined()
    }).toPass({ intervals: [20] })
    const timer = (await timerOf(page, 500)) as Timer
    await runOver(page, timer, async () => {
      expect(page.url()).toBe(base() + path)
      expect(logins).toEqual([])
    })
    await page.waitForURL(/\/interaction\//)
    expect(logins).toEqual([`${base()}/api/login?returnTo=${encodeURIComponent(path)}`])
  })

test('a failed sign-up shows its toast for 5000 ms', async ({ page }) => {
  await underTheClock(page)
  await page.route('**/api/auth/simple-signup', route => route.fulfill({ status: 500, body: '' }))
  await page.goto(base())
  await page.getByLabel('Email address').first().fill('timed@trailcut.example')
  await page.getByRole('button', { name: 'Start Creating Content' }).first().click()
  await staysFor(page, 'Please try again.', 5000)
})

test('a rejected credential shows its toast for 5000 ms, a sign-in with Google for 3000 ms', async ({
  page,
}) => {
  await underTheClock(page)
  await page.goto(base())
  const byButton = async (verified: boolean) => {
    const opened = page.waitForEvent('popup')
    await page.locator('.trailcut-gsi-button').first().click()
    await choose(await opened, 'timed.google@trailcut.example', { verified })
  }
  await byButton(false)
  await staysFor(
    page,
    "This account's email address isn't verified. Verify it first, then sign in again.",
    5000,
  )
  await page.clock.resume()
  await byButton(true)
  await staysFor(page, 'Successfully signed in with Google', 3000)
})

test("after the provider's page, the greeting shows for 3000 ms", async ({ page }) => {
  await underTheClock(page)
  await page.goto(base())
  await page.getByRole('banner').getByRole('button', { name: 'Sign in with Google' }).click()
  await choose(page, 'timed.page@trailcut.example')
  await staysFor(page, 'Successfully signed in with Google', 3000)
})

/** Expects the toast to stay until the last millisecond, then close. */
async function staysFor(page: Page, words: string, delay: number): Promise<void> {
  const text = page.getByRole('listitem').getByText(words, { exact: true })
  await expect(text).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  const timer = (await timerOf(page, delay)) as Timer
  await runOver(page, timer, () => expect(text).toBeVisible())
  await expect(text).toHaveCount(0)
}
