import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { StripeSettings } from '#server/core/settings/config.ts'
import { type ApiAnswer, answer } from './api.ts'
import { bankPayout, bringBalanceTo, payOut } from './bank.ts'
import { setCapabilities } from './connect.ts'
import { disputeCharge } from './disputes.ts'
import type { ApiDeps } from './endpoint.ts'
import { StripeRefusal } from './errors.ts'
import { Faults } from './faults.ts'
import { parseForm } from './form.ts'
import type { PaymentHooks } from './payments.ts'
import { failRefund, failRefunds } from './refunds.ts'
import { stripeRoutes } from './routes.ts'
import { newId, StripeState } from './state.ts'
import type { StripeSandbox } from './stripe-sandbox.ts'
import { runClock, settle } from './subscriptions.ts'
import { apiVersion, Webhooks } from './webhooks.ts'

export type { StripeSandbox } from './stripe-sandbox.ts'

/** How the product reaches a sandbox. @param scriptUrl where the browser loads window.Stripe from; null: Stripe */
export const settingsFor = (
  { secretKey, publishableKey, webhookSecret, thinSecret, connectSecret, prices, url }: StripeSandbox,
  scriptUrl: string | null = null,
): StripeSettings => ({
  ...{ secretKey, publishableKey, webhookSecret, thinSecret, connectSecret, prices },
  apiBase: url,
  scriptUrl,
})

const seedPrices = { premium: 'price_premium_monthly', pro: 'price_pro_monthly' }

function seed(state: StripeState): void {
  for (const [nickname, id, unit_amount] of [
    ['Premium', seedPrices.premium, 999],
    ['Pro', seedPrices.pro, 2499],
  ] as const)
    if (!state.find('price', id)?.tax_behavior) {
      const product = state.put('product', {
        ...state.base('product'),
        id: `prod_${nickname.toLowerCase()}`,
        object: 'product',
        name: nickname,
        active: true,
      })
      state.put('price', {
        ...state.base('price'),
        id,
        object: 'price',
        product: product.id,
        active: true,
        currency: 'usd',
        unit_amount,
        type: 'recurring',
        recurring: { interval: 'month', interval_count: 1 },
        // Tax is added to the prices shown on the plan pages.
        tax_behavior: 'exclusive',
        nickname,
      })
    }
}

/** The body as text; the bytes of an upload as Latin-1, which keeps them. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString(isUpload(request) ? 'latin1' : 'utf8')
}
const isUpload = ({ headers }: IncomingMessage) =>
  headers['content-type']?.startsWith('multipart/form-data') === true

const reply = (response: ServerResponse, { status, body, replayed }: ApiAnswer) => {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': newId('req'),
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
  })
  response.end(JSON.stringify(body))
}
const invalidKey = {
  status: 401,
  body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
}

/** Handles one API call, with any failures ordered for it. */
async function handle(
  { deps, faults, secretKey }: { deps: ApiDeps; faults: Faults; secretKey: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stripe')
  const method = request.method ?? 'GET'
  const body = await bodyOf(request)
  if (request.headers.authorization !== `Bearer ${secretKey}`) return reply(response, invalidKey)
  const version = request.headers['stripe-version']
  if (version !== apiVersion)
    return reply(response, {
      status: 400,
      body: {
        error: {
          type: 'invalid_request_error',
          message: `Invalid Stripe API version: ${version ?? 'none'}. This one speaks ${apiVersion}.`,
        },
      },
    })
  const fault = faults.take(method, url.pathname)
  if (fault === 'cut_before') return void request.socket.destroy()
  if (fault === 'error_401') return reply(response, invalidKey)
  if (fault === 'conflict_409')
    return reply(response, {
      status: 409,
      body: {
        error: {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: 'There is currently another in-progress request using this Idempotency Key.',
        },
      },
    })
  const { 'idempotency-key': idempotencyKey, 'stripe-account': account } = request.headers
  let result: ApiAnswer
  try {
    result = answer(
      deps,
      {
        method,
        path: url.pathname,
        query: parseForm(url.search.slice(1)),
        body,
        contentType: request.headers['content-type'],
        idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
        account: typeof account === 'string' ? account : undefined,
      },
      fault === 'error_500',
    )
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    result = { status: error.status, body: error.body }
  }
  if (fault === 'cut_after') return void request.socket.destroy()
  return reply(response, result)
}

/**
 * Starts a Stripe sandbox on a loopback port: form-encoded v1 and JSON v2, idempotency keys, signed webhooks
 * to the product, failures on demand.
 * @param folder where its journal is stored; null: nowhere
 * @param secret the keys are derived from it, so that they survive a restart
 */
export async function startStripe({
  folder,
  publicUrl,
  secret,
  log,
  port = 0,
}: {
  folder: string | null
  publicUrl: string
  secret: string
  log: FastifyBaseLogger
  port?: number
}): Promise<StripeSandbox> {
  const key = (name: string) =>
    createHmac('sha256', secret).update(`stripe ${name}`).digest('hex').slice(0, 32)
  const secretKey = `sk_test_${key('secret')}`
  const publishableKey = `pk_test_${key('publishable')}`
  const webhookSecret = `whsec_${key('webhook')}`
  const thinSecret = `whsec_${key('thin events')}`
  const connectSecret = `whsec_${key('connected accounts')}`
  const state = StripeState.open(folder)
  seed(state)
  const webhooks = new Webhooks(state, {
    url: `${publicUrl}/api/webhooks/stripe`,
    secrets: { event: webhookSecret, 'v2.core.event': thinSecret, connect: connectSecret },
    log,
  })
  const hooks: PaymentHooks = {
    emit: (type, object, before) => void webhooks.emit(type, object, undefined, before),
    settled: intent => settle(state, hooks, intent),
  }
  const faults = new Faults()
  const deps: ApiDeps = { state, hooks, publicUrl }

  const server = createServer((request, response) => {
    const answered = async () => {
      await sandbox.slow?.()
      await handle({ deps, faults, secretKey }, request, response)
    }
    answered().catch(error => {
      log.error({ err: error }, 'the sandbox Stripe failed')
      request.socket.destroy()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  webhooks.start()

  const sandbox: StripeSandbox = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    publishableKey,
    webhookSecret,
    thinSecret,
    connectSecret,
    prices: seedPrices,
    faults,
    slow: null,
    webhooks,
    state,
    advance(days) {
      state.advance(Math.round(days * 24 * 3600))
      runClock(state, hooks)
      failRefunds(state, hooks)
    },
    setBalance(cents) {
      bringBalanceTo(state, hooks.emit, cents)
    },
    payOut(cents) {
      payOut(state, hooks.emit, cents)
    },
    dispute(chargeId) {
      return disputeCharge(state, hooks.emit, chargeId).id
    },
    failRefund(id) {
      failRefund(state, hooks, state.get('refund', id))
    },
    bankPayout(accountId, cents, failure = null) {
      const made = bankPayout(state, accountId, cents, failure)
      webhooks.emit(failure ? 'payout.failed' : 'payout.paid', made, accountId)
      return made.id
    },
    setRecipient(accountId, status, capabilities) {
      setCapabilities(state, accountId, status, capabilities)
      webhooks.emitThin('v2.core.account[configuration.recipient].capability_status_updated', {
        id: accountId,
        type: 'v2.core.account',
        url: `/v2/core/accounts/${accountId}`,
      })
    },
    routes: app => stripeRoutes(app, { deps, sandbox }),
    async close() {
      server.close()
      server.closeAllConnections()
      await webhooks.close()
      state.close()
    },
  }
  return sandbox
}
