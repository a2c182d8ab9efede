import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { MusicFile } from '#contract/reels/music.ts'
import type { Reel, ReelPlan } from '#contract/reels/schemas.ts'
import { musicWav } from '#server/clips/reel/music.ts'
import { silentPlan } from '#test/harness/reels.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { serverDatabase } from '../server-database.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import {
  choices,
  maker,
  openEmptyMaker,
  openRide,
  riderWithRide,
  section,
  untilRendered,
} from './reels-support.ts'

const planned: ReelPlan = {
  ...silentPlan,
  title: 'Slickrock',
  shape: 'wide',
  pieces: [{ start: 4, end: 6, crop: null }],
}

const reelsOf = async (page: Page, id: string) =>
  (await (await page.request.get(`${base()}/api/videos/${id}/reels`)).json()) as Reel[]

/** A toast, which is hidden from roles while a dialog is open. */
async function expectSaid(page: Page, title: string, description: string): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  await expect(page.getByText(description, { exact: true })).toBeVisible()
}

/** Saves a reel by a call, as another window of the same rider does. */
async function addReel(page: Page, id: string, plan: Partial<ReelPlan> = {}): Promise<Reel> {
  const answer = await page.request.post(`${base()}/api/videos/${id}/reels`, {
    data: { ...planned, ...plan },
    headers: { origin: base() },
  })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Reel
}

async function deleteElsewhere(page: Page, id: string, reel: Reel): Promise<void> {
  const answer = await page.request.delete(`${base()}/api/videos/${id}/reels/${reel.id}`, {
    headers: { origin: base() },
  })
  expect(answer.status()).toBe(200)
}

test('the list of reels has a loading state, and an error state with a retry', async ({ page }) => {
  const id = await riderWithRide(page, 'states.list', 'Slickrock at six')
  await addReel(page, id)
  const answered = Promise.withResolvers<void>()
  await page.route(`**/api/videos/${id}/reels`, async route => {
    await answered.promise
    await route.fulfill({ status: 500, body: '' })
  })
  await openRide(page, id)
  const loading = section(page).getByRole('status').filter({ hasText: 'Loading reels' })
  await lookAt(page, 'reels-loading', loading)
  answered.resolve()
  const failed = section(page).getByText("Couldn't load the reels")
  await expect(failed).toBeVisible()
  await lookAt(page, 'reels-failed', failed)
  await page.unroute(`**/api/videos/${id}/reels`)
  await section(page).getByRole('button', { name: 'Try again' }).click()
  await expect(section(page).getByRole('heading', { name: 'Slickrock' })).toBeVisible()
  await expect(failed).toBeHidden()
})

