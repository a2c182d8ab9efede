import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/reading/languages.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import type { OpenEngine } from './engine.ts'
import { linksFromNetwork, mailsToAddress, networkOf, take } from './limits.ts'
import { markBrowser } from './link-browser.ts'
import { engineHeaders } from './relay.ts'
import { isKnown } from './store.ts'

export interface LinkRequest {
  /** lower case */
  email: string
  /** The marker of the requesting browser: elsewhere the link asks for the address. */
  browser: string
  /** Of the mail, unless the account has one of its own. */
  language: Language
  /** Whether the person is already signed in, so that the link only has to confirm their address. */
  confirms?: boolean
}

/** Mails a sign-in link to an address that has an account. @throws when the mail server doesn't accept it */
export async function mailLink(
  engine: OpenEngine,
  headers: Headers,
  { email, ...metadata }: LinkRequest,
): Promise<void> {
  await (await engine()).api.signInMagicLink({ body: { email, metadata }, headers })
}

type LinkDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'publicUrl'>

/**
 * Mails links separately from the response, so that neither the response nor its timing reveals whether an
 * address has an account.
 */
export class LinkRequests {
  readonly #going = new Set<Promise<void>>()
  readonly #engine: OpenEngine
  readonly #deps: LinkDeps

  constructor(engine: OpenEngine, deps: LinkDeps) {
    this.#engine = engine
    this.#deps = deps
  }

  /**
   * Accepts a browser's request and returns at once.
   * @throws AppError too_many_requests, for unknown addresses too
   */
  async ask(request: FastifyRequest, reply: FastifyReply, address: string): Promise<void> {
    const { db, clock } = this.#deps
    const email = address.toLowerCase()
    // Counted whether or not the address has an account, so that the wait reveals nothing either.
    await take(db, linksFromNetwork, networkOf(request.ip), clock.now())
    await take(db, mailsToAddress, email, clock.now())
    const { actor } = request
    this.mail(request, reply, email, actor?.email === email && !actor.emailVerified)
  }

  /**
   * Mails a link without waiting for the mail server; the caller has counted it.
   * @param email lower case
   * @param confirms as in LinkRequest
   */
  mail(request: FastifyRequest, reply: FastifyReply, email: string, confirms: boolean): void {
    const browser = markBrowser(request, reply, this.#deps.publicUrl.startsWith('https:'))
    this.#take(engineHeaders(request), { email, browser, language: spokenTo(request), confirms })
  }

  #take(headers: Headers, wanted: LinkRequest): void {
    const work = this.#serve(headers, wanted)
      .catch(error => this.#deps.log.error({ err: error }, 'a sign-in link could not be mailed'))
      .finally(() => this.#going.delete(work))
    this.#going.add(work)
  }

  async #serve(headers: Headers, wanted: LinkRequest): Promise<void> {
    if (await isKnown(this.#deps.db, wanted.email)) await mailLink(this.#engine, headers, wanted)
  }

  /** Resolves when everything accepted so far is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#going)
  }
}
