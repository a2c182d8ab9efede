import { expect, type Page } from '../fixtures.ts'
import { drawEverything, everyLook, picture, setLook } from './looks.ts'
import { violationsOf } from './violations.ts'

/**
 * What is wrong with the arrangement on this screen, in words: it scrolls sideways, a text is cut off or runs out
 * of its box, a target is smaller than 24 CSS pixels (WCAG 2.2, 2.5.8, with its exception for links in a sentence).
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
    // For screen readers only, as toasts are announced.
    getComputedStyle(element).clip !== 'rect(0px, 0px, 0px, 0px)'
  // Under an open dialog nothing is used.
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
    // Cut on purpose, with an ellipsis that says so.
    const shortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
    // Tabs that do not fit are scrolled to, as on every phone.
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
    // The whole slider takes a press, not only its thumb.
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

/** Looks at what is shown on phone and desk, light and dark, and expects no fault in any. */
export async function judge(page: Page, name: string, options: { whole?: boolean } = {}): Promise<void> {
  await drawEverything(page)
  for (const look of everyLook) {
    // A picture of the whole page is taken from its top, where the header belongs.
    if (options.whole) await page.evaluate(() => window.scrollTo(0, 0))
    await setLook(page, look)
    const label = `${name}-${look.width}-${look.colorScheme}`
    await picture(page, label, options)
    const faults = await page.evaluate(faultsOfLayout)
    // An open menu hangs outside of the landmarks and holds the focus, as the pattern of ARIA has it.
    const without = (await page.getByRole('menu').isVisible()) ? ['region'] : []
    if (look.first) faults.push(...(await violationsOf(page, { without })))
    expect.soft(faults, label).toEqual([])
  }
}
