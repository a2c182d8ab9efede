import type { GenericOAuthConfig } from 'better-auth/plugins'
import type { Config } from '#server/platform/settings/config.ts'
import { nameParts, startingName } from '../rules.ts'

/** Where people sign in: an OpenID Connect issuer and what it knows this server as. */
export interface IdentityProvider {
  /** Part of the redirect address /api/auth/callback/{id}, and of every identity's key: never renamed. */
  id: 'google' | 'oidc' | 'sandbox'
  issuer: string
  clientId: string
  clientSecret: string
}

/** The sandbox's issuer, as startSandbox gives it. */
export interface SandboxIssuer {
  oidcIssuer: string
  clientId: string
  clientSecret: string
}

/** Google, else the OpenID Connect provider of the settings, else the sandbox's account chooser, else none. */
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

/** What is taken from a verified ID token (OpenID Connect Core 1.0, section 5.1). */
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

/** A person as the claims describe them; the address in lower case, verified only where the token says exactly that. */
export function personOf(claims: Claims) {
  const email = text(claims.email)?.toLowerCase() ?? ''
  const name = startingName(email, text(claims.name))
  const parts = nameParts(name, email)
  return {
    email,
    emailVerified: claims.email_verified === true,
    name,
    firstName: text(claims.given_name) ?? parts.firstName,
    lastName: text(claims.family_name) ?? (text(claims.given_name) ? null : parts.lastName),
    image: text(claims.picture)?.startsWith('https://') ? text(claims.picture) : undefined,
  }
}

/**
 * The provider for the sign-in engine: authorization code with PKCE, state and nonce; an ID token whose signature,
 * issuer, audience or nonce does not check out signs nobody in.
 * @param onVerified called with the address of every checked token that says it is verified, before any account is looked at
 */
export function oauthConfig(
  provider: IdentityProvider,
  onVerified: (email: string) => Promise<void>,
): GenericOAuthConfig {
  return {
    providerId: provider.id,
    discoveryUrl: `${provider.issuer}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    // Who somebody is says the signed token or nothing: an answer without one is not made up for by userinfo.
    userInfoUrl: '',
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    // Either way the person is asked who they are, also when the provider still remembers somebody.
    prompt: provider.id === 'google' ? 'select_account' : 'login',
    disableProviderLogout: true,
    mapProfileToUser: async claims => {
      const person = personOf(claims)
      if (person.emailVerified) await onVerified(person.email)
      return person
    },
  }
}
