/** The sign-in side of a platform: tokens, profile and the check of a connected account. */

/** The result of a sign-in at a platform. Times in seconds from now; null when it didn't say. */
export interface Grant {
  accessToken: string
  /** null: keep the current one */
  refreshToken: string | null
  expiresIn: number
  refreshExpiresIn: number | null
  scopes: string[]
}

/** The stored tokens of a connected account. */
export interface HeldTokens {
  accessToken: string
  refreshToken: string
  externalId: string
}

/** The result of one check of a connected account before going live. */
export interface AccountCheck {
  what: string
  /** null: the platform has no call for it */
  ok: boolean | null
  /** what was found, or what is missing and which step of the guide fixes it; never a secret */
  note: string
}

/** Which account to connect when a person grants several at once. */
export interface AccountFilter {
  /** the one being reconnected; null: a new one */
  externalId: string | null
  /** the connected ones */
  known: readonly string[]
}

export interface AccountProfile {
  externalId: string
  name: string
  /** the account's public name, such as @trailcut; null when it has none */
  handle: string | null
  avatarUrl: string | null
  privacyOptions: string[]
}

/** The sign-in side of a platform (OAuth 2 authorization code, with PKCE if the platform supports it). */
export interface Connector {
  readonly scopes: readonly string[]
  /** also asked for; an account may leave them out */
  readonly optionalScopes?: readonly string[]
  authorizeUrl(state: string, challenge: string, redirectUri: string): string
  exchange(code: string, verifier: string, redirectUri: string, wanted?: AccountFilter): Promise<Grant>
  /** @throws PublishError reconnect when the refresh token is no longer valid */
  refresh(refreshToken: string): Promise<Grant>
  /** The account's profile. */
  profile(accessToken: string): Promise<AccountProfile>
  /**
   * Checks with read-only calls whether the account has everything publishing needs. The platform's refusals
   * are part of the result.
   */
  check(held: HeldTokens): Promise<AccountCheck[]>
}
