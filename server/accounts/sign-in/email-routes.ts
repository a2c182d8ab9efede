import type { FastifyInstance } from 'fastify'
import { sentences } from '#sentences/accounts.ts'
import { AppError } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from '../build-accounts.ts'
import { isReservedName } from '../reserved-names.ts'
import { localPart, startingName } from '../rules.ts'
import { correctAddress } from './correct-address.ts'
import { mailsToAddress, networkOf, signUpsFromNetwork, take } from './limits.ts'
import { markBrowser } from './link-browser.ts'
import { type LinkRequests, mailLink } from './mail-link.ts'
import { engineHeaders, relayCookies } from './relay.ts'

const perMinute = (max: number) => ({ max, timeWindow: '1 minute' })

/** Sign-up and sign-in with just an email address. */
export function emailRoutes(
  app: FastifyInstance,
  deps: Deps,
  { engine }: Accounts,
  linkRequests: LinkRequests,
): void {
  const { db, clock } = deps
  const secure = deps.publicUrl.startsWith('https:')

  implement(app, 'simpleSignup', { rateLimit: perMinute(10) }, async (request, reply) => {
    const email = request.body.email.toLowerCase()
    const asked = request.body.displayName
    // The form fills in the part before the at-sign: that is no name, and nobody else sees it as one.
    const displayName = asked?.toLowerCase() === localPart(email) ? undefined : asked
    if (displayName && isReservedName(displayName))
      throw new AppError('invalid_input', sentences.reservedName, { field: 'displayName' })
    await take(db, signUpsFromNetwork, networkOf(request.ip), clock.now())
    await take(db, mailsToAddress, email, clock.now())
    const headers = engineHeaders(request)
    const { response: made, headers: answered } = await (await engine()).api.signUpWithEmail({
      body: { email, name: startingName(email, displayName) },
      headers,
      returnHeaders: true,
    })
    if (made) {
      relayCookies(reply, answered)
      linkRequests.mail(request, reply, email, true)
      return made
    }
    try {
      await mailLink(engine, headers, {
        email,
        browser: markBrowser(request, reply, secure),
        language: spokenTo(request),
      })
    } catch (cause) {
      throw new AppError('unavailable', sentences.mailNotSent, {
        cause,
      })
    }
    return reply.code(202).send({ linkSent: true, message: sentences.mailedInstead.in(spokenTo(request)) })
  })

  implement(app, 'correctAddress', { rateLimit: perMinute(5) }, async (request, reply) => {
    const { id, email: before } = actorOf(request)
    const email = request.body.email.toLowerCase()
    // Its answer reveals whether an address is known, like a sign-up's.
    await take(db, signUpsFromNetwork, networkOf(request.ip), clock.now())
    await take(db, mailsToAddress, email, clock.now())
    await correctAddress(deps, { userId: id, before, email })
    linkRequests.mail(request, reply, email, true)
    return { ok: true as const }
  })

  implement(app, 'signInLink', { rateLimit: perMinute(5) }, async (request, reply) => {
    await linkRequests.ask(request, reply, request.body.email)
    return reply.code(202).send({ linkSent: true, message: sentences.linkAsked.in(spokenTo(request)) })
  })
}
