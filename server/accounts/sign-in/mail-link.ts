import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Engine } from './engine.ts'
import { linksFromNetwork, mailsToAddress, networkOf, take } from './limits.ts'
import { markBrowser } from './link-browser.ts'
import { engineHeaders } from './relay.ts'
import { isKnown } from './store.ts'

export interface LinkWanted {
  /** lower case */
  email: string
  /** The mark of the browser that asks: elsewhere the link wants the address typed. */
  browser: string
}

/** Sends a sign-in link to an address that has an account. @throws when the mail server does not take it */
export async function mailLink(
  engine: Engine,
  headers: Headers,
  { email, browser }: LinkWanted,
): Promise<void> {
  await engine.api.signInMagicLink({ body: { email, metadata: { browser } }, headers })
}

type LinkDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'publicUrl'>

/**
 * Mails links apart from the answer, so that neither what is answered nor how long it takes tells
 * whether an address has an account.
 */
export class LinkRequests {
  readonly #going = new Set<Promise<void>>()
  readonly #engine: Engine
  readonly #deps: LinkDeps

  constructor(engine: Engine, deps: LinkDeps) {
    this.#engine = engine
    this.#deps = deps
  }

  /**
   * Takes the request of a browser down and returns at once.
   * @throws AppError too_many_requests, for an unknown address as for a known one
   */
  async ask(request: FastifyRequest, reply: FastifyReply, address: string): Promise<void> {
    const { db, clock, publicUrl } = this.#deps
    const email = address.toLowerCase()
    // Counted whether the address has an account or not, so that the wait tells nothing either.
    await take(db, linksFromNetwork, networkOf(request.ip), clock.now())
    await take(db, mailsToAddress, email, clock.now())
    const browser = markBrowser(request, reply, publicUrl.startsWith('https:'))
    this.#take(engineHeaders(request), { email, browser })
  }

  #take(headers: Headers, wanted: LinkWanted): void {
    const work = this.#serve(headers, wanted)
      .catch(error => this.#deps.log.error({ err: error }, 'a sign-in link could not be mailed'))
      .finally(() => this.#going.delete(work))
    this.#going.add(work)
  }

  async #serve(headers: Headers, wanted: LinkWanted): Promise<void> {
    if (await isKnown(this.#deps.db, wanted.email)) await mailLink(this.#engine, headers, wanted)
  }

  /** Resolves when everything taken so far is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#going)
  }
}
