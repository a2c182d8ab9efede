import { mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { oddFilms } from '../../media/odd-films.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { base, signUp } from '../support.ts'

/** How many films of each group: one by default, ODD_FILMS=100 for all. */
const most = Number(process.env.ODD_FILMS ?? 1)
const groups = Object.entries(oddFilms)

runOnOwnServer({ UNVERIFIED_OPEN_UPLOADS: '100' })

/** Sends a file by the upload page, and waits for its end. @returns whether it was taken */
async function send(page: Page, file: string): Promise<boolean> {
  await page.goto(`${base()}/upload`)
  await page.setInputFiles('input[type=file]', file)
  await page.getByRole('button', { name: /^Upload (Video|anyway)/ }).click()
  const refusal = page.getByRole('alert')
  const complete = page.getByRole('heading', { name: 'Upload complete' })
  await expect(complete.or(refusal).first()).toBeVisible()
  return complete.isVisible()
}

/**
 * Plays the end of the video that is shown, and tries again when the player asks for it: the copy of a damaged film can
 * end a decoder before the final renditions are there. @returns how long all of it is, in seconds
 */
async function playedSeconds(page: Page): Promise<number> {
  let seconds = 0
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Try again' })
    if (await again.isVisible()) await again.click()
    seconds = await page
      .locator('video')
      .first()
      .evaluate(async (element: HTMLVideoElement) => {
        if (Number.isNaN(element.duration)) throw new Error('Nothing is loaded yet')
        const ended = new Promise<void>((resolve, reject) => {
          element.addEventListener('ended', () => resolve(), { once: true })
          for (const event of ['error', 'emptied'])
            element.addEventListener(event, () => reject(new Error('It stopped')), { once: true })
        })
        element.muted = true
        element.currentTime = Math.max(0, element.duration - 0.8)
        await Promise.all([element.play(), ended])
        return element.duration
      })
  }).toPass()
  return seconds
}

for (const [group, all] of groups)
  test(`films with ${group} are sent and played in the browser, or refused with a true sentence`, async ({
    page,
  }) => {
    // From all over the group.
    const films = all.filter((_, i) => i % Math.ceil(all.length / most) === 0)
    test.setTimeout(60_000 + 40_000 * films.length)
    await signUp(page, `odd.${groups.findIndex(([name]) => name === group)}@trailcut.example`)
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-odd-'))
    for (const [n, { name, extension, make, ends }] of films.entries())
      await test.step(name, async () => {
        const file = path.join(folder, `film-${n}.${extension}`)
        await writeFile(file, await make())
        const isTaken = await send(page, file)
        if (ends instanceof RegExp) return expect(page.getByRole('alert').getByText(ends)).toBeVisible()
        expect(isTaken).toBe(true)
        const lasts = ends.heard ?? ends.seconds
        expect(Math.abs((await playedSeconds(page)) - lasts)).toBeLessThan(0.5)
      })
  })
