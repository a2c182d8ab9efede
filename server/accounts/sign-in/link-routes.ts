import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signInLinkBody } from '#contract/accounts.ts'
import { sentences } from '#sentences/accounts.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { HtmlPage } from '#server/core/http/html-page.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from '../build-accounts.ts'
import { check, failuresFromNetwork, networkOf, take, wrongAddresses } from './limits.ts'
import { browserOf } from './link-browser.ts'
import {
  type LinkPage,
  linkAskedPage,
  linkOverPage,
  linkPage,
  linkRefusalPage,
  newLinkPage,
} from './link-page.ts'
import { askedBy, linkDigest, linkExpired, sameAddress, secretOf } from './link-token.ts'
import type { LinkRequests } from './mail-link.ts'
import { engineHeaders, relayCookies } from './relay.ts'
import { claimUnverified, confirmOwn } from './store.ts'

/** Sends a separate page that needs no script. */
const draw = (reply: FastifyReply, status: number, page: HtmlPage): FastifyReply =>
  reply.code(status).headers(page.headers).send(page.html)

/**
 * The errorHandler for a route that a form posts to: shows a wait as a page, because a form has no other way
 * to show it. Other errors are sent as on any other route.
 * @param advice what to do about it
 */
const waitAsPage =
  (advice: Sentence) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
    reply.header('retry-after', error.retryAfterSeconds ?? 1)
    draw(reply, error.status, linkRefusalPage(error.sentence, advice, spokenTo(request)))
  }

/** Accepts plain form bodies. For a separate scope: no other route reads such bodies. */
function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
  )
}

const errorHandler = waitAsPage(sentences.pageReload)

/** The page behind a mailed link, and signing in with its button. Opening the link doesn't use it up. */
export function linkRoutes(app: FastifyInstance, deps: Deps, { engine }: Accounts): void {
  const { db, clock, secrets } = deps
  const secure = deps.publicUrl.startsWith('https:')

  /** A token's link for its page; null when it is invalid. @throws AppError too_many_requests */
  async function open(request: FastifyRequest, given: string): Promise<LinkPage | null> {
    const network = networkOf(request.ip)
    await check(db, failuresFromNetwork, network, clock.now())
    const found = linkExpired(given, clock.now())
      ? null
      : await (await engine()).api.findLink({ body: { secret: secretOf(given) } })
    if (!found) {
      if (!request.actor) await take(db, failuresFromNetwork, network, clock.now())
      return null
    }
    const bound = askedBy(secrets, given, browserOf(request, secure))
    const { actor } = request
    const signedInAs = actor && actor.email !== found.email ? actor.email : undefined
    const confirms = bound && actor?.email === found.email && !actor.emailVerified
    return { token: given, email: found.email, bound, signedInAs, confirms }
  }

  /**
   * What a person with an invalid link gets: the product with an explanation when signed in, otherwise a page
   * that mails a new one.
   */
  function over(
    request: FastifyRequest,
    reply: FastifyReply,
    given: string,
    status: 302 | 303,
  ): FastifyReply {
    const state = linkExpired(given, clock.now()) ? 'expired' : 'used'
    if (request.actor) return reply.redirect(`/?signInLink=${state}`, status)
    return draw(reply, 410, linkOverPage(state, spokenTo(request)))
  }

  implement(
    app,
    'mailedLink',
    { rateLimit: perMinute(60), explainsAddress: true, errorHandler },
    async (request, reply) => {
      const given = request.query.token
      const link = await open(request, given)
      if (!link) return over(request, reply, given, 302)
      // An unverified account must use the page, because the link verifies its address.
      const { actor } = request
      if (actor?.emailVerified && actor.email === link.email) return reply.redirect('/')
      return draw(reply, 200, linkPage(link, spokenTo(request)))
    },
  )

  app.register(async scope => {
    takeForms(scope)
    implement(scope, 'useMailedLink', { rateLimit: perMinute(60), errorHandler }, async (request, reply) => {
      const { token: given, email } = request.body
      const link = await open(request, given)
      if (!link) return over(request, reply, given, 303)
      if (!link.bound && !(await addressTold(link, email))) {
        const error = email ? sentences.wrongAddress : sentences.typeAddress
        return draw(reply, 422, linkPage({ ...link, error }, spokenTo(request)))
      }
      return signIn(request, reply, link)
    })
  })

  /**
   * Whether the right address was typed; a wrong one counts against the link. @throws AppError
   * too_many_requests
   */
  async function addressTold(link: LinkPage, typed: string | undefined): Promise<boolean> {
    if (!typed) return false
    const whom = linkDigest(secretOf(link.token))
    await take(db, wrongAddresses, whom, clock.now())
    return sameAddress(typed, link.email)
  }

  async function signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    { token: given, email, confirms }: LinkPage,
  ): Promise<FastifyReply> {
    // A valid link verifies the address, before anything of the account is shown.
    if (confirms) await confirmOwn(db, actorOf(request), clock.now())
    else await claimUnverified(db, email, clock.now())
    try {
      const { headers } = await (await engine()).api.magicLinkVerify({
        query: { token: secretOf(given) },
        headers: engineHeaders(request),
        returnHeaders: true,
      })
      relayCookies(reply, headers)
      return reply.redirect(confirms ? '/?signInLink=confirmed' : '/', 303)
    } catch (error) {
      // If a token was used in the meantime, the engine refuses it by redirecting to its error page.
      const { isAPIError } = await import('better-auth/api')
      if (!isAPIError(error) || error.status !== 'FOUND') throw error
      return over(request, reply, given, 303)
    }
  }
}

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
