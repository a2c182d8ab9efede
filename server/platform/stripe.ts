import Stripe from 'stripe'
import type { StripeSettings } from './config.ts'

export type { Stripe }

/** The way to Stripe, or to what stands in for it. */
export interface StripeGateway {
  client: Stripe
  publishableKey: string
  webhookSecret: string
  prices: { premium: string; pro: string }
  /** Where the browser gets window.Stripe; null: from Stripe. */
  scriptUrl: string | null
}

const timeoutMs = 20_000

/** Opens the official client, pinned to the API version that the package was made for. */
export function openStripe(settings: StripeSettings): StripeGateway {
  const base = settings.apiBase ? new URL(settings.apiBase) : null
  const client = new Stripe(settings.secretKey, {
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
        }
      : {}),
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    appInfo: { name: 'Trailcut' },
  })
  const { publishableKey, webhookSecret, prices, scriptUrl } = settings
  return { client, publishableKey, webhookSecret, prices, scriptUrl }
}
