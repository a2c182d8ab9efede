import { setTimeout } from 'node:timers/promises'
import Stripe from 'stripe'
import { notInTransaction } from './db/slow-calls.ts'
import type { ExternalSource } from './http/security-headers.ts'
import { Pace } from './pace.ts'
import type { StripeSettings } from './settings/config.ts'

export type { Stripe }

/** Access to Stripe or its sandbox. */
export interface StripeGateway {
  client: Stripe
  publishableKey: string
  /** whether the key moves real money */
  live: boolean
  /** signing secret of API v1 snapshot events */
  webhookSecret: string
  /** signing secret of API v2 thin events, which have a separate destination; undefined: not configured */
  thinSecret: string | undefined
  /**
   * signing secret of connected accounts' snapshot events; undefined: no destination is configured for them
   */
  connectSecret?: string | undefined
  prices: { premium: string; pro: string }
  /** Stripe calculates the tax of plans and adds it to their prices. */
  automaticTax: boolean
  /** Where the browser loads window.Stripe from; null: Stripe. */
  scriptUrl: string | null
}

const timeoutMs = 20_000

/**
 * Below Stripe's rate limit, so that the nightly comparison leaves room for people: 100 calls a second in
 * live mode, 25 in test mode (https://docs.stripe.com/rate-limits).
 */
const paceOf = (secretKey: string) =>
  secretKey.includes('_live_') ? { perSecond: 80, burst: 20 } : { perSecond: 20, burst: 5 }

/** Stripe's own HTTP client, outside of transactions, with rate limiting. */
function httpClient(pace: Pace | null): Stripe.HttpClient {
  const http = Stripe.createNodeHttpClient()
  const makeRequest = http.makeRequest.bind(http)
  http.makeRequest = async (...request) => {
    notInTransaction('Stripe')
    const wait = pace?.take() ?? 0
    if (wait > 0) await setTimeout(wait)
    return makeRequest(...request)
  }
  return http
}

/** Opens the official client, pinned to the API version the package was made for. */
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
    httpClient: httpClient(base ? null : new Pace(paceOf(settings.secretKey))),
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    appInfo: { name: 'Trailcut' },
  })
  const { publishableKey, webhookSecret, thinSecret, connectSecret, prices, scriptUrl } = settings
  const automaticTax = settings.automaticTax ?? false
  const live = settings.secretKey.includes('_live_')
  return {
    client,
    live,
    publishableKey,
    webhookSecret,
    thinSecret,
    connectSecret,
    prices,
    automaticTax,
    scriptUrl,
  }
}

/** Where an object's page is in Stripe's dashboard, by the start of its id. */
const dashboardPlaces: Record<string, string> = {
  acct: 'connect/accounts',
  ch: 'payments',
  cus: 'customers',
  dp: 'disputes',
  du: 'disputes',
  in: 'invoices',
  pi: 'payments',
  po: 'payouts',
  py: 'payments',
  re: 'refunds',
  sub: 'subscriptions',
  tr: 'connect/transfers',
  tu: 'topups',
}

/** The page of an object in Stripe's dashboard, for test or live mode as the key is; null: it has none. */
export function dashboardUrl(gateway: Pick<StripeGateway, 'live'> | null, id: string): string | null {
  const place = dashboardPlaces[id.split('_')[0] ?? '']
  return gateway && place ? `https://dashboard.stripe.com/${gateway.live ? '' : 'test/'}${place}/${id}` : null
}

/**
 * What pages must allow for Stripe.js, according to Stripe
 * (https://docs.stripe.com/security/guide#content-security-policy); nothing when this server serves the
 * script itself.
 */
export const stripeSources = (gateway: StripeGateway | null): ExternalSource[] =>
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
