import { expect, type Page, test } from '../fixtures.ts'
import { base, signUp } from '../support.ts'

const menu = (page: Page) => page.getByRole('button', { name: /account menu$/ })
const bell = (page: Page) => page.getByRole('button', { name: 'Notifications', exact: true })
const list = (page: Page) => page.getByRole('menu')
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** Holds the code of the header's menus back. @returns lets it arrive */
async function holdCode(page: Page): Promise<() => void> {
  const arrived = Promise.withResolvers<void>()
  await page.route(/\/assets\/(menu-list|bell-panel)-/, async route => {
    await arrived.promise
    await route.continue()
  })
  return arrived.resolve
}

test("fetches the code of the header's menus when the pointer reaches them, and not before", async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', request => {
    const name = /\/assets\/(menu-list|bell-panel|radix)-/.exec(request.url())?.[1]
    if (name) fetched.push(name)
  })
  await signUp(page, 'menus.intent@trailcut.example')
  await expect(menu(page)).toBeVisible()
  expect(fetched).toEqual([])
  await menu(page).hover()
  await expect.poll(() => fetched).toContain('menu-list')
  await expect(list(page)).toBeHidden()
  await bell(page).focus()
  await expect.poll(() => fetched).toContain('bell-panel')
})

test('opens what was pressed once its code is there, and gives the focus back', async ({ page }) => {
  await signUp(page, 'menus.press@trailcut.example')
  const arrive = await holdCode(page)
  await menu(page).click()
  await expect(menu(page)).toHaveAttribute('aria-expanded', 'true')
  arrive()
  await expect(list(page)).toBeVisible()
  await expect(list(page)).toHaveAccessibleName('menus.press: account menu')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(menu(page)).toBeFocused()

  await bell(page).click()
  await expect(panel(page)).toBeVisible()
  // The same button closes it, and a press elsewhere does so without taking the focus back.
  await bell(page).click()
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await bell(page).click()
  await expect(panel(page)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click({ position: { x: 5, y: 5 } })
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).not.toBeFocused()
  await menu(page).click()
  await expect(list(page)).toBeVisible()
  await menu(page).click()
  await expect(list(page)).toBeHidden()
})

test('keys that come before the code of a menu open it at its first link', async ({ page }) => {
  await signUp(page, 'menus.keys@trailcut.example')
  const arrive = await holdCode(page)
  await menu(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  arrive()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeFocused()
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeVisible()
  await page.getByRole('link', { name: 'All notifications' }).click()
  await expect(page).toHaveURL(`${base()}/inbox`)
  await expect(panel(page)).toBeHidden()
})

test('the chosen theme is there on the next page before any script, and on the docs', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signUp(page, 'menus.theme@trailcut.example')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await menu(page).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()

  await page.goto(`${base()}/docs`)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const app = /\/(start|assets\/.*)\.js$/
  await page.route(app, route => route.abort())
  await page.goto(`${base()}/settings`)
  expect(await ground()).toBe(dark)
  await page.unroute(app)
  await page.reload()
  await menu(page).click()
  await page.getByRole('menuitemradio', { name: 'Match system' }).click()
  await expect.poll(ground).toBe(light)
  await page.goto(`${base()}/docs`)
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
})
