import { type Browser, expect, type Page } from '../fixtures.ts'
import { addReadyVideo, type ReadyVideo } from '../ready-videos.ts'
import { base, signInStaff, userIdOf } from '../support.ts'

/** A page of its own, signed in as a new rider. */
export async function openAsRider(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const answer = await page.request.post(`${base()}/api/auth/simple-signup`, {
    data: { email, displayName: 'Sam Ortega' },
    headers: { origin: base() },
  })
  expect(answer.status()).toBe(200)
  return page
}

/** A page of its own, signed in as staff. */
export async function openAsStaff(browser: Browser, role: 'admin' | 'moderator'): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.setDefaultTimeout(20_000)
  await signInStaff(page, role)
  return page
}

/** Gives a rider one ride for each title, analyzed already and the newest last. @returns the ids, in the order of the titles */
export async function makeAnalyzed(
  rider: Page,
  titles: readonly string[],
  kind: ReadyVideo = 'short',
): Promise<string[]> {
  const owner = await userIdOf(rider)
  const ids: string[] = []
  for (const title of titles) ids.push(await addReadyVideo(kind, owner, title))
  return ids
}

/** By its attributes, not its role: an open dialog hides everything else from the tree of roles. */
const toasts = (page: Page) => page.locator('[role=region][aria-label^="Notifications"]')

/** A line of the one toast there may be. */
export const toastOf = (page: Page, line: string) => toasts(page).getByText(line, { exact: true })

/** Closes what toast stands, so that the next one cannot be taken for it. */
export async function closeToast(page: Page): Promise<void> {
  const close = toasts(page).locator('button')
  // Beside an open dialog a pointer cannot reach it.
  await close.evaluateAll(all => {
    for (const button of all) (button as HTMLElement).click()
  })
  await expect(close).toHaveCount(0)
}

/** Waits until the clip of this label is rendered and plays, however long a busy machine takes for it. */
export const expectPlaying = (page: Page, label: RegExp): Promise<void> =>
  expect(async () => {
    const clip = page.getByLabel(label)
    const at = await clip.evaluate((video: HTMLVideoElement) => video.currentTime, undefined, {
      timeout: 5_000,
    })
    expect(at).toBeGreaterThan(0.2)
  }).toPass({ timeout: 90_000 })
