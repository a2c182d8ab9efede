import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '#contract/reading/languages.ts'
import { sentences as common } from '#sentences/http.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { escapeHtml, productPage, wayOn } from './html-page.ts'

/**
 * For the pages behind mailed links, in a scope of their own. Mail programs post a form with one fixed field there (RFC
 * 8058, 3.1), browsers an empty one: only the signed address matters.
 */
export function ignoreForms(scope: FastifyInstance): void {
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, {}),
    )
}

/** Sends a page that needs no session. @param content as HTML, below the title */
export function sendPage(
  reply: FastifyReply,
  language: Language,
  { title, content, status = 200 }: { title: Sentence; content: string; status?: number },
): FastifyReply {
  const heading = title.in(language)
  const { html, headers } = productPage(heading, `<h1>${escapeHtml(heading)}</h1>${content}`, language)
  return reply.status(status).headers(headers).send(html)
}

/** What a page says, with the way on: home unless given. */
export const told = (
  language: Language,
  words: Sentence,
  { href, name }: { href: string; name: Sentence } = { href: '/', name: common.pageHome },
): string => `<p>${escapeHtml(words.in(language))}</p>${wayOn(href, name.in(language))}`

/**
 * What a page asks, with the button that says yes. Mail scanners open every link, so opening a page changes nothing.
 */
export const question = (language: Language, words: Sentence, action: Sentence): string =>
  `<p>${escapeHtml(words.in(language))}</p><form method="post"><button>${escapeHtml(action.in(language))}</button></form>`
