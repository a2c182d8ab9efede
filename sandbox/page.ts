import { brand } from '#contract/brand.ts'
import { type HtmlPage, htmlPage } from '#server/core/http/html-page.ts'

const style = `
:root { --pine: light-dark(#1f4636, #5fbf93) }
body { font-variant-numeric: tabular-nums }
h1, h2 { margin: 0 } h2 { font-size: 1.35rem }
p { margin: .5rem 0 } .muted { color: var(--muted) } small { font-size: .875rem }
a { color: var(--accent) }
.card { padding: 1.25rem; margin: 1rem 0 } .card > :last-child { margin-bottom: 0 }
.row { display: flex; gap: .25rem 1rem; justify-content: space-between; align-items: baseline; flex-wrap: wrap }
.people { list-style: none; margin: 1rem 0; padding: 0; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; background: var(--surface) }
.people li > .row { padding: .75rem 1rem }
.people li + li { border-top: 1px solid var(--line) }
.people button { all: unset; box-sizing: border-box; display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; width: 100%; padding: .75rem 1rem; min-height: 48px; cursor: pointer }
.people button:focus-visible, .people button[aria-current] { outline: 2px solid var(--pine); outline-offset: -2px } .people button:hover { background: var(--ground) } .people small { color: var(--muted); grid-column: 1 } .people .role { grid-row: 1 / 3; grid-column: 2; align-self: center; color: var(--pine); font-size: .875rem; font-weight: 600 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px }
form.other { display: grid; gap: .75rem } h2 + form.other { margin-top: .75rem } label { font-weight: 600 }
input[type=email], input[type=text] { font: inherit; font-weight: 400; width: 100%; min-height: 44px; padding: .5rem .75rem; margin-top: .25rem; color: inherit; background: var(--surface); border: 1px solid var(--muted); border-radius: 8px }
label.check { font-weight: 400; display: flex; gap: .5rem; align-items: center; min-height: 32px }
.action { font: inherit; font-weight: 600; min-height: 44px; padding: .5rem 1rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); cursor: pointer }
.quiet { font: inherit; min-height: 44px; padding: .5rem 1rem; border: 0; background: none; color: var(--accent); cursor: pointer; text-decoration: underline }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 8px; background: #fff; margin: .75rem 0 }
pre { white-space: pre-wrap; font: inherit; margin: .75rem 0 }
.state { font-size: .875rem; font-weight: 600 } .state.real { color: var(--pine) } .state.missing { color: var(--muted) } .state.stand-in { color: var(--accent) }
`
const wide = 'main { max-width: 46rem; padding-top: 2rem }\n'

export interface PageOptions {
  title: string
  /** Already escaped. */
  body: string
  narrow?: boolean
  /** Other origins that the page's forms may redirect to. */
  formTargets?: string[]
}

/** A sandbox page in the product's look, with the headers to send it with. It runs no script. */
export const sandboxPage = ({ title, body, narrow = false, formTargets = [] }: PageOptions): HtmlPage =>
  htmlPage({
    title: `${title} · ${brand} sandbox`,
    brandLine: `${brand} <span class="muted">sandbox</span>`,
    content: body,
    style: narrow ? style : style + wide,
    sources: { 'frame-src': "'self'", 'form-action': ["'self'", ...formTargets].join(' ') },
    referrer: 'no-referrer',
  })
