import { createHash } from 'node:crypto'
import { brand } from '#contract/brand.ts'
import type { Language } from '#contract/reading/languages.ts'
import { fontFaces } from './web/built.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML elements and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => entities[sign] as string)

/** A server-rendered page, with the headers to send it with. */
export interface HtmlPage {
  html: string
  headers: Record<string, string>
}

const sharedStyle = `
:root { color-scheme: light dark;
  --ground: light-dark(#f4f1ea, #0d1411); --surface: light-dark(#fffdf9, #131c18); --ink: light-dark(#17211c, #ecefe8);
  --muted: light-dark(#57665d, #9caba2); --line: light-dark(#dcd6c8, #26332d); --field: light-dark(#8a8f83, #5c6e65);
  --accent: light-dark(#b8460f, #ff8146); --on-accent: light-dark(#fff, #1a0d05); --danger: light-dark(#a3241c, #ff8f85) }
:root[data-theme=light] { color-scheme: light } :root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 'Inter Variable', Inter, system-ui, sans-serif }
main { max-width: 30rem; margin: 0 auto; padding: min(10vh, 6rem) 1.125rem 4rem }
.brand, h1, h2 { font-family: 'Barlow Condensed', 'Arial Narrow', Impact, sans-serif; line-height: 1.1; font-weight: 600; text-wrap: balance }
.brand { font-size: 1.75rem; font-weight: 700; letter-spacing: -.025em; margin: 0 } .brand a { color: inherit; text-decoration: none }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; overflow-wrap: anywhere }
h1 { font-size: 2.25rem } .error { color: var(--danger); font-weight: 600 }
`

/** What a page may load, submit to or be framed by, per CSP directive. Everything else is forbidden. */
type Sources = Record<`${'script' | 'img' | 'frame'}-src` | 'form-action', string>

interface FrameParts {
  /** As text. */
  title: string
  /** The whole body of the page, as HTML. */
  body: string
  /** Rules added after those that all pages share. */
  style: string
  /** More content for the head, as HTML. */
  head?: string
  sources: Partial<Sources>
  referrer: 'no-referrer' | 'strict-origin'
  /** of its words; English unless given */
  language?: Language
}
interface PageParts extends Omit<FrameParts, 'body'> {
  /** The line above the content, as HTML. */
  brandLine: string
  /** As HTML. */
  content: string
}

/** The frame of every server-rendered page: the product's look and fonts, no external resources, no framing. */
export function htmlFrame({
  title,
  body,
  style,
  head = '',
  sources,
  referrer,
  language = 'en',
}: FrameParts): HtmlPage {
  const sheet = fontFaces() + sharedStyle + style
  const policy = {
    'default-src': "'none'",
    'style-src': `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
    'font-src': "'self'",
    ...sources,
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
  }
  return {
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>${head}<style>${sheet}</style></head>
<body>${body}</body></html>`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': Object.entries(policy)
        .map(([directive, allowed]) => `${directive} ${allowed}`)
        .join('; '),
      'cache-control': 'no-store',
      'referrer-policy': referrer,
    },
  }
}

/** As in the web app. */
const bandStyle = `
.band { border-bottom: 1px solid var(--line) } .band .brand { max-width: 78rem; margin: 0 auto; padding: 0 1.125rem; line-height: 4.25rem }
@media (width >= 48rem) { .band .brand { padding: 0 2rem } }
`

/** A narrow page with one column, below a band that names the product. */
export const htmlPage = ({ brandLine, content, style, ...frame }: PageParts): HtmlPage =>
  htmlFrame({
    ...frame,
    style: bandStyle + style,
    body: `<header class="band"><p class="brand">${brandLine}</p></header>\n<main>\n${content}\n</main>`,
  })

const productStyle = `
h1 { margin: 0 0 .75rem } p { margin: 0 0 .75rem } .card > :last-child { margin-bottom: 0 }
form { display: grid; gap: 1rem; margin: 1.25rem 0 } .way { margin-top: 1.25rem } label { font-weight: 600 }
input { font: inherit; font-weight: 400; width: 100%; min-height: 48px; padding: .5rem .75rem; margin-top: .25rem; color: inherit; background: var(--surface); border: 1px solid var(--field); border-radius: 8px }
button, .way a { font: inherit; font-weight: 600; min-height: 48px; padding: .5rem 1.25rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
a { color: inherit } .way a { display: inline-grid; align-items: center; text-decoration: none } .small a { display: inline-block; padding: .25rem 0 } .small { font-size: .875rem; color: var(--muted); margin: 0 }
`

/** The one way on from a product page that has no form. @param href as text @param words as text */
export const wayOn = (href: string, words: string): string =>
  `<p class="way"><a href="${escapeHtml(href)}">${escapeHtml(words)}</a></p>`

/** A product page outside the web app that works without scripts. @param title as text @param card as HTML */
export const productPage = (title: string, card: string, language: Language = 'en'): HtmlPage =>
  htmlPage({
    language,
    title: `${title} · ${brand}`,
    brandLine: `<a href="/">${brand}</a>`,
    content: `<div class="card">\n${card}\n</div>`,
    style: productStyle,
    head: '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><script src="/theme.js"></script>',
    // The script applies the chosen theme.
    sources: { 'script-src': "'self'", 'img-src': "'self'", 'form-action': "'self'" },
    // With 'no-referrer' browsers would send the form with Origin: null, and it would be refused as
    // cross-site.
    referrer: 'strict-origin',
  })
