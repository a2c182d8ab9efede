import { signInTo } from '../accounts.ts'
import { expect, type Page } from '../fixtures.ts'
import { addReadyVideo, type ReadyVideo } from '../ready-videos.ts'
import { base, userIdOf } from '../support.ts'

/** What the browser specs of reels share. */

export const section = (page: Page) => page.getByRole('region', { name: 'Your reels' })
export const maker = (page: Page) => page.getByRole('dialog', { name: 'Make a reel' })
export const pieces = (page: Page) =>
  maker(page).getByRole('region', { name: 'Pieces in order' }).getByRole('listitem')
/** The highlights that a press adds to the reel. */
export const choices = (page: Page) => maker(page).getByRole('button', { name: /^Add .+, \d+:\d\d$/ })
export const downloads = (page: Page) => section(page).getByRole('link', { name: /^Download/ })

/** Waits for the reel's file, which a busy machine takes a while to render. */
export const untilRendered = (page: Page) => expect(downloads(page)).toBeVisible({ timeout: 120_000 })

/** Signs up a rider with a ride of their own. @returns the video's id */
export async function riderWithRide(
  page: Page,
  name: string,
  title: string,
  kind: ReadyVideo = 'long',
): Promise<string> {
  await signInTo(page, `reels.${name}@trailcut.example`)
  return addReadyVideo(kind, await userIdOf(page), title)
}

/** Opens the page of a video at its reels. */
export async function openRide(page: Page, id: string): Promise<void> {
  // A page that is already there wouldn't be loaded again, because of the address's fragment.
  await page.goto('about:blank')
  await page.goto(`${base()}/v/${id}#reels`)
  await expect(section(page).getByRole('button', { name: 'Make a reel' })).toBeVisible()
}

/** Opens the reel maker, and takes out what a new reel starts with. */
export async function openEmptyMaker(page: Page, id: string): Promise<void> {
  await openMaker(page, id)
  const filled = pieces(page)
  await expect(filled).not.toHaveCount(0)
  for (let left = await filled.count(); left > 0; left--) {
    await maker(page).getByRole('button', { name: 'Remove piece 1', exact: true }).click()
    await expect(filled).toHaveCount(left - 1)
  }
}

/** Opens the page of a video, and its reel maker. */
export async function openMaker(page: Page, id: string): Promise<void> {
  await openRide(page, id)
  await section(page).getByRole('button', { name: 'Make a reel' }).click()
  await expect(maker(page)).toBeVisible()
}
