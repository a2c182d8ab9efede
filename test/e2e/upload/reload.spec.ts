import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makeClip } from '../../media/clip.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { base, lookAt, signInByProvider } from '../support.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-reload-'))
const clip = (name: string) => makeClip(path.join(folder, `${name}.mp4`))
const complete = (page: Page) => page.getByRole('heading', { name: 'Upload complete' })
const dropZone = (page: Page) => page.getByRole('region', { name: 'Choose a video' })

test.use({ viewport: { width: 390, height: 844 } })

/** The files of uploads that this browser keeps, by their names; null without a place for them. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const [place] = await indexedDB.databases()
    if (!place?.name) return null
    const opening = indexedDB.open(place.name)
    const database = await new Promise<IDBDatabase>(resolve => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const reading = database.transaction('files').objectStore('files').getAll()
    await new Promise(resolve => {
      reading.onsuccess = resolve
    })
    database.close()
    return (reading.result as File[]).map(file => file.name)
  })

async function begin(page: Page, names: readonly string[]): Promise<void> {
  const files = await Promise.all(names.map(clip))
  await page.goto(`${base()}/upload`)
  await dropZone(page).locator('input[type=file]').setInputFiles(files)
  await page.getByRole('button', { name: /^Upload (Video|\d Videos)$/ }).click()
  await expect.poll(() => keptFiles(page)).toEqual(expect.arrayContaining([`${names.at(-1)}.mp4`]))
}

/** Leaves the bytes of every upload unanswered until the returned function is called. */
async function holdBytes(page: Page): Promise<() => Promise<void>> {
  await page.route('**/api/uploads/**', route =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  return () => page.unrouteAll({ behavior: 'ignoreErrors' })
}

async function reload(page: Page): Promise<void> {
  page.once('dialog', leave => leave.accept())
  await page.reload()
}

test('three files are ready after a lost connection between the second and the third and a reload', async ({
  page,
}) => {
  await signInByProvider(page, 'reload.queue@trailcut.example')
  let cut = true
  await page.route('**/api/videos/upload-url', (route, request) =>
    cut && request.postDataJSON().fileName === 'dusk.mp4'
      ? route.abort('internetdisconnected')
      : route.continue(),
  )
  await begin(page, ['dawn', 'noon', 'dusk'])
  const lost = page.getByText(/^Your connection dropped, or the server didn't answer/)
  await expect(lost).toBeVisible()
  await page.context().setOffline(true)
  await lookAt(page, 'upload-line-lost')
  await page.context().setOffline(false)
  await reload(page)
  await expect(lost).toBeVisible()
  cut = false
  await expect(page.getByText('“dusk” is ready to watch and waiting for review.')).toBeVisible()
  const videos = (await (await page.request.get(`${base()}/api/videos/my`)).json()) as { title: string }[]
  expect(videos.map(({ title }) => title).toSorted()).toEqual(['dawn', 'dusk', 'noon'])
  expect(await keptFiles(page)).toEqual([])
})

test('a running upload and those that wait go on after a reload', async ({ page }) => {
  await signInByProvider(page, 'reload.running@trailcut.example')
  const letGo = await holdBytes(page)
  await begin(page, ['running', 'next'])
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await reload(page)
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Up next' }).getByRole('listitem')).toContainText('next')
  await letGo()
  await reload(page)
  await expect(complete(page)).toBeVisible()
  await expect(page.getByText('Also uploaded: “running”.')).toBeVisible()
  const videos = (await (await page.request.get(`${base()}/api/videos/my`)).json()) as unknown[]
  expect(videos).toHaveLength(2)
})

test('a second tab sends a file only once the first one is closed', async ({ page: first }) => {
  await signInByProvider(first, 'reload.tabs@trailcut.example')
  await holdBytes(first)
  await begin(first, ['shared'])
  await expect(first.getByRole('button', { name: 'Pause' })).toBeVisible()
  const second = await first.context().newPage()
  await second.goto(`${base()}/upload`)
  await expect(dropZone(second)).toBeVisible()
  const waiting = () =>
    second.evaluate(async () => {
      const { held, pending } = await navigator.locks.query()
      return [held?.length, pending?.length]
    })
  // It has asked for the file, and the first tab still has it.
  await expect.poll(waiting).toEqual([1, 1])
  await expect(dropZone(second)).toBeVisible()
  await first.close({ runBeforeUnload: false })
  await expect(complete(second)).toBeVisible()
})

test('a file that the browser no longer has is asked for, and only that one is taken', async ({ page }) => {
  await signInByProvider(page, 'reload.gone@trailcut.example')
  const letGo = await holdBytes(page)
  await begin(page, ['gone'])
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  })
  await reload(page)
  const row = page.getByRole('region', { name: 'Not uploaded' }).getByRole('listitem')
  await expect(row).toContainText('This upload was interrupted.')
  await lookAt(page, 'upload-file-gone', row)
  await letGo()
  await row.locator('input[type=file]').setInputFiles(await clip('other'))
  await expect(page.getByText(/^That's a different file\./).first()).toBeVisible()
  await row.locator('input[type=file]').setInputFiles(path.join(folder, 'gone.mp4'))
  await expect(page.getByText('“gone” is ready to watch and waiting for review.')).toBeVisible()
})

test('signing out removes the kept files and what is known of them', async ({ page }) => {
  await signInByProvider(page, 'reload.leaver@trailcut.example')
  await holdBytes(page)
  await begin(page, ['private'])
  page.once('dialog', leave => leave.accept())
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('uploads'))).toBeNull()
})

test('a running upload shows on every page, goes on there, and goes on after a reload there', async ({
  page,
}) => {
  await signInByProvider(page, 'reload.pill@trailcut.example')
  const letGo = await holdBytes(page)
  await begin(page, ['one', 'two'])
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Main' })
  const pill = page.getByRole('link', { name: /^Upload: 1 of 2, \d+%$/ })
  await expect(pill).toHaveCount(0)
  for (const [name, title] of [
    ['Earnings', 'Earnings'],
    ['Dashboard', 'Creator Dashboard'],
  ] as const) {
    await bar.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(pill).toBeVisible()
  }
  await lookAt(page, 'upload-pill', pill)
  await letGo()
  await reload(page)
  await expect(page.getByText('Your video is ready', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Upload: / })).toHaveCount(0)
  const videos = (await (await page.request.get(`${base()}/api/videos/my`)).json()) as { title: string }[]
  expect(videos.map(({ title }) => title).toSorted()).toEqual(['one', 'two'])
})

test('a file that the browser has no room for says so, and is asked for after a reload', async ({ page }) => {
  await signInByProvider(page, 'reload.full@trailcut.example')
  await holdBytes(page)
  await page.goto(`${base()}/upload`)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: base(), quotaSize: 1000 })
  await dropZone(page)
    .locator('input[type=file]')
    .setInputFiles([await clip('large'), await clip('larger')])
  await page.getByRole('button', { name: 'Upload 2 Videos' }).click()
  await expect(page.getByText(/leave this tab open: your browser has no room/)).toBeVisible()
  const next = page.getByRole('region', { name: 'Up next' }).getByRole('listitem')
  await expect(next).toContainText('Your browser has no room to keep this file.')
  await lookAt(page, 'upload-no-room', next)
  await reload(page)
  const rows = page.getByRole('region', { name: 'Not uploaded' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('button', { name: 'Remove large' }).click()
  await expect(rows).toHaveCount(1)
})
