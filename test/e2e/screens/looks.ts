import { withoutLongTests } from '../../harness/long-tests.ts'
import { expect, type Locator, type Page, unhurried } from '../fixtures.ts'

/** Phone, tablet and desktop, light and dark. Phone, desktop and each theme are `first` once, which is where axe runs. */
const all = [
  { width: 390, height: 844, colorScheme: 'dark', first: true },
  { width: 390, height: 844, colorScheme: 'light', first: false },
  { width: 1024, height: 768, colorScheme: 'light', first: false },
  { width: 1440, height: 900, colorScheme: 'light', first: true },
  { width: 1440, height: 900, colorScheme: 'dark', first: false },
] as const
export type Look = (typeof all)[number]

/** Pictures are off by default: only people read them, and they take a sixth of the time of these specs. */
const wanted = Boolean(process.env.E2E_PICTURES)

/** The looks that axe checks, or all of them when pictures are wanted. */
export const looks: readonly Look[] = wanted ? all : all.filter(({ first }) => first)
/** All of them, for checks that run in each. */
export const everyLook: readonly Look[] = all

/**
 * Whether axe runs in this look: in each that is `first`, or without long tests in one of them, by the length of the
 * name. It takes most of the time, and most screens have several states.
 */
export const axeRunsIn = (look: Look, name: string): boolean =>
  withoutLongTests ? look === all.filter(({ first }) => first)[name.length % 2] : look.first

/** Sets the page's size and theme, and waits until it is redrawn. */
export async function setLook(page: Page, { width, height, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await settled(page)
}

/** Waits until the fonts have loaded, which a drawn page does once it is painted. */
export async function fontsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.fonts === undefined, null, unhurried)
  await page.evaluate(() => document.fonts.ready)
}

/** Waits until the fonts have loaded, the page is drawn and animations have finished. */
export async function settled(page: Page): Promise<void> {
  await fontsLoaded(page)
  // In one call: each costs more than what it asks.
  const moving = await page.evaluate(async () => {
    const until = Date.now() + 60_000
    const frame = () => new Promise(requestAnimationFrame)
    // Not `finished`, which never resolves for an animation that reduced motion cuts short.
    const moves = () =>
      document.getAnimations().some(({ effect, playState }) => {
        const ends = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
        // Animations inside closed details never finish.
        return ends && playState === 'running' && (effect as KeyframeEffect).target?.checkVisibility()
      })
    // Size and colors change in the next frames.
    for (let drawn = 0; drawn < 2; drawn++) await frame()
    while (moves() && Date.now() < until) await frame()
    return moves()
  })
  expect(moving, 'something still moves').toBe(false)
}

/** Draws off-screen rows too, which otherwise keep the previous theme's colors. */
export const drawEverything = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const drawn = new CSSStyleSheet()
    drawn.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [drawn]
  })

/** Expects that the page doesn't scroll sideways, once it is laid out for its size. */
export const expectNoSidewaysScroll = (page: Page, name: string): Promise<void> =>
  expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      { message: `${name} scrolls sideways`, timeout: 10_000 },
    )
    .toBeLessThanOrEqual(0)

/** Saves a picture under artifacts/screens/ when E2E_PICTURES is set: of the whole page, or of a place on it. */
export async function picture(
  page: Page,
  name: string,
  { whole = false, of }: { whole?: boolean; of?: Locator | undefined } = {},
): Promise<void> {
  if (!wanted) return
  await of?.scrollIntoViewIfNeeded()
  await page.screenshot({ path: `artifacts/screens/${name}.jpg`, fullPage: whole })
}
