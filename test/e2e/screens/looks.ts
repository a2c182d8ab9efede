import { expect, type Page } from '../fixtures.ts'

/** Phone and desk, light and dark. Each arrangement and each theme is `first` once: that is where axe judges it. */
const all = [
  { width: 390, height: 844, colorScheme: 'dark', first: true },
  { width: 390, height: 844, colorScheme: 'light', first: false },
  { width: 1440, height: 900, colorScheme: 'light', first: true },
  { width: 1440, height: 900, colorScheme: 'dark', first: false },
] as const
export type Look = (typeof all)[number]

/** Pictures are for people: they took a sixth of the time of the specs that look, and no check reads them. */
const wanted = Boolean(process.env.E2E_PICTURES)

/** The looks that are judged, and all four when somebody wants to see them. */
export const looks: readonly Look[] = wanted ? all : all.filter(({ first }) => first)
/** All four, for what is judged in each of them. */
export const everyLook: readonly Look[] = all

/** Gives the page this size and theme, and waits until it is drawn in them. */
export async function setLook(page: Page, { width, height, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await settled(page)
}

/** How many things that can be seen are still on their way to where they end. */
const movingThings = () =>
  document.getAnimations().filter(({ effect, playState }) => {
    const ends = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    // Under closed details and the like time stands still.
    return ends && playState === 'running' && (effect as KeyframeEffect).target?.checkVisibility()
  }).length

/** Waits until the fonts are there, the page has been drawn, and what fades in has come to its end. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    // Size and colors follow in the next frames.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
  // Asked, not awaited: `finished` of an animation that reduced motion cuts short while it runs never comes.
  await expect.poll(() => page.evaluate(movingThings), 'things that still move').toBe(0)
}

/** Draws what is out of sight too: rows that were not drawn yet keep the colors of the theme before. */
export const drawEverything = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const drawn = new CSSStyleSheet()
    drawn.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [drawn]
  })

/** By how many CSS pixels the page scrolls sideways. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Keeps a picture under artifacts/screens/ when E2E_PICTURES is set. */
export async function picture(page: Page, name: string, { whole = false } = {}): Promise<void> {
  if (wanted) await page.screenshot({ path: `artifacts/screens/${name}.jpg`, fullPage: whole })
}