test("a reel that can't be rendered says why, and is rendered when it is tried again", async ({ page }) => {
  const id = await riderWithRide(page, 'states.render', 'Slickrock at seven')
  const { original_key } = await serverDatabase()
    .selectFrom('videos')
    .select('original_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const file = path.join(process.env.E2E_DATA_DIR as string, 'objects', original_key as string)
  const original = await readFile(file)
  await writeFile(file, Buffer.alloc(original.length))
  await addReel(page, id)
  await openRide(page, id)
  await section(page).getByRole('button', { name: 'Render Slickrock' }).click()
  const alert = section(page).getByRole('alert')
  await expect(alert).toContainText("Couldn't render the reel", { timeout: 180_000 })
  await expect(alert).toContainText("We couldn't render the clip.")
  await lookAt(page, 'reel-render-failed', alert)
  await writeFile(file, original)
  await section(page).getByRole('button', { name: 'Render Slickrock' }).click()
  await untilRendered(page)
  await expect(alert).toBeHidden()
})

test('a reel over the daily limit is kept once, and is rendered later', async ({ page }) => {
  const id = await riderWithRide(page, 'states.limit', 'Slickrock at eight')
  const whom = await userIdOf(page)
  const limit = serverDatabase()
  await limit
    .insertInto('budgets')
    .values({ name: 'clips', whom, used: 10_000, began_at: new Date() })
    .execute()
  await openEmptyMaker(page, id)
  await choices(page).first().click()
  for (const title of ['Slickrock', 'Slickrock again']) {
    await maker(page).getByLabel('Title card').fill(title)
    const refused = page.waitForResponse(
      answer => answer.url().endsWith('/render') && answer.status() === 429,
    )
    await maker(page).getByRole('button', { name: 'Render reel' }).click()
    await refused
    await expect(maker(page).getByRole('button', { name: 'Render reel' })).toBeEnabled()
  }
  await expectSaid(
    page,
    "Couldn't render the reel",
    "You've used up your clips for today. Please try again tomorrow.",
  )
  await lookAt(page, 'reel-maker-limit')
  const kept = await reelsOf(page, id)
  expect(kept.map(({ plan }) => plan.title)).toEqual(['Slickrock again'])
  await limit.deleteFrom('budgets').where('whom', '=', whom).execute()
  await maker(page).getByRole('button', { name: 'Render reel' }).click()
  await expect(maker(page)).toBeHidden()
  await untilRendered(page)
  expect((await reelsOf(page, id)).map(reel => reel.id)).toEqual([kept[0]?.id])
})

test('a reel deleted in another window leaves the list, and can be kept from the maker', async ({ page }) => {
  const id = await riderWithRide(page, 'states.deleted', 'Slickrock at nine')
  const [first, second, third] = [
    await addReel(page, id, { title: 'First' }),
    await addReel(page, id, { title: 'Second' }),
    await addReel(page, id, { title: 'Third' }),
  ]
  await openRide(page, id)
  const titled = (name: string) => section(page).getByRole('heading', { name, exact: true })
  await expect(titled('First')).toBeVisible()

  await deleteElsewhere(page, id, first)
  await section(page).getByRole('button', { name: 'Render First' }).click()
  await expectSaid(page, "Couldn't render the reel", "We couldn't find this reel.")
  await expect(titled('First')).toBeHidden()

  await section(page).getByRole('button', { name: 'Delete Second' }).click()
  await deleteElsewhere(page, id, second)
  await page.getByRole('button', { name: 'Delete reel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(titled('Second')).toBeHidden()

  await section(page).getByRole('button', { name: 'Edit Third' }).click()
  await deleteElsewhere(page, id, third)
  await maker(page).getByLabel('Title card').fill('Still mine')
  await maker(page).getByRole('button', { name: 'Save draft' }).click()
  await expectSaid(
    page,
    "Couldn't save the reel",
    'This reel was deleted in another window. Save it again to keep it as a new one.',
  )
  await lookAt(page, 'reel-maker-deleted')
  await maker(page).getByRole('button', { name: 'Save draft' }).click()
  await expect(maker(page)).toBeHidden()
  await expect(titled('Still mine')).toBeVisible()
  expect((await reelsOf(page, id)).map(({ plan }) => plan.title)).toEqual(['Still mine'])
})

test('a file that is no music is refused, and a list of music that failed is loaded again', async ({
  page,
}) => {
  const id = await riderWithRide(page, 'states.music', 'Slickrock at ten')
  const sent = await page.request.post(`${base()}/api/videos/${id}/music?name=song.wav&rights=confirmed`, {
    data: musicWav('ridge', 8),
    headers: { origin: base(), 'content-type': 'application/octet-stream' },
  })
  expect(sent.status()).toBe(200)
  const { id: file } = (await sent.json()) as MusicFile
  await addReel(page, id, { music: { file, from: 0 } })
  await page.route(`**/api/videos/${id}/music`, route => route.fulfill({ status: 500, body: '' }))
  await openRide(page, id)
  await section(page).getByRole('button', { name: 'Edit Slickrock' }).click()
  const failed = maker(page).getByText("Couldn't load your music")
  const selected = maker(page).getByLabel('Music', { exact: true }).getByRole('option', { selected: true })
  await lookAt(page, 'reel-music-failed', failed)
  await expect(selected).toHaveText('Own music')
  await page.unroute(`**/api/videos/${id}/music`)
  await maker(page).getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeHidden()
  await expect(selected).toHaveText('Own music: song.wav')

  await maker(page).getByRole('button', { name: 'Use your own music' }).click()
  await maker(page)
    .getByRole('checkbox', { name: /^I hold the rights to this music/ })
    .check()
  await maker(page)
    .getByLabel('Choose a music file')
    .setInputFiles({
      name: 'notes.mp3',
      mimeType: 'audio/mpeg',
      buffer: Buffer.from('Not a song.'.repeat(99)),
    })
  await expectSaid(
    page,
    "Couldn't upload the music",
    "This isn't a music file we can read. Choose an MP3, M4A, AAC, WAV, Ogg, Opus or FLAC file.",
  )
  await lookAt(page, 'reel-music-refused')
  // The reel keeps the music that it had, and another file can be chosen at once.
  await expect(selected).toHaveText('Own music: song.wav')
  await maker(page)
    .getByLabel('Choose a music file')
    .setInputFiles({ name: 'second.wav', mimeType: 'audio/wav', buffer: musicWav('dust', 8) })
  await expect(selected).toHaveText('Own music: second.wav')
})

test('the preview says when it is offline, and plays once the browser is online again', async ({ page }) => {
  const id = await riderWithRide(page, 'states.offline', 'Slickrock at eleven')
  await addReel(page, id)
  await openRide(page, id)
  const edit = section(page).getByRole('button', { name: 'Edit Slickrock' })
  await expect(edit).toBeVisible()
  await page.context().setOffline(true)
  await edit.click()
  const failed = maker(page).getByText("Couldn't load the preview")
  await lookAt(page, 'reel-preview-offline', failed)
  await page.context().setOffline(false)
  await expect(failed).toBeHidden()
  await playsIn(page)

  // Online, a stream that the server can't give is tried again by hand.
  await maker(page).getByRole('button', { name: 'Close' }).click()
  await page.route('**/*.m3u8', route => route.fulfill({ status: 503, body: '' }))
  await edit.click()
  await expect(failed).toBeVisible()
  await page.unroute('**/*.m3u8')
  await maker(page).getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeHidden()
  await playsIn(page)
})

/** Plays the preview until its first piece is shown. */
async function playsIn(page: Page): Promise<void> {
  await maker(page).getByRole('button', { name: 'Play preview' }).click()
  const video = maker(page).getByRole('img', { name: 'Preview of the reel' }).locator('video')
  await expect(video).toHaveAttribute('data-piece', '0')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(4.2)
}

test('pictures that fail leave an empty place, and come when the browser is online again', async ({
  page,
}) => {
  const id = await riderWithRide(page, 'states.pictures', 'Slickrock without a net')
  const small = (url: URL) =>
    url.pathname.includes('/thumbnails/') && url.searchParams.get('height') === '180'
  await page.route(small, route => route.abort())
  await openEmptyMaker(page, id)
  await expect(choices(page).first()).toBeVisible()
  await expect(choices(page).locator('img')).toHaveCount(0)
  await page.unroute(small)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(choices(page).locator('img').first()).toHaveJSProperty('complete', true)
  await expect
    .poll(() =>
      choices(page)
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
})
