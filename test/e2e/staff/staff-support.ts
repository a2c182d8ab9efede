import { type Browser, expect, type Page } from '../fixtures.ts'
import { addReadyVideo, type ReadyVideo } from '../ready-videos.ts'
import { base, signInStaff, userIdOf } from '../support.ts'

/** A new browser page, signed in as a new rider. */
export async function openAsRider(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const answer = await page.request.post(`${base()}/api/auth/simple-signup`, {
    data: { email, displayName: 'Sam Ortega' },
    headers: { origin: base() },
  })
  expect(answer.status()).toBe(200)
  return page
}

/** A new browser page, signed in as staff. */
export async function openAsStaff(browser: Browser, role: 'admin' | 'moderator'): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.setDefaultTimeout(20_000)
  await signInStaff(page, role)
  return page
}

/** Gives a rider one analyzed ride per title, the newest last. @returns the ids in the order of the titles */
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

/** Found by attributes: an open dialog hides everything else from the accessibility tree. */
export const toasts = (page: Page) => page.locator('[role=region][aria-label^="Notifications"]')

/** A line of the current toast. */
export const toastOf = (page: Page, line: string) => toasts(page).getByText(line, { exact: true })

/** Closes the current toast, so that it can't be mistaken for the next one. */
export async function closeToast(page: Page): Promise<void> {
  const close = toasts(page).locator('button')
  // An open dialog blocks the pointer.
  await close.evaluateAll(all => {
    for (const button of all) (button as HTMLElement).click()
  })
  await expect(close).toHaveCount(0)
}

/** Waits until the clip with this label is rendered and plays, even on a busy machine. */
export const expectPlaying = (page: Page, label: RegExp): Promise<void> =>
  expect(async () => {
    const clip = page.getByLabel(label)
    const at = await clip.evaluate((video: HTMLVideoElement) => video.currentTime, undefined, {
      timeout: 5_000,
    })
    expect(at).toBeGreaterThan(0.2)
  }).toPass({ timeout: 90_000 })
