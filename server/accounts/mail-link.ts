import type { Deps } from '#server/deps.ts'
import type { Engine } from './engine.ts'
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

/**
 * Mails links apart from the answer, so that neither what is answered nor how long it takes tells
 * whether an address has an account.
 */
export class LinkRequests {
  readonly #going = new Set<Promise<void>>()
  readonly #engine: Engine
  readonly #deps: Pick<Deps, 'db' | 'log'>

  constructor(engine: Engine, deps: Pick<Deps, 'db' | 'log'>) {
    this.#engine = engine
    this.#deps = deps
  }

  /** Takes the request down and returns at once. */
  take(headers: Headers, wanted: LinkWanted): void {
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
