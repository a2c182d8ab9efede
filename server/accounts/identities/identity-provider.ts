import type { GenericOAuthConfig } from 'better-auth/plugins'
import type { AppInfo } from '#contract/app.ts'
import { cleanLine, firstCharacters } from '#contract/clean-text.ts'
import type { ExternalSource } from '#server/core/http/security-headers.ts'
import type { Config } from '#server/core/settings/config.ts'
import { isReservedName } from '../reserved-names.ts'
import { nameParts, startingName } from '../rules.ts'

/** Where people sign in: an OpenID Connect issuer and this server's client registration there. */
export interface IdentityProvider {
  /** Part of the callback address /api/auth/callback/{id} and of every identity's key, so never rename it. */
  id: 'google' | 'oidc' | 'sandbox'
  issuer: string
  clientId: string
  clientSecret: string
}

/** The sandbox's issuer, from startSandbox. */
export interface SandboxIssuer {
  oidcIssuer: string
  clientId: string
  clientSecret: string
}

/**
 * Google, otherwise the configured OpenID Connect provider, otherwise the sandbox's account chooser,
 * otherwise none.
 */
export function chooseProvider(
  config: Pick<Config, 'google' | 'oidc'>,
  sandbox: SandboxIssuer | null,
): IdentityProvider | null {
  if (config.google) return { id: 'google', issuer: 'https://accounts.google.com', ...config.google }
  if (config.oidc) return { id: 'oidc', ...config.oidc }
  if (!sandbox) return null
  const { oidcIssuer, clientId, clientSecret } = sandbox
  return { id: 'sandbox', issuer: oidcIssuer, clientId, clientSecret }
}

/** The claims used from a verified ID token (OpenID Connect Core 1.0, section 5.1). */
interface Claims {
  email?: unknown
  email_verified?: unknown
  name?: unknown
  given_name?: unknown
  family_name?: unknown
  picture?: unknown
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value.trim() : undefined

/** A name that a provider states, by the same rules as one that people type; none if it poses as us. */
function nameIn(value: unknown): string | undefined {
  const name = firstCharacters(cleanLine(text(value) ?? ''), 60)
  return name && !isReservedName(name) ? name : undefined
}

/** A person from their claims; the address in lower case, verified only if the token says exactly that. */
export function personOf(claims: Claims) {
  const email = text(claims.email)?.toLowerCase() ?? ''
  const name = startingName(email, nameIn(claims.name))
  const parts = nameParts(name, email)
  const [first, last] = [nameIn(claims.given_name), nameIn(claims.family_name)]
  // Two harmless parts can make one name that isn't.
  const stated = isReservedName([first, last].filter(Boolean).join(' ')) ? {} : { first, last }
  return {
    email,
    emailVerified: claims.email_verified === true,
    name,
    firstName: stated.first ?? parts.firstName,
    lastName: stated.last ?? (stated.first ? null : parts.lastName),
    image: text(claims.picture)?.startsWith('https://') ? text(claims.picture) : undefined,
  }
}

/**
 * The provider for the sign-in engine: authorization code with PKCE, state and nonce; an ID token with an
 * invalid signature, issuer, audience or nonce signs no one in.
 * @param onVerified called with the address of every verified token that says the address is verified, before
 * any account is looked up
 */
export function oauthConfig(
  provider: IdentityProvider,
  onVerified: (email: string) => Promise<void>,
): GenericOAuthConfig {
  return {
    providerId: provider.id,
    discoveryUrl: `${provider.issuer}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    // Identity comes only from the signed token: if an answer has none, userinfo doesn't replace it.
    userInfoUrl: '',
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    // In both cases the person chooses an account, even if the provider remembers one.
    prompt: provider.id === 'google' ? 'select_account' : 'login',
    disableProviderLogout: true,
    mapProfileToUser: async claims => {
      const person = personOf(claims)
      if (person.emailVerified) await onVerified(person.email)
      return person
    },
  }
}

export type Widget = NonNullable<AppInfo['signIn']['widget']> & { source: ExternalSource }

/**
 * The button that gives a page an ID token: Google's when a Google client is configured, its sandbox in
 * sandbox mode, none for another provider. The CSP sources are those that Google lists
 * (https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid).
 */
export function widgetOf(provider: IdentityProvider | null): Widget | null {
  if (!provider || provider.id === 'oidc') return null
  const base = `${provider.issuer}/gsi/`
  return {
    clientId: provider.clientId,
    script: `${base}client`,
    source: {
      script: `${base}client`,
      style: `${base}style`,
      connect: base,
      frame: base,
      opensWindow: true,
      needsOrigin: provider.id === 'google',
    },
  }
}
