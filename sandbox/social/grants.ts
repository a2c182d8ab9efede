import { createHash, randomBytes } from 'node:crypto'
import type { Records } from './records.ts'

/** A sandbox account that people can sign in with. */
export interface SocialAccount {
  id: string
  name: string
  /** its description on the consent page */
  about: string
}

interface Token {
  id: string
  kind: 'access' | 'refresh'
  accountId: string
  scopes: string[]
  expiresAt: number
}
interface Code {
  accountId: string
  scopes: string[]
  redirectUri: string
  challenge: string | null
  expiresAt: number
}

export interface TokenAnswer {
  accessToken: string
  refreshToken: string
  expiresIn: number
  refreshExpiresIn: number
  scopes: string[]
  accountId: string
}

export const secret = (bytes = 24): string => randomBytes(bytes).toString('base64url')
const digest = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** A platform's codes and tokens. Tokens survive a restart, codes don't. */
export class Grants {
  readonly #tokens: Records<Token>
  readonly #codes = new Map<string, Code>()
  readonly #now: () => number
  readonly #rotates: boolean
  accessSeconds = 3600
  refreshSeconds = 180 * 86_400

  /**
   * @param rotates whether each use of a refresh token returns a new one and invalidates the old one at once
   */
  constructor(tokens: Records<Token>, options: { now: () => number; rotates: boolean }) {
    this.#tokens = tokens
    this.#now = options.now
    this.#rotates = options.rotates
  }

  code(given: Omit<Code, 'expiresAt'>): string {
    const code = secret()
    this.#codes.set(code, { ...given, expiresAt: this.#now() + 60_000 })
    return code
  }

  async #issue(accountId: string, scopes: string[], refreshToken?: string): Promise<TokenAnswer> {
    const accessToken = `at.${secret()}`
    await this.#tokens.save({
      id: accessToken,
      kind: 'access',
      accountId,
      scopes,
      expiresAt: this.#now() + this.accessSeconds * 1000,
    })
    let refresh = refreshToken
    if (!refresh) {
      refresh = `rt.${secret()}`
      const expiresAt = this.#now() + this.refreshSeconds * 1000
      await this.#tokens.save({ id: refresh, kind: 'refresh', accountId, scopes, expiresAt })
    }
    return {
      accessToken,
      refreshToken: refresh,
      expiresIn: this.accessSeconds,
      refreshExpiresIn: this.refreshSeconds,
      scopes,
      accountId,
    }
  }

  /** @returns null for a code that is unknown, used, expired or issued for another redirect or verifier */
  async exchange(code: string, redirectUri: string, verifier: string | null): Promise<TokenAnswer | null> {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    if (!found || found.expiresAt < this.#now() || found.redirectUri !== redirectUri) return null
    if (found.challenge && (!verifier || digest(verifier) !== found.challenge)) return null
    return this.#issue(found.accountId, found.scopes)
  }

  async refresh(token: string): Promise<TokenAnswer | null> {
    const found = this.#tokens.get(token)
    if (found?.kind !== 'refresh' || found.expiresAt < this.#now()) return null
    if (!this.#rotates) return this.#issue(found.accountId, found.scopes, token)
    await this.#tokens.delete(token)
    return this.#issue(found.accountId, found.scopes)
  }

  /** The token if it is valid; otherwise null. */
  inspect(token: string): Readonly<Token> | null {
    const found = this.#tokens.get(token)
    return found && found.expiresAt >= this.#now() ? found : null
  }

  /** The caller; null for an invalid token. */
  bearer(header: string | undefined): { accountId: string; scopes: string[] } | null {
    const token = /^Bearer (.+)$/.exec(header ?? '')?.[1]
    const found = token ? this.inspect(token) : null
    return found?.kind === 'access' ? found : null
  }

  /**
   * The account withdraws its permission. @param kind ends only its access tokens, so that a refresh helps
   */
  async revoke(accountId: string, kind?: Token['kind']): Promise<void> {
    for (const token of this.#tokens.all())
      if (token.accountId === accountId && (!kind || token.kind === kind)) await this.#tokens.delete(token.id)
  }
}
export type { Token }
