import { createHash } from 'node:crypto'
import { brand } from '#contract/brand.ts'
import { escapeHtml } from '#server/platform/mail/layout.ts'

const style = `
:root { color-scheme: light dark;
  --ground: #f4f1ea; --surface: #fffdf9; --ink: #17211c; --muted: #57665d; --line: #dcd6c8; --accent: #b8460f; --on-accent: #fff; --pine: #1f4636 }
@media (prefers-color-scheme: dark) { :root {
  --ground: #0d1411; --surface: #131c18; --ink: #ecefe8; --muted: #9caba2; --line: #26332d; --accent: #ff8146; --on-accent: #17211c; --pine: #5fbf93 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 'Inter Variable', Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem }
main.narrow { max-width: 26rem; padding-top: min(12vh, 6rem) }
h1, h2, .brand { font-family: 'Barlow Condensed', 'Arial Narrow', Impact, sans-serif; line-height: 1.1; margin: 0 }
.brand { font-size: 1.5rem; font-weight: 700; margin-bottom: 1.25rem } .brand a { color: inherit; text-decoration: none }
h1 { font-size: 2rem } h2 { font-size: 1.35rem }
p { margin: .5rem 0 } .muted { color: var(--muted) } small { font-size: .875rem }
a { color: var(--accent) }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; margin: 1rem 0; overflow-wrap: anywhere } .card > :last-child { margin-bottom: 0 }
.row { display: flex; gap: .25rem 1rem; justify-content: space-between; align-items: baseline; flex-wrap: wrap }
.people { list-style: none; margin: 1rem 0; padding: 0; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; background: var(--surface) }
.people li + li { border-top: 1px solid var(--line) }
.people button { all: unset; box-sizing: border-box; display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; width: 100%; padding: .75rem 1rem; min-height: 48px; cursor: pointer }
.people button:hover { background: var(--ground) } .people small { color: var(--muted); grid-column: 1 } .people .role { grid-row: 1 / 3; grid-column: 2; align-self: center; color: var(--pine); font-size: .875rem; font-weight: 600 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px }
form.other { display: grid; gap: .75rem } h2 + form.other { margin-top: .75rem } label { font-weight: 600 }
input[type=email], input[type=text] { font: inherit; font-weight: 400; width: 100%; min-height: 44px; padding: .5rem .75rem; margin-top: .25rem; color: inherit; background: var(--surface); border: 1px solid var(--muted); border-radius: 8px }
label.check { font-weight: 400; display: flex; gap: .5rem; align-items: center; min-height: 32px }
.action { font: inherit; font-weight: 600; min-height: 44px; padding: .5rem 1rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); cursor: pointer }
.quiet { font: inherit; min-height: 44px; padding: .5rem 1rem; border: 0; background: none; color: var(--accent); cursor: pointer; text-decoration: underline }
.error { color: var(--accent); font-weight: 600 }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 8px; background: #fff; margin: .75rem 0 }
pre { white-space: pre-wrap; font: inherit; margin: .75rem 0 }
.state { font-size: .875rem; font-weight: 600 } .state.real { color: var(--pine) } .state.missing { color: var(--muted) } .state.stand-in { color: var(--accent) }
`
const styleHash = createHash('sha256').update(style).digest('base64')

export interface PageOptions {
  title: string
  /** Already escaped. */
  body: string
  narrow?: boolean
  /** Other origins that a form of the page may end up at, through redirects. */
  formTargets?: string[]
}

/** A page of the sandbox in the product's look, and the headers that it is to be sent with. It runs no script. */
export function sandboxPage({ title, body, narrow = false, formTargets = [] }: PageOptions): {
  html: string
  headers: Record<string, string>
} {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${brand} sandbox</title><style>${style}</style></head>
<body><main${narrow ? ' class="narrow"' : ''}><p class="brand">${brand} <span class="muted">sandbox</span></p>
${body}</main></body></html>`
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "frame-src 'self'",
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  }
}
