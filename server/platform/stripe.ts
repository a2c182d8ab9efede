import { setTimeout } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Guest } from './http/security-headers.ts'
import { Pace } from './pace.ts'
import type { StripeSettings } from './settings/config.ts'

export type { Stripe }

/** The way to Stripe, or to what stands in for it. */
export interface StripeGateway {
  client: Stripe
  publishableKey: string
  /** what snapshot events of API v1 are signed with */
  webhookSecret: string
  /** what thin events of API v2 are signed with, which have a destination of their own; undefined: none is set */
  thinSecret: string | undefined
  /** what snapshot events of connected accounts are signed with; undefined: no destination is set for them */
  connectSecret?: string | undefined
  prices: { premium: string; pro: string }
  /** Stripe calculates the tax of plans and adds it to their prices. */
  automaticTax: boolean
  /** Where the browser gets window.Stripe; null: from Stripe. */
  scriptUrl: string | null
}

const timeoutMs = 20_000

/**
 * Below what Stripe takes, so that the nightly comparison leaves room for people: 100 calls a second in live mode, 25
 * in test mode (https://docs.stripe.com/rate-limits).
 */
const paceOf = (secretKey: string) =>
  secretKey.includes('_live_') ? { perSecond: 80, burst: 20 } : { perSecond: 20, burst: 5 }

/** Stripe's own way to the network, at a pace. */
function pacedClient(secretKey: string): Stripe.HttpClient {
  const http = Stripe.createNodeHttpClient()
  const pace = new Pace(paceOf(secretKey))
  const makeRequest = http.makeRequest.bind(http)
  http.makeRequest = async (...request) => {
    const wait = pace.take()
    if (wait > 0) await setTimeout(wait)
    return makeRequest(...request)
  }
  return http
}

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
    // Our own sandbox has no limit.
    ...(base ? {} : { httpClient: pacedClient(settings.secretKey) }),
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    appInfo: { name: 'Trailcut' },
  })
  const { publishableKey, webhookSecret, thinSecret, connectSecret, prices, scriptUrl } = settings
  const automaticTax = settings.automaticTax ?? false
  return { client, publishableKey, webhookSecret, thinSecret, connectSecret, prices, automaticTax, scriptUrl }
}

/**
 * What pages must allow for Stripe.js, as Stripe lists it (https://docs.stripe.com/security/guide#content-security-policy);
 * nothing where the script is this server's own.
 */
export const guestsOfStripe = (gateway: StripeGateway | null): Guest[] =>
  !gateway || gateway.scriptUrl
    ? []
    : [
        {
          script: 'https://js.stripe.com',
          connect: 'https://api.stripe.com',
          frame: 'https://js.stripe.com',
        },
        { script: 'https://*.js.stripe.com', frame: 'https://*.js.stripe.com' },
        { frame: 'https://hooks.stripe.com' },
      ]
