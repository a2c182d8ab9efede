import { withoutLongTests } from '../../harness/long-tests.ts'
import { expect, type Page } from '../fixtures.ts'
import { drawEverything, everyLook, looks, picture, setLook } from './looks.ts'
import { violationsOf } from './violations.ts'

/**
 * Layout faults on this screen, in words: it scrolls sideways, a text is cut off or overflows
 * its box, a target is smaller than 24 CSS pixels (WCAG 2.2, 2.5.8, except links in a sentence).
 */
function faultsOfLayout(): string[] {
  const faults: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth)
    faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px`)
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
  const shown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[aria-hidden=true], .sr-only') &&
    // For screen readers only, like toast announcements.
    getComputedStyle(element).clip !== 'rect(0px, 0px, 0px, 0px)'
  // Controls under an open dialog can't be used.
  const scope = document.querySelector('[role=dialog]') ?? document.body

  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!node.textContent?.trim() || !element || !shown(element)) continue
    const style = getComputedStyle(element)
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width <= 1) continue
    // Truncated on purpose, with an ellipsis.
    const shortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
    // A row of tabs may scroll on a phone.
    const scrolls = element.closest('[role=tablist]') !== null
    if (!shortened && !scrolls && (box.right > root.clientWidth + 1 || box.left < -1))
      faults.push(`text runs out of the window: ${named(element)}`)
    const clips = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    if (clips && !shortened) faults.push(`text is cut off: ${named(element)}`)
    const holder = element.closest('button, a, label, td, th, dd, dt')
    if (holder && !shortened && !scrolls && box.right > holder.getBoundingClientRect().right + 1.5)
      faults.push(`text runs out of its box: ${named(holder)}`)
  }
  const targets = scope.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, [role=tab], [role=slider], [role=menuitem]',
  )
  for (const target of targets) {
    // The whole slider is the target, not only its thumb.
    const slider = target.matches('[role=slider]') ? target.closest('[data-slider]') : null
    const box = (slider ?? target).getBoundingClientRect()
    if (!shown(target) || box.width <= 1 || box.height <= 1) continue
    const inSentence =
      getComputedStyle(target).display === 'inline' &&
      (target.parentElement?.textContent ?? '').length > (target.textContent ?? '').length + 10
    if (!inSentence && (box.width < 23.9 || box.height < 23.9))
      faults.push(`target of ${box.width.toFixed(0)} × ${box.height.toFixed(0)} px: ${named(target)}`)
  }
  return [...new Set(faults)]
}

/** Expects no layout faults on phone and desktop, light and dark; without long tests, in the looks that axe checks. */
export async function judge(page: Page, name: string, options: { whole?: boolean } = {}): Promise<void> {
  await drawEverything(page)
  for (const look of withoutLongTests ? looks : everyLook) {
    // A full-page picture must start at the top, where the header is.
    if (options.whole) await page.evaluate(() => window.scrollTo(0, 0))
    await setLook(page, look)
    const label = `${name}-${look.width}-${look.colorScheme}`
    await picture(page, label, options)
    const faults = await page.evaluate(faultsOfLayout)
    // An open menu is outside the landmarks and traps the focus, as the ARIA pattern requires.
    const without = (await page.getByRole('menu').isVisible()) ? ['region'] : []
    if (look.first) faults.push(...(await violationsOf(page, { without })))
    expect.soft(faults, label).toEqual([])
  }
}
