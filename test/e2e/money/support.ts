import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { recordViews, type ViewSample } from '#server/earnings/index.ts'
import { expect, type Page } from '../fixtures.ts'
import { serverDatabase } from '../server-database.ts'
import { base } from '../support.ts'

/** What the browser specs of money share. Views enter through the same function that publishing calls. */

/** Creates a video with only a title for the signed-in person. @returns its id */
export async function makeVideo(page: Page, title: string): Promise<string> {
  const answer = await page.request.post(`${base()}/api/videos/upload-url`, {
    data: { fileName: 'ride.mp4', title, description: '', category: 'utv' },
  })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { video: { id: string } }).video.id
}

/** Records a platform's view totals in the ledger. @param daysAgo when the platform reported the total */
export async function countViews(
  userId: string,
  samples: (Pick<ViewSample, 'views'> & Partial<ViewSample> & { daysAgo?: number })[],
): Promise<void> {
  const db = serverDatabase()
  for (const { daysAgo = 0, ...sample } of samples) {
    const now = new Date(Date.now() - daysAgo * 24 * 3600_000)
    // Samples from the future aren't counted.
    const sampledAt = sample.sampledAt ?? new Date(now.getTime() - 1000)
    const videoId = sample.videoId ?? randomUUID()
    const full: ViewSample = {
      ...{ userId, videoId, platform: 'youtube', postId: videoId, counter: 'public_views' },
      ...{ viralScore: 0, since: new Date(sampledAt.getTime() - 1), sampledAt },
      ...sample,
    }
    await db.transaction().execute(tx => recordViews(tx, now, [full]))
  }
}

/** Makes the next run of the worker ask the platforms for their figures, rather than within the hour. */
export async function countNow(): Promise<void> {
  const db = serverDatabase()
  await db
    .updateTable('publications')
    .set({ next_sample_at: new Date(0) })
    .where('state', '=', 'published')
    .execute()
}

/** Makes every scheduled publication due now. */
export async function dueNow(): Promise<void> {
  const now = new Date()
  await serverDatabase()
    .updateTable('publications')
    .set({ scheduled_for: now, next_at: now })
    .where('state', '=', 'scheduled')
    .execute()
}

/** Waits for `check` to pass, with the server asking the platforms right away rather than seconds later. */
export async function untilLive(check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await serverDatabase()
      .updateTable('publications')
      .set({ next_at: new Date() })
      .where('state', '=', 'processing')
      .where('lease_token', 'is', null)
      .execute()
    await check()
  }).toPass({ timeout: 180_000, intervals: [500] })
}

/** The output of `npm run ledger:check` for the running server. @throws when it finds a fault */
export async function checkBooks(): Promise<string> {
  const { PATH, HOME, TMPDIR } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/ledger-check.ts'], {
    env: { PATH, HOME, TMPDIR, DATABASE_URL: process.env.E2E_DATABASE_URL },
  })
  return stdout
}

/** Sets up payouts for the signed-in person on the Stripe sandbox's page. */
export async function setUpPayouts(page: Page): Promise<void> {
  await page.goto(`${base()}/earnings?tab=settings`)
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.getByRole('button', { name: 'Use test account' }).click()
  await page.waitForURL(`${base()}/earnings?destination=done`)
  await expect(page.getByText('Your Stripe account is ready for payouts.')).toBeVisible()
}

export const testCards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  poor: '4000 0000 0000 9995',
  asks: '4000 0025 0000 3155',
  /** Pays, and is disputed right away. */
  disputed: '4000 0000 0000 0259',
  /** Pays, and refunds to it come back an hour later. */
  refusesRefunds: '4000 0000 0000 5126',
  /** Pays, and its issuer warns about fraud right away. */
  warned: '4000 0000 0000 5423',
  /** Declines every payment that its owner doesn't confirm. */
  asksEveryTime: '4000 0027 6000 3184',
}

/** Fills the card form of the open dialog. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card number').fill(number)
  await dialog.getByLabel('Expiration date').fill('12 / 34')
  await dialog.getByLabel('Security code').fill('123')
}

/** Buys a plan, with a good card unless told otherwise. */
export async function subscribe(page: Page, name: 'Premium' | 'Pro', card = testCards.good): Promise<void> {
  await page.goto(`${base()}/premium`)
  await page.getByRole('button', { name: `Upgrade to ${name}` }).click()
  await fillCard(page, card)
  await page.getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** The parts of the plans page. */

export const plan = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const pay = (page: Page) => dialog(page).getByRole('button', { name: 'Subscribe Now' })
export const yourPlan = (page: Page) => plan(page, 'Your plan')
/** By its text: an open dialog hides toasts from the accessibility tree. */
export const toastText = (page: Page, text: string) =>
  page.locator('[role=region][aria-label^="Notifications"]').getByText(text, { exact: true })

export const region = (page: Page, name: string) => page.getByRole('region', { name })

export const figure = (page: Page, name: string) =>
  page.locator('main dl').first().locator('div', { hasText: name }).locator('dd')

export const openTab = async (page: Page, name: string) => {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}

export const requestButton = (page: Page) => page.getByRole('button', { name: 'Request Payout' })
