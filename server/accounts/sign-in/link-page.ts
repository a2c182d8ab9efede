import { createHash } from 'node:crypto'
import { brand } from '#contract/brand.ts'
import { api } from '#contract/paths.ts'
import { escapeHtml } from '#server/platform/mail/layout.ts'
import { linkMinutes } from '../rules.ts'

const style = `
:root { color-scheme: light dark;
  --ground: light-dark(#f4f1ea, #0d1411); --surface: light-dark(#fffdf9, #131c18); --ink: light-dark(#17211c, #ecefe8);
  --muted: light-dark(#57665d, #9caba2); --line: light-dark(#dcd6c8, #26332d); --field: light-dark(#8a8f83, #5c6e65);
  --accent: light-dark(#b8460f, #ff8146); --on-accent: light-dark(#fff, #1a0d05); --danger: light-dark(#a3241c, #ff8f85) }
:root[data-theme=light] { color-scheme: light } :root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 'Inter Variable', Inter, system-ui, sans-serif }
main { max-width: 28rem; margin: 0 auto; padding: min(12vh, 6rem) 1rem 4rem }
.brand, h1 { font-family: 'Barlow Condensed', 'Arial Narrow', Impact, sans-serif; line-height: 1.1 }
.brand { font-size: 1.75rem; font-weight: 700; margin: 0 0 1.25rem } .brand a { color: inherit; text-decoration: none }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; overflow-wrap: anywhere }
h1 { font-size: 2rem; margin: 0 0 .75rem } p { margin: 0 0 .75rem }
form { display: grid; gap: 1rem; margin: 1.25rem 0 } label { font-weight: 600 }
input { font: inherit; font-weight: 400; width: 100%; min-height: 48px; padding: .5rem .75rem; margin-top: .25rem; color: inherit; background: var(--surface); border: 1px solid var(--field); border-radius: 8px }
button { font: inherit; font-weight: 600; min-height: 48px; padding: .5rem 1rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
a { color: inherit; display: inline-block; padding: .25rem 0 } .small { font-size: .875rem; color: var(--muted); margin: 0 } .error { color: var(--danger); font-weight: 600 }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** The headers of the page. It runs no script of its own; its address holds a secret, which no other place is told. */
export const linkPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    // The chosen theme; the page is whole without it.
    "script-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  // With 'no-referrer' browsers would send the form without its Origin, and it would be refused as another site's.
  'referrer-policy': 'strict-origin',
}

export interface LinkPage {
  /** The mailed token, to be sent back by the button. */
  token: string
  /** The address that the link was mailed to. */
  email: string
  /** Whether this browser asked for the link; any other has to type the address. */
  bound: boolean
  /** Who is signed in here already, where that is somebody else. */
  signedInAs?: string | undefined
  error?: string | undefined
}

const problemLine = (error: string | undefined) =>
  error ? `<p class="error" id="problem" role="alert">${escapeHtml(error)}</p>` : ''
const emailField = (error: string | undefined) =>
  `<label>Email address<input type="email" name="email" autocomplete="email" required maxlength="254"${error ? ' aria-invalid="true" aria-describedby="problem"' : ''}></label>`

/** Enough of an address to recognize one's own, and too little to type it. */
const hintOf = (email: string) => `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}`

/** The page behind a mailed link: names the address, and its button signs in. Opening it changes nothing. */
export function linkPage({ token, email, bound, signedInAs, error }: LinkPage): string {
  const shown = (address: string) => `<strong>${escapeHtml(address)}</strong>`
  const who = bound
    ? `<p>You're signing in as ${shown(email)}.</p>`
    : `<p>This link was requested in another browser. To sign in here, type the address it was sent to: ${shown(hintOf(email))}</p>`
  const already = signedInAs
    ? `<p>You're signed in as ${shown(signedInAs)} right now. Signing in with this link switches this browser to the other account.</p>`
    : ''
  return frame(`<h1>Sign in to ${brand}</h1>
${who}${already}${problemLine(error)}
<form method="post" action="${api.mailedLink}"><input type="hidden" name="token" value="${escapeHtml(token)}">${bound ? '' : emailField(error)}<button type="submit">Sign in</button></form>
<p class="small">The link works once. If you didn't ask for it, just close this page.</p>`)
}

/** Why a link signs nobody in. */
export const linkOver = {
  used: 'This link has already been used. Each link signs you in once.',
  expired: `This link has expired. Links work for ${linkMinutes} minutes.`,
} as const

/** The form that asks for another link. @param error about the address that was sent */
const newLinkForm = (error?: string) => `${problemLine(error)}
<form method="post" action="${api.newMailedLink}">${emailField(error)}<button type="submit">Email me a new link</button></form>`

/** The page for a link that is no good any more; its form asks for a new one. */
export const linkOverPage = (state: keyof typeof linkOver): string =>
  frame(`<h1>This link no longer works</h1>
<p>${linkOver[state]} Enter your email and we'll send you a new one.</p>${newLinkForm()}`)

/** The page for an address that can't be one. */
export const newLinkPage = (error: string): string =>
  frame(`<h1>Get a new sign-in link</h1>${newLinkForm(error)}`)

/** The page after a link was asked for. @param mailbox where its mails can be read, if the server itself keeps them */
export const linkAskedPage = (sentence: string, mailbox: string | null): string =>
  frame(`<h1>Check your email</h1>
<p role="status">${escapeHtml(sentence)} Open it in this browser.</p>
${mailbox ? `<p class="small"><a href="${escapeHtml(mailbox)}">Open the mailbox</a></p>` : ''}`)

/** The page for somebody who has to wait. @param sentence why @param advice what to do about it */
export const linkRefusalPage = (sentence: string, advice: string): string =>
  frame(`<h1>Sign in to ${brand}</h1>
<p class="error" role="alert">${escapeHtml(sentence)}</p>
<p class="small">${escapeHtml(advice)}</p>`)

const frame = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>Sign in · ${brand}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style><script src="/theme.js"></script></head>
<body><main><p class="brand"><a href="/">${brand}</a></p><div class="card">
${body}
</div></main></body></html>`
