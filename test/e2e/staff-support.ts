import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { renderRide } from '#sandbox/ride/render.ts'
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts'
import { base, signInStaff, untilAnalysed, uploadByApi } from './support.ts'

const rendered = new Map<number, Promise<string>>()
/** A simulated ride with its sensors, rendered once for all specs of a run: 20 seconds have two moments, 40 have four. */
export function ride(seconds: 20 | 40): Promise<string> {
  const known = rendered.get(seconds)
  if (known) return known
  const out = path.join(mkdtempSync(path.join(os.tmpdir(), 'trailcut-staff-')), 'ride.mp4')
  const settings = { seed: 3, kind: 'ride', width: 320, height: 180, fps: 30, telemetry: true } as const
  const made = renderRide({ ...settings, durationSeconds: seconds, out }).then(() => out)
  rendered.set(seconds, made)
  return made
}

/**
 * A server of its own for all tests of a file, whose lists would hold what other specs left behind.
 * @param env settings that it has beside the usual ones
 */
export function runOnOwnServer(env: Record<string, string> = {}): void {
  const { E2E_URL, E2E_DATA_DIR } = process.env
  let server: ServerProcess | undefined
  test.beforeAll(async () => {
    server = await startServerProcess({ env })
    Object.assign(process.env, { E2E_URL: server.url, E2E_DATA_DIR: server.dataDir })
  })
  test.afterAll(async () => {
    Object.assign(process.env, { E2E_URL, E2E_DATA_DIR })
    await server?.stop()
  })
}

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

/** Uploads a ride once for each title, one analysis after another. @returns the ids, in the order of the titles */
export async function makeAnalysed(
  rider: Page,
  titles: readonly string[],
  seconds: 20 | 40 = 20,
): Promise<string[]> {
  const file = await ride(seconds)
  const ids: string[] = []
  for (const title of titles) ids.push(await uploadByApi(rider, file, title))
  for (const id of ids) await untilAnalysed(rider, id)
  return ids
}

/** By its attributes, not its role: an open dialog hides everything else from the tree of roles. */
const toasts = (page: Page) => page.locator('[role=region][aria-label^="Notifications"]')

/** A line of the one toast there may be. */
export const toastOf = (page: Page, line: string) => toasts(page).getByText(line, { exact: true })

/** Until no toast stands, so that the next one cannot be taken for it. Beside an open dialog none can be pressed. */
export async function closeToast(page: Page): Promise<void> {
  const close = toasts(page).locator('button')
  if ((await page.getByRole('dialog').count()) === 0 && (await close.isVisible())) await close.click()
  await expect(close).toHaveCount(0)
}

/** Whether a media element gets on. */
export const positionOf = (page: Page, label: RegExp): Promise<number> =>
  page.getByLabel(label).evaluate((video: HTMLVideoElement) => video.currentTime)
