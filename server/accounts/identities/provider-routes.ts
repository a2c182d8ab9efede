import type { FastifyInstance } from 'fastify'
import { sentences } from '#sentences/accounts.ts'
import { AppError } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from '../build-accounts.ts'
import { loopbackDetour, returnPath, signInProblem } from '../rules.ts'
import { engineHeaders, relayCookies } from '../sign-in/relay.ts'
import type { IdentityProvider } from './identity-provider.ts'

/** Sign-in at the identity provider: the redirect there, and the callback. */
export function providerRoutes(
  app: FastifyInstance,
  { publicUrl }: Deps,
  { engine, provider }: Accounts,
): void {
  implement(app, 'login', { rateLimit: perMinute(60), exposeHeadRoute: false }, async (request, reply) => {
    const detour = loopbackDetour(request.headers.host, publicUrl)
    if (detour) return reply.redirect(`${detour}${request.url}`)
    if (!provider) throw new AppError('unavailable', sentences.providerNotSetUp)
    const { response, headers } = await (await engine()).api
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
      .catch(async cause => {
        const { isAPIError } = await import('better-auth/api')
        if (!isAPIError(cause)) throw cause
        throw new AppError('unavailable', sentences.providerDown, { cause })
      })
    if (!response.url) throw new Error('The sign-in engine gave no address to go to')
    relayCookies(reply, headers)
    return reply.redirect(withPerson(response.url, provider, request.query.person))
  })

  implement(
    app,
    'loginCallback',
    { rateLimit: perMinute(60), exposeHeadRoute: false },
    async (request, reply) => {
      const answer = await (await engine()).handler(
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

/**
 * Where a person is sent to choose an account. Only the sandbox's chooser receives a preselected address, and
 * the person still has to choose; a real provider receives nothing that a link could contain.
 */
export function withPerson(
  address: string,
  { id }: Pick<IdentityProvider, 'id'>,
  person: string | undefined,
): string {
  if (id !== 'sandbox' || !person) return address
  const chooser = new URL(address)
  chooser.searchParams.set('login_hint', person)
  return chooser.href
}

/**
 * Provider messages end here: the page receives one of a few codes, never text that an address could contain.
 */
function withoutEngineError(location: string, publicUrl: string): string {
  const target = new URL(location, publicUrl)
  const code = target.pathname === '/' ? target.searchParams.get('error') : null
  return code === null ? target.href : `/?signInError=${signInProblem(code)}`
}
