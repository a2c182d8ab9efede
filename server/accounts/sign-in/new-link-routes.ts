import { z } from 'zod'
import { signInLinkBody } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { type Routes, typed } from '../typed-routes.ts'
import { draw, takeForms, waitAsPage } from './link-answers.ts'
import { linkAskedPage, newLinkPage } from './link-page.ts'
import { type LinkRequests, linkAskedSentence } from './mail-link.ts'

const page = z.string().describe('An HTML page')

/** A new link, asked for by the form on the page of one that is no good any more. */
export function newLinkRoutes(
  routes: Routes,
  { config }: Pick<Deps, 'config'>,
  linkRequests: LinkRequests,
): void {
  routes.register(async scope => {
    takeForms(scope)
    typed(scope).post(
      api.newMailedLink,
      {
        config: { permission: 'public', rateLimit: { max: 5, timeWindow: '1 minute' } },
        errorHandler: waitAsPage('Go back and try again in a moment.'),
        schema: {
          summary: 'Mails a new sign-in link and says so on a page; the same for any address',
          tags: ['accounts'],
          body: z.object({ email: z.string().max(254) }),
          response: { 202: page, 403: errorBody, 422: page, 429: page },
        },
      },
      async (request, reply) => {
        const asked = signInLinkBody.safeParse({ email: request.body.email.trim() })
        if (!asked.success) return draw(reply, 422, newLinkPage("That isn't a valid email address."))
        const { email } = asked.data
        await linkRequests.ask(request, reply, email)
        const mailbox = config.mode === 'sandbox' ? `/sandbox/mailbox?to=${encodeURIComponent(email)}` : null
        return draw(reply, 202, linkAskedPage(linkAskedSentence, mailbox))
      },
    )
  })
}
