import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { signInLinkBody, signInLinkSent, simpleSignupAnswer, simpleSignupBody } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Accounts } from './accounts.ts'
import {
  check,
  failuresFromNetwork,
  linksFromNetwork,
  mailsToAddress,
  networkOf,
  signUpsFromNetwork,
  take,
} from './limits.ts'
import { linkExpired } from './link-token.ts'
import { LinkRequests, mailLink } from './mail-link.ts'
import { engineHeaders, relayCookies } from './relay.ts'
import type { Routes } from './routes.ts'
import { startingName } from './rules.ts'

const refused = { 403: errorBody, 422: errorBody, 429: errorBody }
const perMinute = (max: number) => ({ max, timeWindow: '1 minute' })

/** Sign-up and sign-in by nothing but an e-mail address. */
export function emailRoutes(routes: Routes, deps: Deps, { engine }: Accounts): void {
  const { db, clock } = deps
  const linkRequests = new LinkRequests(engine, deps)
  routes.addHook('onClose', () => linkRequests.settled())

  routes.post(
    api.simpleSignup,
    {
      config: { permission: 'public', rateLimit: perMinute(10) },
      schema: {
        summary: 'Makes an account and a session; a known address gets a sign-in link by mail instead',
        tags: ['accounts'],
        body: simpleSignupBody,
        response: { 200: simpleSignupAnswer, 202: signInLinkSent, ...refused, 503: errorBody },
      },
    },
    async (request, reply) => {
      const email = request.body.email.toLowerCase()
      await take(db, signUpsFromNetwork, networkOf(request.ip), clock.now())
      const headers = engineHeaders(request)
      const { response: made, headers: answered } = await engine.api.signUpWithEmail({
        body: { email, name: startingName(email, request.body.displayName) },
        headers,
        returnHeaders: true,
      })
      if (made) {
        relayCookies(reply, answered)
        return made
      }
      await take(db, mailsToAddress, email, clock.now())
      try {
        await mailLink(engine, headers, email)
      } catch (cause) {
        throw new AppError(
          'unavailable',
          'The sign-in mail could not be sent. Please try again in a moment.',
          { cause },
        )
      }
      const message =
        'This address already has an account. We have mailed it a sign-in link: open it to continue.'
      return reply.code(202).send({ linkSent: true, message })
    },
  )

  routes.post(
    api.signInLink,
    {
      config: { permission: 'public', rateLimit: perMinute(5) },
      schema: {
        summary: 'Mails a sign-in link to the address if it has an account; the answer is the same if not',
        tags: ['accounts'],
        body: signInLinkBody,
        response: { 202: signInLinkSent, ...refused },
      },
    },
    async (request, reply) => {
      const email = request.body.email.toLowerCase()
      // Counted whether the address has an account or not, so that the wait tells nothing either.
      await take(db, linksFromNetwork, networkOf(request.ip), clock.now())
      await take(db, mailsToAddress, email, clock.now())
      linkRequests.take(engineHeaders(request), email)
      const message = 'If this address has an account, a sign-in link is on its way to it.'
      return reply.code(202).send({ linkSent: true, message })
    },
  )

  routes.get(
    '/api/auth/link',
    {
      config: { permission: 'public', rateLimit: perMinute(60) },
      // A HEAD by a mail scanner must not use the link up.
      exposeHeadRoute: false,
      schema: {
        summary: 'Opens a mailed sign-in link: signs in and goes to /, or says on /sign-in-link why not',
        tags: ['accounts'],
        querystring: z.object({ token: z.string().max(200).default('') }),
        response: { 302: z.null().describe('To /, or to /sign-in-link?state=used|expired'), 429: errorBody },
      },
    },
    async (request, reply) => {
      const { token } = request.query
      const network = networkOf(request.ip)
      await check(db, failuresFromNetwork, network, clock.now())
      if (linkExpired(token, clock.now())) {
        await take(db, failuresFromNetwork, network, clock.now())
        return reply.redirect('/sign-in-link?state=expired')
      }
      try {
        const { headers } = await engine.api.magicLinkVerify({
          query: { token },
          headers: engineHeaders(request),
          returnHeaders: true,
        })
        relayCookies(reply, headers)
        return reply.redirect('/')
      } catch (error) {
        // The engine refuses a token by redirecting to its error page.
        if (!isAPIError(error) || error.status !== 'FOUND') throw error
        await take(db, failuresFromNetwork, network, clock.now())
        return reply.redirect('/sign-in-link?state=used')
      }
    },
  )
}
