import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Accounts } from '../accounts.ts'
import { loopbackDetour, returnPath, signInProblem } from '../rules.ts'
import { engineHeaders, relayCookies } from '../sign-in/relay.ts'
import type { Routes } from '../typed-routes.ts'

const redirect = z.null().describe('Redirect')
const config = { permission: 'public', rateLimit: { max: 60, timeWindow: '1 minute' } } as const

/** Sign-in at the identity provider: there, and back again. */
export function providerRoutes(routes: Routes, { publicUrl }: Deps, { engine, provider }: Accounts): void {
  routes.get(
    api.login,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        summary: 'Starts signing in: goes to the identity provider, in the sandbox to its account chooser',
        tags: ['accounts'],
        querystring: z.object({ returnTo: z.string().max(2000).optional() }),
        response: { 302: redirect, 429: errorBody, 503: errorBody },
      },
    },
    async (request, reply) => {
      const detour = loopbackDetour(request.headers.host, publicUrl)
      if (detour) return reply.redirect(`${detour}${request.url}`)
      if (!provider)
        throw new AppError('unavailable', 'Signing in by an identity provider is not set up on this server.')
      const { response, headers } = await engine.api
        .signInSocial({
          body: {
            provider: provider.id,
            callbackURL: `${publicUrl}${returnPath(request.query.returnTo, publicUrl)}`,
            errorCallbackURL: `${publicUrl}/`,
            disableRedirect: true,
          },
          headers: engineHeaders(request),
          returnHeaders: true,
        })
        .catch(cause => {
          if (!isAPIError(cause)) throw cause
          throw new AppError(
            'unavailable',
            'The sign-in service cannot be reached. Please try again in a moment.',
            { cause },
          )
        })
      if (!response.url) throw new Error('The sign-in engine gave no address to go to')
      relayCookies(reply, headers)
      return reply.redirect(response.url)
    },
  )

  routes.get(
    '/api/auth/callback/:provider',
    {
      config,
      exposeHeadRoute: false,
      schema: {
        summary: 'Where the identity provider sends the browser back to',
        tags: ['accounts'],
        params: z.object({ provider: z.string().max(40) }),
        response: { 302: redirect, 429: errorBody },
      },
    },
    async (request, reply) => {
      const answer = await engine.handler(
        new Request(`${publicUrl}${request.url}`, { headers: engineHeaders(request) }),
      )
      const location = answer.headers.get('location')
      if (answer.status !== 302 || !location)
        throw new Error(`The sign-in engine answered the callback with ${answer.status}`)
      relayCookies(reply, answer.headers)
      return reply.redirect(withoutEngineError(location, publicUrl))
    },
  )
}

/** Provider texts end here: the page is told one of few words, and never what an address bar could be made to say. */
function withoutEngineError(location: string, publicUrl: string): string {
  const target = new URL(location, publicUrl)
  const code = target.pathname === '/' ? target.searchParams.get('error') : null
  return code === null ? target.href : `/?signInError=${signInProblem(code)}`
}
