import { readdirSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contents } from './contents.ts'
import { library } from './library.ts'
import { renderMarkdown } from './markdown.ts'
import { contentsPage, docsPage, resultsPage } from './pages.ts'

const nowhere = { link: () => null, picture: () => null }
const html = (source: string) => renderMarkdown(source, nowhere).html

test('keeps raw HTML and links to scripts as text', () => {
  expect(html('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n')
  expect(html('a <b onclick="x()">bold</b> word')).not.toContain('<b')
  const own = { link: (target: string) => target, picture: () => null }
  expect(renderMarkdown('[x](javascript:alert(1))', own).html).not.toContain('<a')
  expect(renderMarkdown('![x](javascript:alert(1))', own).html).not.toContain('<img')
})

test('removes a link without a page and keeps its text', () => {
  expect(html('See [the `store`](../server/store.ts) for more.')).toBe(
    '<p>See the <code>store</code> for more.</p>\n',
  )
})

test('gives headings distinct ids and lists the second and third level', () => {
  const { title, headings } = renderMarkdown('# A page\n## Once\n### Inner `x`\n## Once\n#### Deep', nowhere)
  expect(title).toBe('A page')
  expect(headings.map(({ id }) => id)).toEqual(['once', 'inner-x', 'once-1'])
})

test('shows a flowchart as a table of its arrows', () => {
  const chart = '```mermaid\nflowchart TD\n  a["one.ts"] -->|job x| b["two.ts"]\n  b -.-> a\n```'
  expect(html(chart)).toContain(
    '<tr><td><code>one.ts</code></td><td>job x</td><td><code>two.ts</code></td></tr>',
  )
  expect(html(chart)).toContain('<td>calls</td><td><code>one.ts</code></td>')
  expect(html('```mermaid\nsequenceDiagram\n```')).toContain('sequenceDiagram')
})

test('no page has a style attribute, which the CSP would refuse', () => {
  expect(html('| a | b |\n|---|---:|\n| 1 | 2 |')).toContain('<td class="right">2</td>')
  const styled = [...library().pages].filter(([, page]) => page.html.includes(' style='))
  expect(styled.map(([slug]) => slug)).toEqual([])
})

test('every guide is in the contents', () => {
  const folder = path.resolve(import.meta.dirname, '../../docs/guides')
  const listed = contents.flatMap(({ pages }) => pages.map(({ file }) => file))
  const guides = readdirSync(folder).map(name => `docs/guides/${name}`)
  expect(guides.filter(file => !listed.includes(file))).toEqual([])
})

test('every link inside a page leads to an existing page and heading', () => {
  const { pages } = library()
  const ids = new Map(
    [...pages].map(([slug, page]) => [slug, new Set(page.passages.map(({ heading }) => heading.id))]),
  )
  const dead: string[] = []
  let links = 0
  for (const [slug, page] of pages)
    for (const [, target = ''] of page.html.matchAll(/href="(\/docs\/[^"]*|#[^"]*)"/g)) {
      links += 1
      const [address = '', id] = target.split('#')
      const to = address.replace('/docs/', '') || slug
      if (!ids.has(to) || (id && !ids.get(to)?.has(id))) dead.push(`${slug}: ${target}`)
    }
  expect(dead).toEqual([])
  expect(links).toBeGreaterThan(50)
})

test('the search finds guides by words, by prefixes and with a typo', () => {
  // cspell:ignore treshold
  const first = (words: string) => library().search(words)[0]?.address
  expect(first('add a detector')).toContain('/docs/add-a-detector')
  expect(first('back up embed')).toContain('/docs/backup')
  expect(first('payouts treshold')).toContain('/docs/')
  expect(library().search('zzzz qqqq')).toEqual([])
})

test('the search names pages for riders first, then those whose title or heading says it', () => {
  const found = (words: string) =>
    library()
      .search(words)
      .map(hit => hit.address.replace('/docs/', ''))
  for (const words of ['payout', 'earnings', 'viral potential', 'threshold', 'highlights', 'bank account'])
    expect([words, found(words)[0]]).toEqual([words, expect.stringMatching(/^riders/)])
  for (const words of ['api', 'webhook', 'access token', 'upload with a program'])
    expect([words, found(words)[0]]).toEqual([words, expect.stringMatching(/^api/)])
  for (const [words, first] of [
    ['upgrade', 'upgrade'],
    ['architecture', 'architecture'],
    ['back up', 'backup'],
    ['stripe', 'stripe'],
    ['tiktok', 'tiktok'],
    ['add a platform', 'add-a-platform'],
    ['decisions', 'decisions'],
  ])
    expect([words, found(words as string)[0]]).toEqual([words, first])
})

test('results show the text around a match', () => {
  const { html: page } = resultsPage('<img src=x>')
  expect(page).toContain('Results for “&lt;img src=x&gt;”')
  expect(resultsPage('backup').html).toContain('<mark>')
})

/** Kilobytes, gzipped, of the largest page with its style; the pages need no script but the theme's. */
const pageBudget = 30

test('no page is heavier than its budget', () => {
  const pages = [...library().pages].map(([slug, page]) => [slug, docsPage(slug, page)] as const)
  const sizes = [['contents', contentsPage()] as const, ...pages].map(
    ([slug, { html: page }]) => [slug, gzipSync(page).length / 1000] as const,
  )
  console.table(sizes.toSorted((a, b) => b[1] - a[1]).slice(0, 3))
  expect(sizes.filter(([, size]) => size > pageBudget)).toEqual([])
})
