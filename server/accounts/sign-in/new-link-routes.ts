import type { FastifyInstance } from 'fastify'
import { signInLinkBody } from '#contract/accounts.ts'
import { sentences } from '#sentences/accounts.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { draw, takeForms, waitAsPage } from './link-answers.ts'
import { linkAskedPage, newLinkPage } from './link-page.ts'
import type { LinkRequests } from './mail-link.ts'

/** A new link, requested with the form on the page of an expired one. */
export function newLinkRoutes(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  linkRequests: LinkRequests,
): void {
  app.register(async scope => {
    takeForms(scope)
    implement(
      scope,
      'newMailedLink',
      { rateLimit: perMinute(5), errorHandler: waitAsPage(sentences.pageAdvice) },
      async (request, reply) => {
        const asked = signInLinkBody.safeParse({ email: request.body.email.trim() })
        if (!asked.success) return draw(reply, 422, newLinkPage(sentences.wrongEmail, spokenTo(request)))
        const { email } = asked.data
        await linkRequests.ask(request, reply, email)
        const mailbox = config.mode === 'sandbox' ? `/sandbox/mailbox?to=${encodeURIComponent(email)}` : null
        return draw(reply, 202, linkAskedPage(mailbox, spokenTo(request)))
      },
    )
  })
}
