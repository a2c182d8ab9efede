import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/core/http/errors.ts'
import type { HtmlPage } from '#server/core/http/html-page.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { linkRefusalPage } from './link-page.ts'

/** Sends a separate page that needs no script. */
export const draw = (reply: FastifyReply, status: number, page: HtmlPage): FastifyReply =>
  reply.code(status).headers(page.headers).send(page.html)

/**
 * The errorHandler for a route that a form posts to: shows a wait as a page, because a form has no other way
 * to show it. Other errors are sent as on any other route.
 * @param advice what to do about it
 */
export const waitAsPage =
  (advice: Sentence) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
    reply.header('retry-after', error.retryAfterSeconds ?? 1)
    draw(reply, error.status, linkRefusalPage(error.sentence, advice, spokenTo(request)))
  }

/** Accepts plain form bodies. For a separate scope: no other route reads such bodies. */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
  )
}
