import type { AppInfo } from '#contract/app.ts'
import type { ExternalSource } from '#server/core/http/security-headers.ts'
import type { IdentityProvider } from './identity-provider.ts'

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
