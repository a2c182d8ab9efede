import { routes } from '../../../web/app/routes.ts'
import { expect, type Locator, type Page } from '../fixtures.ts'
import { axeRunsIn, expectNoSidewaysScroll, looks, setLook } from './looks.ts'
import { violationsOf } from './violations.ts'

/** Expects no axe violations and no horizontal scroll on phone and desktop, one of them in the dark theme. */
export async function look(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  for (const each of looks) {
    // What is half faded in has no contrast to speak of.
    await setLook(page, each)
    const name = `${page.url()} at ${each.width} px, ${each.colorScheme}`
    await expect(shown, name).toBeVisible()
    if (axeRunsIn(each, page.url())) expect(await violationsOf(page, { only: 'wcag' }), name).toEqual([])
    await expectNoSidewaysScroll(page, name)
  }
}

export const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
export const shownTo = (access: 'anyone' | 'signed in') =>
  routes
    .filter(route => (route.access === 'anyone') === (access === 'anyone') && !route.path.includes(':'))
    .map(route => route.path)
