import { routes } from '../../web/app/routes.ts'
import { expect, type Locator, type Page } from './fixtures.ts'
import { violationsOf } from './violations.ts'

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
export async function look(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  for (const { colorScheme, width } of looks) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const name = `${page.url()} at ${width} px, ${colorScheme}`
    await expect(shown, name).toBeVisible()
    // What is half faded in has no contrast to speak of.
    await expect.poll(() => page.evaluate(movingThings), name).toBe(0)
    expect(await violationsOf(page, { only: 'wcag' }), name).toEqual([])
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(over, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
  }
}

export const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
export const shownTo = (access: 'anyone' | 'signed in') =>
  routes
    .filter(
      route =>
        route.page && (route.access === 'anyone') === (access === 'anyone') && !route.path.includes(':'),
    )
    .map(route => route.path)
