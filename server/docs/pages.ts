import { brand } from '#contract/brand.ts'
import { api } from '#contract/paths.ts'
import { escapeHtml, type HtmlPage, htmlFrame } from '#server/core/http/html-page.ts'
import { contents, type Entry } from './contents.ts'
import { type Hit, library } from './library.ts'
import type { Heading, Rendered } from './markdown.ts'
import { docsStyle } from './style.ts'
import { texts } from './texts.ts'

const titleOf = (slug: string) => library().pages.get(slug)?.title ?? slug

const listOf = (entries: readonly Entry[], here?: string) =>
  `<ul>${entries
    .map(({ slug, name = titleOf(slug) }) => {
      const current = slug === here ? ' aria-current="page"' : ''
      return `<li><a href="${api.docsPage(slug)}"${current}>${escapeHtml(name)}</a></li>`
    })
    .join('')}</ul>`

const allPages = (here?: string) =>
  contents.map(({ title, pages }) => `<h2>${title}</h2>${listOf(pages, here)}`).join('')

const outlineOf = (headings: readonly Heading[]) =>
  `<ul>${headings
    .map(
      ({ level, id, text }) =>
        `<li><a href="#${escapeHtml(id)}"${level === 3 ? ' class="sub"' : ''}>${escapeHtml(text)}</a></li>`,
    )
    .join('')}</ul>`

interface Parts {
  title: string
  /** HTML of the main column */
  main: string
  /** the page's slug */
  here?: string
  headings?: readonly Heading[]
  words?: string
  /** the page itself is a list of all pages */
  alone?: boolean
}

/** The navigation exists twice: beside the text if there is room, collapsed above it on phones. */
function framed({ title, main, here, headings = [], words = '', alone = false }: Parts): HtmlPage {
  const outlined = headings.length > 2
  const nav = (label: string, kind: string, list: string) =>
    `<nav class="${kind}" aria-label="${label}">${list}</nav>`
  const folded = (label: string, list: string) =>
    `<details class="small"><summary>${label}</summary>${nav(label, '', list)}</details>`
  const body = `<a class="skip" href="#content">${texts.skip}</a>
<header class="top"><p class="brand"><a href="/">${brand}</a> <a class="here" href="${api.docs}">${texts.home}</a></p>
<form class="search" role="search" action="${api.docs}"><input type="search" name="q" aria-label="${texts.searchLabel}" placeholder="${texts.searchLabel}" value="${escapeHtml(words)}" maxlength="200"><button>${texts.search}</button></form></header>
<div class="${alone ? 'alone' : outlined ? 'columns outlined' : 'columns'}">
${alone ? '' : nav(texts.pages, 'side', allPages(here))}
<main id="content" tabindex="-1">${alone ? '' : folded(texts.pages, allPages(here))}${outlined ? folded(texts.outline, outlineOf(headings)) : ''}
${main}</main>
${outlined ? nav(texts.outline, 'side toc', `<h2>${texts.outline}</h2>${outlineOf(headings)}`) : ''}</div>`
  const page = htmlFrame({
    title: `${title} · ${brand}`,
    body,
    style: docsStyle,
    head: '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><script src="/theme.js"></script>',
    // The script sets the chosen theme.
    sources: { 'script-src': "'self'", 'img-src': "'self'", 'form-action': "'self'" },
    referrer: 'strict-origin',
  })
  page.headers['cache-control'] = 'no-cache'
  return page
}

export const docsPage = (slug: string, { title, html, headings }: Rendered): HtmlPage =>
  framed({ title, main: html, here: slug, headings })

export function contentsPage(): HtmlPage {
  const parts = contents.map(({ title, pages }) => `<section><h2>${title}</h2>${listOf(pages)}</section>`)
  const main = `<h1>${texts.home}</h1><p>${texts.intro}</p><div class="parts">${parts.join('')}</div>`
  return framed({ title: texts.home, main, alone: true })
}

export const missingPage = (): HtmlPage =>
  framed({ title: texts.noPage, main: `<h1>${texts.noPage}</h1><p>${texts.noPageHint}</p>` })

const around = 160

/** The words around the first match, with every match marked. */
function excerptOf({ text, terms }: Hit): string {
  const lower = text.toLowerCase()
  const places = terms.map(term => lower.indexOf(term)).filter(place => place >= 0)
  const first = places.length > 0 ? Math.min(...places) : 0
  const start = first < around ? 0 : lower.indexOf(' ', first - around) + 1
  const part = text.slice(start, first + around)
  const words = part.split(/(?<=[^\p{L}\p{N}])|(?=[^\p{L}\p{N}])/u)
  const marked = words.map(word =>
    terms.includes(word.toLowerCase()) ? `<mark>${escapeHtml(word)}</mark>` : escapeHtml(word),
  )
  return `${start > 0 ? '… ' : ''}${marked.join('')}${first + around < text.length ? ' …' : ''}`
}

export function resultsPage(words: string): HtmlPage {
  const hits = library().search(words)
  const items = hits.map(hit => {
    const place = hit.heading === hit.page ? '' : ` <span class="muted">${escapeHtml(hit.page)}</span>`
    return `<li><a href="${hit.address}">${escapeHtml(hit.heading)}</a>${place}<p>${excerptOf(hit)}</p></li>`
  })
  const list = hits.length > 0 ? `<ol class="hits">${items.join('')}</ol>` : `<p>${texts.none}</p>`
  const title = texts.results(words)
  return framed({
    title,
    main: `<h1>${escapeHtml(title)}</h1><p class="muted" role="status">${texts.found(hits.length)}</p>${list}`,
    words,
  })
}
