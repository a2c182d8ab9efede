import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { base, signInStaff, signUp } from '../support.ts'
import { look } from './axe-support.ts'
import { everyLook, picture, setLook } from './looks.ts'

runOnOwnServer()

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

test('the docs can be read, searched and navigated without JavaScript, on phone and desktop', async ({
  browser,
}) => {
  for (const viewport of [phone, desktop]) {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport })
    const page = await context.newPage()
    await page.goto(`${base()}/docs`)
    await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill('restore backup')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('status')).toContainText('result')
    await page.locator('main').getByRole('link', { name: 'Back up and restore' }).first().click()
    await expect(page).toHaveURL(/\/docs\/backup/)
    await expect(page.getByRole('heading', { level: 1, name: 'Back up and restore' })).toBeVisible()
    const { width } = viewport
    if (width === phone.width) await page.locator('summary', { hasText: 'On this page' }).click()
    const outline = page.getByRole('navigation', { name: 'On this page' })
    await outline.getByRole('link', { name: 'Check what you restored' }).click()
    await expect(page.getByRole('heading', { name: 'Check what you restored' })).toBeInViewport()
    if (width === phone.width) await page.locator('summary', { hasText: 'All pages' }).click()
    const pages = page.getByRole('navigation', { name: 'All pages' })
    await pages.getByRole('link', { name: 'How scores, earnings and payouts work' }).click()
    await expect(page).toHaveURL(/\/docs\/riders/)
    await context.close()
  }
})

test('the docs have no axe violations and no blocked resources', async ({ page }) => {
  const refused: string[] = []
  page.on('console', message => message.type() === 'error' && refused.push(message.text()))
  for (const path of ['/docs', '/docs/riders', '/docs/architecture', '/docs/money', '/docs?q=payout']) {
    await page.goto(base() + path)
    await look(page, page.getByRole('heading', { level: 1 }))
    const name = path.replaceAll(/[/?=]/g, '-').slice(1)
    for (const each of everyLook) {
      await setLook(page, each)
      await picture(page, `${name}-${each.width}-${each.colorScheme}`)
    }
  }
  expect(refused).toEqual([])
  const missing = await page.goto(`${base()}/docs/no-such-page`)
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect((await page.request.get(`${base()}/docs/pictures/..%2f..%2fpackage.json`)).status()).toBe(404)
})

test('on a phone, tables fit or scroll in a frame of their own', async ({ page }) => {
  await page.setViewportSize(phone)
  const tooWide = async (path: string) => {
    await page.goto(base() + path)
    const beyond = (selector: string) =>
      page.locator(selector).evaluateAll(all => all.map(one => one.scrollWidth - one.clientWidth))
    expect([path, await beyond('html')]).toEqual([path, [0]])
    return Math.max(...(await beyond('.wide')))
  }
  for (const path of ['/docs/riders', '/docs/money', '/docs/architecture'])
    expect([path, await tooWide(path)]).toEqual([path, 0])
  expect(await tooWide('/docs/evaluation')).toBeGreaterThan(0)
})

test('the admin page links to the docs', async ({ page }) => {
  await signInStaff(page, 'admin')
  await page.goto(`${base()}/admin`)
  await page.getByRole('link', { name: /^Documentation/ }).click()
  await expect(page).toHaveURL(`${base()}/docs`)
})

test('the earnings page links riders to how earnings are calculated', async ({ page }) => {
  await signUp(page, 'docs.rider@trailcut.example')
  await page.goto(`${base()}/earnings`)
  await page.getByRole('link', { name: 'How earnings and payouts work' }).click()
  await expect(page).toHaveURL(`${base()}/docs/riders`)
})
