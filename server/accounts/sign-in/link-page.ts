import { api } from '#contract/paths.ts'
import type { Language } from '#contract/reading/languages.ts'
import { sentences } from '#sentences/accounts.ts'
import { escapeHtml, type HtmlPage, productPage } from '#server/core/http/html-page.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { linkMinutes } from '../rules.ts'

export interface LinkPage {
  /** The mailed token, which the button sends back. */
  token: string
  /** The address that the link was mailed to. */
  email: string
  /** Whether this browser requested the link; any other has to type the address. */
  bound: boolean
  /** The person already signed in here, if it is another one. */
  signedInAs?: string | undefined
  /** Whether it is the person signed in here, who only confirms their address. */
  confirms: boolean
  error?: Sentence | undefined
}

/** A sentence in a language, as HTML. */
const write = (language: Language) => (sentence: Sentence) => escapeHtml(sentence.in(language))

const problemLine = (language: Language, error: Sentence | undefined) =>
  error ? `<p class="error" id="problem" role="alert">${write(language)(error)}</p>` : ''
const emailField = (language: Language, error: Sentence | undefined) =>
  `<label>${write(language)(sentences.pageEmail)}<input type="email" name="email" autocomplete="email" required maxlength="254"${error ? ' aria-invalid="true" aria-describedby="problem"' : ''}></label>`

/** Enough of an address for its owner to recognize, but too little to type it. */
const hintOf = (email: string) => `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}`

/** A sentence about a person, with their address in bold. */
const withAddress = (language: Language, sentence: (values: { person: string }) => Sentence, email: string) =>
  `<p>${sentence({ person: `<strong>${escapeHtml(email)}</strong>` }).in(language)}</p>`

/** The page behind a mailed link: shows the address, and its button signs in. Opening it changes nothing. */
export function linkPage(
  { token, email, bound, signedInAs, confirms, error }: LinkPage,
  language: Language,
): HtmlPage {
  const say = write(language)
  const [title, action] = confirms
    ? [sentences.pageConfirmTitle, sentences.pageConfirm]
    : [sentences.pageSignInTitle, sentences.pageSignIn]
  const who = bound
    ? withAddress(language, confirms ? sentences.pageYours : sentences.pageYou, email)
    : `<p>${say(sentences.pageOther)} <strong>${escapeHtml(hintOf(email))}</strong></p>`
  const already = signedInAs ? withAddress(language, sentences.pageSwitch, signedInAs) : ''
  const field = bound ? '' : emailField(language, error)
  return frame(
    language,
    `<h1>${say(title)}</h1>
${who}${already}${problemLine(language, error)}
<form method="post" action="${api.mailedLink}"><input type="hidden" name="token" value="${escapeHtml(token)}">${field}<button type="submit">${say(action)}</button></form>
<p class="small">${say(sentences.pageOnce)}</p>`,
  )
}

/** Why a link signs nobody in. */
export const linkOver = {
  used: sentences.linkUsed,
  expired: sentences.linkExpired({ minutes: linkMinutes }),
} as const

/** The form that requests another link. @param error about the submitted address */
const newLinkForm = (language: Language, error?: Sentence) => `${problemLine(language, error)}
<form method="post" action="${api.newMailedLink}">${emailField(language, error)}<button type="submit">${write(language)(sentences.pageNewAction)}</button></form>`

/** The page for a link that no longer works; its form requests a new one. */
export function linkOverPage(state: keyof typeof linkOver, language: Language): HtmlPage {
  const say = write(language)
  return frame(
    language,
    `<h1>${say(sentences.pageOverTitle)}</h1>
<p>${say(linkOver[state])} ${say(sentences.pageOverNext)}</p>${newLinkForm(language)}`,
  )
}

/** The page for an invalid address. */
export const newLinkPage = (error: Sentence, language: Language): HtmlPage =>
  frame(language, `<h1>${write(language)(sentences.pageNewTitle)}</h1>${newLinkForm(language, error)}`)

/**
 * The page after a link was requested. @param mailbox where its mails can be read, if the server itself
 * stores them
 */
export function linkAskedPage(mailbox: string | null, language: Language): HtmlPage {
  const say = write(language)
  const link = mailbox && `<a href="${escapeHtml(mailbox)}">${say(sentences.pageMailbox)}</a>`
  return frame(
    language,
    `<h1>${say(sentences.pageAskedTitle)}</h1>
<p role="status">${say(sentences.linkAsked)} ${say(sentences.pageAskedOpen)}</p>
${link ? `<p class="small">${link}</p>` : ''}`,
  )
}

/** The page for a person who has to wait. @param sentence why @param advice what to do about it */
export const linkRefusalPage = (sentence: Sentence, advice: Sentence, language: Language): HtmlPage =>
  frame(
    language,
    `<h1>${write(language)(sentences.pageSignInTitle)}</h1>
<p class="error" role="alert">${write(language)(sentence)}</p>
<p class="small">${write(language)(advice)}</p>`,
  )

const frame = (language: Language, card: string) =>
  productPage(sentences.pageSignIn.in(language), card, language)
