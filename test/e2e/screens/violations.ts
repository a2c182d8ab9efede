import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Page } from '../fixtures.ts'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Injects axe into a document once, because injecting it costs far more than a check. */
async function injectAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  // Frames of other origins report to the page's axe too.
  await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
}

/**
 * What axe finds on a page and in its frames. It runs in the page itself: AxeBuilder from
 * @axe-core/playwright sends its source each time and opens a second page for the summary, which took most of the time.
 * @param options rules to skip, and whether to check best practices in addition to WCAG
 * @returns one line for each rule that is broken, with the elements that break it
 */
export async function violationsOf(
  page: Page,
  options: { without?: readonly string[]; only?: 'wcag' } = {},
): Promise<string[]> {
  for (const frame of page.frames()) {
    // A sandboxed frame runs no scripts, including axe.
    const owner = frame === page.mainFrame() ? null : await frame.frameElement()
    const sandbox = await owner?.getAttribute('sandbox')
    if (sandbox === null || sandbox === undefined || sandbox.includes('allow-scripts')) await injectAxe(frame)
  }
  const rules = Object.fromEntries((options.without ?? []).map(rule => [rule, { enabled: false }]))
  const run: RunOptions = {
    runOnly: { type: 'tag', values: options.only ? wcag : [...wcag, 'best-practice'] },
    rules,
    resultTypes: ['violations'],
    preload: false,
  }
  const { violations } = await page.evaluate<AxeResults, RunOptions>(async given => {
    // Anywhere else, the bar on top may cover half of a button that axe measures.
    const top = scrollY
    scrollTo({ top: 0, behavior: 'instant' })
    const found = await window.axe.run(given)
    scrollTo({ top, behavior: 'instant' })
    return found
  }, run)
  return violations.map(v => `${v.id}: ${v.nodes.map(node => node.target.join(' ')).join(', ')}`)
}

declare global {
  interface Window {
    axe: typeof import('axe-core')
  }
}
