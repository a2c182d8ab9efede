import type { ChannelKind, Publication } from '#contract/publishing/publications.ts'
import { type Browser, expect, type Locator, type Page, runOnOwnServer, test } from '../fixtures.ts'
import type { ReadyVideo } from '../ready-videos.ts'
import { makeAnalyzed, openAsRider, openAsStaff } from '../staff/staff-support.ts'
import { base } from '../support.ts'

/** What the browser specs of publishing share. */

/** The people and videos of a spec. It runs on its own server, so the queue holds nothing else. */
export interface Stage {
  admin: Page
  rider: Page
  /** of the videos, in the order of the titles */
  ids: string[]
}

/** Prepares a rider's analyzed videos and an admin to publish them, before the first test of the file. */
export function setStage(titles: readonly string[], kind: ReadyVideo = 'short'): Stage {
  const stage = {} as Stage
  test.afterAll(() => Promise.all([stage.rider?.context().close(), stage.admin?.context().close()]))
  runOnOwnServer()
  test.beforeAll(async ({ browser }: { browser: Browser }) => {
    stage.rider = await openAsRider(browser, 'publishing@trailcut.example')
    stage.ids = await makeAnalyzed(stage.rider, titles, kind)
    stage.admin = await openAsStaff(browser, 'admin')
    // A status check during TikTok's review would only be repeated minutes later.
    await orderAt(stage.admin, 'tiktok', 'delays', { moderation: 0 })
  })
  return stage
}

/** The publications, read from the API. */
export const publicationsOf = async (page: Page): Promise<Publication[]> =>
  (await page.request.get(`${base()}/api/publishing/publications`)).json()

/** Configures a platform's sandbox: a fault, a delay, a revoked permission. */
export async function orderAt(admin: Page, kind: ChannelKind, order: string, body: object): Promise<void> {
  const begun = await admin.request.post(`${base()}/api/publishing/channels/${kind}/connect`)
  const { origin } = new URL(((await begun.json()) as { url: string }).url)
  const answer = await admin.request.post(`${origin}/control/${order}`, { data: body })
  expect(answer.ok(), order).toBe(true)
}

export const toDesktop = (page: Page) => page.setViewportSize({ width: 1440, height: 900 })
export const openTab = (page: Page, name: string) =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
/** The value above a label in a row of figures. */
export const figure = (scope: Page | Locator, name: string): Locator =>
  scope
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator('dd')

export const scheduleDialog = (page: Page) => page.getByRole('dialog', { name: 'Schedule Publishing' })

/** Opens the dialog and selects a video and platforms. */
export async function chooseVideo(
  page: Page,
  title: string,
  platforms: readonly string[],
  // TikTok requires a choice for each post, so nothing is preselected.
  audience = platforms.includes('TikTok'),
): Promise<Locator> {
  const dialog = scheduleDialog(page)
  await page.getByRole('button', { name: 'Schedule Publishing' }).click()
  await dialog.getByLabel('Find a video').fill(title)
  await dialog.getByRole('radio', { name: `${title} · Sam`, exact: true }).check()
  for (const name of platforms) await dialog.getByRole('checkbox', { name, exact: true }).check()
  if (audience) await dialog.getByLabel('Who can see this post').selectOption({ label: 'Everyone' })
  return dialog
}

/** Publishes a video immediately. */
export async function publishNow(page: Page, title: string, platforms: readonly string[]): Promise<void> {
  const dialog = await chooseVideo(page, title, platforms)
  await dialog.getByText('Publish immediately').click()
  await expect(dialog.getByText('Goes out right away')).toHaveCount(platforms.length)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(dialog).toBeHidden()
}

/** The queue rows with this status. */
export const rowsIn = (page: Page, state: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(state, { exact: true }) })
