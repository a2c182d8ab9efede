import path from 'node:path'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import type { ChannelKind, Publication } from '#contract/publishing.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts'
import { makeAnalysed, openAsRider, openAsStaff } from './staff-support.ts'
import { base } from './support.ts'

/** What the browser specs of publishing share. */

/** Who and what a spec works with, on a server of its own: its queue holds what the spec put there. */
export interface Stage {
  admin: Page
  rider: Page
  /** of the videos, in the order of the titles */
  ids: string[]
}

/** A rider's videos, uploaded and analysed, and an admin to publish them; there from the first test of the file on. */
export function setStage(titles: readonly string[], seconds: 20 | 40 = 20): Stage {
  const shared = process.env.E2E_URL
  const stage = {} as Stage
  let server: ServerProcess | undefined
  test.beforeAll(async ({ browser }: { browser: Browser }) => {
    test.setTimeout(240_000)
    server = await startServerProcess()
    process.env.E2E_URL = server.url
    dataFolder = server.dataDir
    stage.rider = await openAsRider(browser, 'publishing@trailcut.example')
    stage.ids = await makeAnalysed(stage.rider, titles, seconds)
    stage.admin = await openAsStaff(browser, 'admin')
    // Who looks just while TikTok checks a video is asked to come back minutes later.
    await orderAt(stage.admin, 'tiktok', 'delays', { moderation: 0 })
  })
  test.afterAll(async () => {
    await Promise.all([stage.rider?.context().close(), stage.admin?.context().close()])
    process.env.E2E_URL = shared
    await server?.stop()
  })
  return stage
}
let dataFolder = ''

/** What the page says of the publications, straight from the server. */
export const publicationsOf = async (page: Page): Promise<Publication[]> =>
  (await page.request.get(`${base()}/api/publishing/publications`)).json()

/** Figures are asked for a minute after something went live and hourly from then on: from now on they are due. */
export async function askForFigures(): Promise<void> {
  const cluster = await startEmbedded({ folder: path.join(dataFolder, 'postgres') })
  const db = openDatabase(cluster.url('postgres'), () => undefined, 1)
  await db
    .updateTable('publications')
    .set({ next_sample_at: new Date(0) })
    .where('state', '=', 'published')
    .execute()
  await db.destroy()
}

/** Gives an order to the stand-in of a platform: a fault, a delay, an account that takes its permission back. */
export async function orderAt(admin: Page, kind: ChannelKind, order: string, body: object): Promise<void> {
  const begun = await admin.request.post(`${base()}/api/publishing/channels/${kind}/connect`)
  const { origin } = new URL(((await begun.json()) as { url: string }).url)
  const answer = await admin.request.post(`${origin}/control/${order}`, { data: body })
  expect(answer.ok(), order).toBe(true)
}

export const desk = (page: Page) => page.setViewportSize({ width: 1440, height: 900 })
export const openTab = (page: Page, name: string) =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
/** The value over a label in a strip of figures. */
export const figure = (scope: Page | Locator, name: string): Locator =>
  scope
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator('dd')

export const scheduleDialog = (page: Page) => page.getByRole('dialog', { name: 'Schedule Publishing' })

/** Opens the dialog with a video and platforms chosen. */
export async function chooseVideo(page: Page, title: string, platforms: readonly string[]): Promise<Locator> {
  const dialog = scheduleDialog(page)
  await page.getByRole('button', { name: 'Schedule Publishing' }).click()
  await dialog.getByLabel('Find a video').fill(title)
  await dialog.getByLabel('Video', { exact: true }).selectOption({ label: `${title} · Sam` })
  for (const name of platforms) await dialog.getByRole('checkbox', { name, exact: true }).check()
  return dialog
}

/** Sends a video out at once. */
export async function publishNow(page: Page, title: string, platforms: readonly string[]): Promise<void> {
  const dialog = await chooseVideo(page, title, platforms)
  await dialog.getByText('Publish immediately').click()
  await expect(dialog.getByText('Goes out at once')).toHaveCount(platforms.length)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(dialog).toBeHidden()
}

/** The rows of the queue that show this state. */
export const rowsIn = (page: Page, state: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(state, { exact: true }) })
