import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import { chooserPage, problemPage } from './chooser.ts'
import { readForm } from './form.ts'
import { choice, type People, personOf } from './people.ts'

function send(
  response: ServerResponse,
  status: number,
  { html, headers }: ReturnType<typeof chooserPage>,
): void {
  response.writeHead(status, headers).end(html)
}

/**
 * The issuer's own page: choosing an account. There is no consent page because Google shows none for name and
 * email.
 */
export function interactions(provider: Provider, people: People, publicUrl: string) {
  const returnsTo = new URL(publicUrl).origin

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid, params } = await provider.interactionDetails(request, response)
    const action = `/interaction/${encodeURIComponent(uid)}`
    const preselected = typeof params.login_hint === 'string' ? params.login_hint.slice(0, 254) : ''
    const chooser = { action, cancel: `${action}/cancel`, returnsTo, preselected }
    if (request.method === 'GET') return send(response, 200, chooserPage(chooser))
    if (request.url?.endsWith('/cancel')) {
      const result = { error: 'access_denied', error_description: 'The person cancelled' }
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    }
    const form = await readForm(request)
    const chosen = choice.safeParse(form)
    if (!chosen.success) {
      const error = chosen.error.issues[0]?.message ?? 'Enter a valid email address.'
      return send(response, 422, chooserPage({ ...chooser, error, typed: form.email ?? '' }))
    }
    const accountId = people.remember(personOf(chosen.data))
    return provider.interactionFinished(
      request,
      response,
      { login: { accountId } },
      { mergeWithLastSubmission: false },
    )
  }

  return {
    handles: (url: string | undefined): boolean => url?.startsWith('/interaction/') ?? false,
    /** @throws any error not caused by the person or by an outdated page */
    async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
      try {
        await answer(request, response)
      } catch (error) {
        if (!(error instanceof errors.OIDCProviderError)) throw error
        send(
          response,
          400,
          problemPage('This sign-in has ended or was started in another browser.', publicUrl),
        )
      }
    },
  }
}
