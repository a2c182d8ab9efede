import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { routes } from '../../web/app/routes.ts'
import { setUpFactor, signInTo } from './accounts.ts'
import { base } from './support.ts'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const looks = (['light', 'dark'] as const).flatMap(colorScheme =>
  [390, 1440].map(width => ({ colorScheme, width })),
)

/** How many things that can be seen are still on their way to where they end. */
const movingThings = () =>
  document.getAnimations().filter(({ effect, playState }) => {
    const ends = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    return ends && playState === 'running' && (effect as KeyframeEffect).target?.checkVisibility()
  }).length

/** Finds nothing to complain of, on phone and desk, light and dark, and nothing to scroll to sideways. */
async function look(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  for (const { colorScheme, width } of looks) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const name = `${page.url()} at ${width} px, ${colorScheme}`
    await expect(shown, name).toBeVisible()
    // What is half faded in has no contrast to speak of.
    await expect.poll(() => page.evaluate(movingThings), name).toBe(0)
    const { violations } = await new AxeBuilder({ page })
      .withTags(wcag)
      // A mail in its frame runs no script, so nothing can look into it from here.
      .exclude('iframe[sandbox]')
      .analyze()
    expect(
      violations.map(v => `${v.id}: ${v.nodes.map(node => node.target.join(' ')).join(', ')}`),
      name,
    ).toEqual([])
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(over, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
  }
}

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const shownTo = (access: 'anyone' | 'signed in') =>
  routes
    .filter(
      route =>
        route.page && (route.access === 'anyone') === (access === 'anyone') && !route.path.includes(':'),
    )
    .map(route => route.path)

test.describe('signed out', () => {
  for (const path of [...shownTo('anyone'), '/sign-in-link?state=used', '/no-such-page', '/api/login'])
    test(`nothing to find at ${path}`, async ({ page }) => {
      await page.goto(base() + path)
      await look(page, h1(page))
    })

  test('nothing to find on the landing page, nor on a toast', async ({ page }) => {
    await page.goto(`${base()}/?signInError=failed`)
    await expect(page.locator('.trailcut-gsi-button').first()).toBeVisible()
    const toast = page.getByRole('listitem').getByText('Sign In Failed', { exact: true })
    await expect(toast).toBeVisible()
    // While it has the focus it stays.
    await page.keyboard.press('F8')
    await look(page, toast)
  })
})

test.describe('staff', () => {
  let state: Awaited<ReturnType<BrowserContext['storageState']>>
  test.beforeAll(async ({ browser }) => {
    const page = await browser.newPage()
    await signInTo(page, 'admin@trailcut.example')
    state = await page.context().storageState()
    await page.close()
  })

  for (const path of [...shownTo('signed in'), '/enhanced-dashboard?upload=1'])
    test(`nothing to find at ${path}`, async ({ browser }) => {
      const context = await browser.newContext({ storageState: state })
      const page = await context.newPage()
      await page.goto(base() + path)
      await look(page, path.includes('upload=1') ? page.getByRole('dialog') : h1(page))
      await context.close()
    })
})

test('nothing to find on the dashboard, menu, bell and forms of a rider', async ({ page }) => {
  await signInTo(page, 'axe.rider@trailcut.example')
  await look(page, h1(page))
  await page.getByRole('button', { name: /account menu$/ }).click()
  await look(page, page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click()
  await look(page, page.getByRole('dialog'))
  await page.goto(`${base()}/profile`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await look(page, page.getByLabel('Biography'))
})

test('nothing to find on the second factor, its set-up and the deletion of an account', async ({ page }) => {
  const email = 'axe.factor@trailcut.example'
  await signInTo(page, email, '/settings')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await look(page, page.getByRole('img', { name: /^QR picture/ }))
  await page.getByRole('button', { name: 'Delete account' }).click()
  await look(page, page.getByRole('dialog'))
  await setUpFactor(page.request)
  await page.request.post(`${base()}/api/auth/logout`, { data: {} })
  await signInTo(page, email)
  await look(page, page.getByLabel('Code'))
})
