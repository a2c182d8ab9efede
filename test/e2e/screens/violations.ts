import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Page } from '../fixtures.ts'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Puts axe into a document once; a judgment is then a fraction of the work of putting it there. */
async function bring(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  // Frames of other origins answer the page's axe too.
  await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
}

/**
 * What axe finds on a page and in its frames. It runs in the page itself: AxeBuilder of
 * @axe-core/playwright brings its source along each time and opens a second page to sum up, which took most of the time.
 * @param options rules that a page cannot keep for a reason, and whether only WCAG counts or best practices too
 * @returns one line for each rule that is broken, with the elements that break it
 */
export async function violationsOf(
  page: Page,
  options: { without?: readonly string[]; only?: 'wcag' } = {},
): Promise<string[]> {
  for (const frame of page.frames()) {
    // No script runs in a sandboxed frame, axe's neither.
    const owner = frame === page.mainFrame() ? null : await frame.frameElement()
    const sandbox = await owner?.getAttribute('sandbox')
    if (sandbox === null || sandbox === undefined || sandbox.includes('allow-scripts')) await bring(frame)
  }
  const rules = Object.fromEntries((options.without ?? []).map(rule => [rule, { enabled: false }]))
  const run: RunOptions = {
    runOnly: { type: 'tag', values: options.only ? wcag : [...wcag, 'best-practice'] },
    rules,
    resultTypes: ['violations'],
  }
  const { violations } = await page.evaluate<AxeResults, RunOptions>(given => window.axe.run(given), run)
  return violations.map(v => `${v.id}: ${v.nodes.map(node => node.target.join(' ')).join(', ')}`)
}

declare global {
  interface Window {
    axe: typeof import('axe-core')
  }
}
