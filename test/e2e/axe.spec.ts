import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { routes } from '../../web/app/routes.ts'
import { setUpFactor, signInTo } from './accounts.ts'
import { base, expectSound } from './support.ts'

const looks = (['light', 'dark'] as const).flatMap(colorScheme =>
  [390, 1440].map(width => ({ colorScheme, width, name: `${colorScheme}, ${width} px` })),
)

const open = async (browser: Browser, { colorScheme, width }: (typeof looks)[number]) => {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height: 844 },
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

/** Looks at a page when all of it is there. */
async function look(page: Page, name: string, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await expectSound(page, name)
}

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })

test.setTimeout(240_000)

for (const kind of looks) {
  test(`nothing to find on what anybody may open, ${kind.name}`, async ({ browser }) => {
    const page = await open(browser, kind)
    await page.goto(base())
    await look(page, 'landing page', page.locator('.trailcut-gsi-button').first())
    const pages = routes.filter(
      ({ access, page: shown, path }) => shown && access === 'anyone' && !path.includes(':'),
    )
    for (const path of [...pages.map(route => route.path), '/sign-in-link?state=used', '/no-such-page']) {
      await page.goto(base() + path)
      await look(page, path, h1(page))
    }
    await page.goto(`${base()}/?signInError=failed`)
    await look(page, 'a toast', page.getByRole('listitem').getByText('Sign In Failed', { exact: true }))
    await page.goto(`${base()}/api/login`)
    await look(page, 'the chooser', h1(page))
    await page.context().close()
  })

  test(`nothing to find on any page or dialog of staff, ${kind.name}`, async ({ browser }) => {
    const page = await open(browser, kind)
    await signInTo(page, 'admin@trailcut.example')
    for (const { path } of routes.filter(route => route.page && route.access !== 'anyone')) {
      await page.goto(base() + path)
      await look(page, path, h1(page))
    }
    await page.goto(`${base()}/enhanced-dashboard?upload=1`)
    await look(page, 'upload dialog', page.getByRole('dialog'))
    await page.context().close()
  })

  test(`nothing to find on a rider's pages and dialogs, ${kind.name}`, async ({ browser }) => {
    const page = await open(browser, kind)
    const email = `axe.${kind.colorScheme}.${kind.width}@trailcut.example`
    await signInTo(page, email)
    await look(page, 'dashboard', h1(page))
    await page.getByRole('button', { name: /account menu$/ }).click()
    await look(page, 'account menu', page.getByRole('menu'))
    await page.keyboard.press('Escape')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Notifications/ })
      .click()
    await look(page, 'bell', page.getByRole('dialog'))
    await page.goto(`${base()}/profile`)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await look(page, 'profile form', page.getByLabel('Biography'))
    await page.goto(`${base()}/settings`)
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await look(page, 'second factor set-up', page.getByRole('img', { name: /^QR picture/ }))
    await page.getByRole('button', { name: 'Delete account' }).click()
    await look(page, 'deletion dialog', page.getByRole('dialog'))
    await setUpFactor(page.request)
    await page.request.post(`${base()}/api/auth/logout`, { data: {} })
    await signInTo(page, email)
    await look(page, 'second factor', page.getByLabel('Code'))
    await page.context().close()
  })
}
