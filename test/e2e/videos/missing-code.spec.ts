import { expect, type Page, test } from '../fixtures.ts'
import { base, lookAt, scrollUntil } from '../support.ts'
import { riderWithRide, section } from './reels-support.ts'

/** Lets no file of these names through, as a connection does that breaks off. @returns lets them through again */
async function withhold(page: Page, ...names: string[]): Promise<() => Promise<void>> {
  const addresses = names.map(name => `**/assets/${name}-*.js`)
  for (const address of addresses) await page.route(address, route => route.abort('failed'))
  return async () => {
    for (const address of addresses) await page.unroute(address)
  }
}

const titleOf = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title })
const makeReel = (page: Page) => section(page).getByRole('button', { name: 'Make a reel' })
const openVideo = (page: Page, id: string) => page.goto(`${base()}/v/${id}`)
const openDetails = (page: Page, id: string) => page.goto(`${base()}/v/${id}?tab=details`)

test('a part of a page whose code is missing says so in its place, and comes when it is tried again', async ({
  page,
}) => {
  const id = await riderWithRide(page, 'missing.part', 'Rim trail at dusk')
  const release = await withhold(page, 'reels-section', 'corner')
  await openDetails(page, id)
  await expect(titleOf(page, 'Rim trail at dusk')).toBeVisible()
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load this part of the page" })
  await scrollUntil(section(page), alert)
  await lookAt(page, 'code-missing', alert)
  await expect(alert).toContainText("Couldn't reach the server.")
  const menu = page.getByRole('button', { name: 'Load menu' })
  await expect(menu).toBeVisible()
  await release()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(makeReel(page)).toBeVisible()
  await expect(alert).toBeHidden()
  await menu.click()
  await expect(page.getByRole('button', { name: /account menu/ })).toBeVisible()
})

test('what is missing comes by itself when the device is online again', async ({ page }) => {
  const id = await riderWithRide(page, 'missing.online', 'Rim trail at noon')
  const release = await withhold(page, 'reels-section')
  await openDetails(page, id)
  await scrollUntil(section(page), page.getByText("Couldn't load this part of the page"))
  await release()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(makeReel(page)).toBeVisible()
})

test('a dialog whose code is missing says so, and opens the next time', async ({ page }) => {
  const id = await riderWithRide(page, 'missing.dialog', 'Rim trail at dawn')
  const release = await withhold(page, 'edit-dialog')
  await openVideo(page, id)
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await edit.click()
  await expect(page.getByText("Couldn't open this", { exact: true })).toBeVisible()
  await expect(titleOf(page, 'Rim trail at dawn')).toBeVisible()
  await release()
  await edit.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test("the header's menus say when their code is missing, and open the next time", async ({ page }) => {
  const id = await riderWithRide(page, 'missing.header', 'Rim trail at six')
  for (const [button, chunk, opened] of [
    [/account menu$/, 'menu-list', 'menu'],
    ['Notifications', 'bell-panel', 'dialog'],
  ] as const) {
    const release = await withhold(page, chunk)
    await openVideo(page, id)
    const opener = page.getByRole('button', { name: button, exact: true })
    await opener.click()
    await expect(page.getByText("Couldn't open this", { exact: true })).toBeVisible()
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await release()
    await opener.click()
    await expect(page.getByRole(opened)).toBeVisible()
  }
})

test('a page whose code is missing stays in its frame, and comes when it is tried again', async ({
  page,
}) => {
  const id = await riderWithRide(page, 'missing.page', 'Rim trail at ten')
  await openVideo(page, id)
  await expect(titleOf(page, 'Rim trail at ten')).toBeVisible()
  const release = await withhold(page, 'earnings-page')
  await page.evaluate(() => document.documentElement.setAttribute('data-first-load', ''))
  await page.getByRole('link', { name: 'Earnings' }).first().click()
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't show this page" })
  await lookAt(page, 'page-missing', alert)
  await release()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible()
  await expect(page.locator('html[data-first-load]')).toHaveCount(1)
})

test('a page whose code is gone because of a new build is loaded again, once', async ({ page }) => {
  const id = await riderWithRide(page, 'missing.build', 'Rim trail at nine')
  await openVideo(page, id)
  await expect(titleOf(page, 'Rim trail at nine')).toBeVisible()
  await withhold(page, 'earnings-page')
  await page.route('**/assets/index-*.js', (route, request) =>
    request.method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.evaluate(() => document.documentElement.setAttribute('data-first-load', ''))
  await page.getByRole('link', { name: 'Earnings' }).first().click()
  await expect(page.locator('html[data-first-load]')).toHaveCount(0)
  // The other build lacks it as well, so the page says so instead of loading forever.
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't show this page" })).toBeVisible()
})
