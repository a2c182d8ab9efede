import { brand } from '#contract/brand.ts'
import { api } from '#contract/paths.ts'
import { escapeHtml, type HtmlPage, productPage } from '#server/platform/http/html-page.ts'
import { linkMinutes } from '../rules.ts'
import { sentences } from '../sentences.ts'

export interface LinkPage {
  /** The mailed token, which the button sends back. */
  token: string
  /** The address that the link was mailed to. */
  email: string
  /** Whether this browser requested the link; any other has to type the address. */
  bound: boolean
  /** The person already signed in here, if it is another one. */
  signedInAs?: string | undefined
  error?: string | undefined
}

const problemLine = (error: string | undefined) =>
  error ? `<p class="error" id="problem" role="alert">${escapeHtml(error)}</p>` : ''
const emailField = (error: string | undefined) =>
  `<label>Email address<input type="email" name="email" autocomplete="email" required maxlength="254"${error ? ' aria-invalid="true" aria-describedby="problem"' : ''}></label>`

/** Enough of an address for its owner to recognize, but too little to type it. */
const hintOf = (email: string) => `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}`

/** The page behind a mailed link: shows the address, and its button signs in. Opening it changes nothing. */
export function linkPage({ token, email, bound, signedInAs, error }: LinkPage): HtmlPage {
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
  used: sentences.linkUsed,
  expired: sentences.linkExpired({ minutes: linkMinutes }),
} as const

/** The form that requests another link. @param error about the submitted address */
const newLinkForm = (error?: string) => `${problemLine(error)}
<form method="post" action="${api.newMailedLink}">${emailField(error)}<button type="submit">Email me a new link</button></form>`

/** The page for a link that no longer works; its form requests a new one. */
export const linkOverPage = (state: keyof typeof linkOver): HtmlPage =>
  frame(`<h1>This link no longer works</h1>
<p>${linkOver[state]} Enter your email and we'll send you a new one.</p>${newLinkForm()}`)

/** The page for an invalid address. */
export const newLinkPage = (error: string): HtmlPage =>
  frame(`<h1>Get a new sign-in link</h1>${newLinkForm(error)}`)

/**
 * The page after a link was requested. @param mailbox where its mails can be read, if the server itself
 * stores them
 */
export const linkAskedPage = (sentence: string, mailbox: string | null): HtmlPage =>
  frame(`<h1>Check your email</h1>
<p role="status">${escapeHtml(sentence)} Open it in this browser.</p>
${mailbox ? `<p class="small"><a href="${escapeHtml(mailbox)}">Open the mailbox</a></p>` : ''}`)

/** The page for a person who has to wait. @param sentence why @param advice what to do about it */
export const linkRefusalPage = (sentence: string, advice: string): HtmlPage =>
  frame(`<h1>Sign in to ${brand}</h1>
<p class="error" role="alert">${escapeHtml(sentence)}</p>
<p class="small">${escapeHtml(advice)}</p>`)

const frame = (card: string) => productPage('Sign in', card)
