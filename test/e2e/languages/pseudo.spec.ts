import { brand } from '#contract/brand.ts'
import { pageStateId } from '#contract/drawn-page.ts'
import { channelNames } from '#contract/publishing/publications.ts'
import { languages } from '#contract/reading/languages.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { expectNoSidewaysScroll, picture, settled } from '../screens/looks.ts'
import { openAsRider, openAsStaff } from '../staff/staff-support.ts'
import { base, userIdOf } from '../support.ts'

/**
 * The web app in English with accents, 40% longer and in brackets (languages/pseudo.ts): a word without accents is not
 * in a catalog, and what does not fit here does not fit in another language.
 */
runOnOwnServer()
test.describe.configure({ timeout: 180_000 })

const title = 'Ünïtéd'

/** The pseudo-language on a phone. */
async function readIn(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: 'en-XA', url: base() }])
  await page.setViewportSize({ width: 390, height: 844 })
}

const riderPages = (id: string) => [
  ...['/', '/creator-dashboard', '/upload', '/earnings', '/premium', '/notifications', '/profile'],
  ...['/settings', `/v/${id}`, `/v/${id}?tab=details`, '/terms', '/privacy'],
]
const staffPages = (id: string) => [
  ...['/dashboard', '/enhanced-dashboard', '/admin', '/admin/audit-log', '/admin/score-weights'],
  ...['/admin/share-reports', `/admin/ai-highlights?video=${id}`, '/publishing', '/email-preview'],
]

/** Brands, the languages' own names in the choice of languages, and what Intl writes: names of months, how long ago. */
const intl = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|now|minutes?|hours?|ago'
const names = [brand, ...Object.values(channelNames), ...Object.values(languages)].join('|')
const known = new RegExp(`^(${names}|${intl})$`, 'i')

/** Every word that the server has said to a page: what riders wrote, and its own sentences. */
function listenToServer(page: Page): Set<string> {
  const words = new Set<string>()
  page.on('response', async response => {
    const isPage = response.request().resourceType() === 'document'
    if (!isPage && !response.url().includes('/api/')) return
    // A page that is left takes its answers with it.
    const whole = await response.text().catch(() => '')
    const text = isPage ? whole.slice(whole.indexOf(pageStateId)) : whole
    for (const word of text.match(/[a-z]{3,}/gi) ?? []) words.add(word.toLowerCase())
  })
  return words
}

/** Texts on the screen and in labels, and controls whose words are cut off. */
const readPage = (page: Page): Promise<{ texts: string[]; cut: string[] }> =>
  page.evaluate(() => {
    const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = new Set<string>()
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (parent && shown(parent)) texts.add(walker.currentNode.textContent?.trim() ?? '')
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (shown(element)) texts.add(element.getAttribute(name) ?? '')
    const cut: string[] = []
    for (const element of document.querySelectorAll('button, a, label, h1, h2, h3, [role=tab], th')) {
      const { textOverflow, overflowX } = getComputedStyle(element)
      const forReaders = element.clientWidth <= 1
      if (!shown(element) || forReaders || textOverflow === 'ellipsis' || overflowX !== 'hidden') continue
      if (element.scrollWidth > element.clientWidth + 1) cut.push(element.textContent ?? '')
    }
    return { texts: [...texts], cut }
  })

/** Words of a text without accents. Some letters have none in the pseudo-language, so those say nothing. */
const plainWords = (text: string): string[] =>
  (text.match(/\p{L}{3,}/gu) ?? []).filter(word => /^[a-z]+$/i.test(word) && /[a-eg-lnoprstuwyz]/i.test(word))

async function look(page: Page, path: string, said: ReadonlySet<string>): Promise<void> {
  await page.goto(base() + path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA')
  await page.waitForLoadState('networkidle')
  await settled(page)
  const { texts, cut } = await readPage(page)
  await picture(page, `pseudo${path.replaceAll(/[^a-z]+/g, '-')}`, { whole: true })
  const inline = texts.filter(text =>
    plainWords(text).some(word => !known.test(word) && !said.has(word.toLowerCase())),
  )
  expect.soft(inline, `${path}: words outside of the catalogs`).toEqual([])
  expect.soft(cut, `${path}: words that are cut off`).toEqual([])
  await expectNoSidewaysScroll(page, path)
}

test("a rider's pages have no inline words, and fit on a phone", async ({ browser }) => {
  const page = await openAsRider(browser, 'pseudo@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), title)
  await readIn(page)
  const said = listenToServer(page)
  for (const path of riderPages(id)) await look(page, path, said)
})

test("staff's pages have no inline words, and fit on a phone", async ({ browser }) => {
  const rider = await openAsRider(browser, 'pseudo.ride@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(rider), title)
  const page = await openAsStaff(browser, 'admin')
  await readIn(page)
  const said = listenToServer(page)
  for (const path of staffPages(id)) await look(page, path, said)
})
