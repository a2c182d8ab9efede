import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page } from './fixtures.ts'
import {
  axeRunsIn,
  drawEverything,
  expectNoSidewaysScroll,
  looks,
  picture,
  setLook,
  settled,
} from './screens/looks.ts'
import { violationsOf } from './screens/violations.ts'

export const base = () => process.env.E2E_URL as string

/**
 * Signs up a new rider and leaves the dashboard open. Specs about the form fill it in themselves.
 */
export async function signUp(page: Page, email: string): Promise<void> {
  const ask = async () => {
    const answer = await page.request.post(`${base()}/api/auth/simple-signup`, {
      data: { email, displayName: email.split('@')[0] },
      headers: { origin: base() },
    })
    return answer.status()
  }
  // A fast machine's specs together sign up more often than one network may in a minute.
  await expect.poll(ask, { timeout: 90_000, intervals: [100, 5000] }).toBe(200)
  await page.goto(base())
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
}

/**
 * Goes to the provider and back by requests only, without drawing a page. The page's cookies are then signed in.
 * @param path where the sign-in ends; the page isn't opened
 */
export async function signInByProvider(page: Page, email: string, path = '/'): Promise<void> {
  // Staff see what earlier specs left on the server, and the order of specs varies.
  if (/^(admin|moderator)@/.test(email) && !process.env.E2E_OWN_SERVER)
    throw new Error(`${email} is staff: a spec that signs in staff calls runOnOwnServer()`)
  const chooser = await page.request.get(`${base()}/api/login?returnTo=${encodeURIComponent(path)}`)
  const action = /action="([^"]+)"/.exec(await chooser.text())?.[1]
  if (!action) throw new Error(`${chooser.url()} is not the account chooser`)
  const end = await page.request.post(new URL(action, chooser.url()).href, {
    form: { email, name: '', verified: 'on' },
  })
  expect(end.url()).toBe(base() + path)
}

/** Signs in as a staff member that the sandbox offers, and leaves their dashboard open. */
export async function signInStaff(page: Page, role: 'admin' | 'moderator'): Promise<void> {
  await signInByProvider(page, `${role}@trailcut.example`)
  await page.goto(base())
  await expect(page.getByRole('heading', { name: 'Administrator Dashboard' })).toBeVisible()
}

/** The id of the person signed in on a page. */
export const userIdOf = async (page: Page): Promise<string> => {
  const answer = await page.request.get(`${base()}/api/auth/user`)
  return ((await answer.json()) as { id: string }).id
}

/** Uploads a file through the public API as the signed-in person. @returns the video's id */
export async function uploadByApi(page: Page, file: string, title: string): Promise<string> {
  const answer = await page.request.post(`${base()}/api/videos/upload-url`, {
    data: { fileName: path.basename(file), title, description: '', category: 'utv' },
  })
  expect(answer.status()).toBe(200)
  const { video, uploadUrl } = (await answer.json()) as { video: { id: string }; uploadUrl: string }
  const sent = await page.request.post(new URL(uploadUrl, base()).href, {
    multipart: { file: { name: path.basename(file), mimeType: 'video/mp4', buffer: readFileSync(file) } },
  })
  expect(sent.status()).toBe(200)
  return video.id
}

/** Waits until the analysis of a video has completed. */
export async function untilAnalyzed(page: Page, id: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`${base()}/api/videos/${id}/ai-status`)
        return ((await answer.json()) as { aiProcessingStatus: string | null }).aiProcessingStatus
      },
      { timeout: 80_000 },
    )
    .toBe('completed')
}

/** No violation of WCAG 2.2 A and AA, no horizontal scroll. */
export async function expectSound(page: Page, name: string): Promise<void> {
  await drawEverything(page)
  await settled(page)
  expect(await violationsOf(page), name).toEqual([])
  await expectNoSidewaysScroll(page, name)
}

/**
 * Scrolls to a place whose content loads once it is in view, until the content is there: what loads above the place
 * may push it out of view again.
 */
export async function scrollUntil(place: Locator, shown: Locator): Promise<void> {
  await expect(async () => {
    await place.scrollIntoViewIfNeeded()
    await expect(shown).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

/** Checks the screen on phone and desktop, light and dark; axe runs once per layout and once per theme. */
export async function lookAt(page: Page, name: string, shown?: Locator): Promise<void> {
  for (const [i, look] of looks.entries()) {
    await setLook(page, look)
    if (shown) await expect(shown).toBeVisible()
    if (i === 0) {
      await drawEverything(page)
      await settled(page)
    }
    const label = `${name}-${look.width}-${look.colorScheme}`
    if (axeRunsIn(look, name)) expect(await violationsOf(page), label).toEqual([])
    await expectNoSidewaysScroll(page, label)
    await picture(page, label, { of: shown })
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Checks the screen at its present size in both themes: no violation of WCAG, no horizontal scroll. */
export async function lookInThemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const label = `${name}-${colorScheme}-${page.viewportSize()?.width}`
    await page.emulateMedia({ colorScheme })
    await settled(page)
    expect(await violationsOf(page, { only: 'wcag' }), label).toEqual([])
    await expectNoSidewaysScroll(page, label)
    await picture(page, label, { whole: true })
  }
}
