import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { escapeHtml } from '#server/core/http/html-page.ts'
import { sandboxPage } from '../page.ts'
import type { ApiDeps } from './endpoint.ts'
import { StripeRefusal } from './errors.ts'
import { authenticate, confirmSetup, methodFrom, pay } from './payments.ts'
import { portalRoutes } from './portal-page.ts'
import { whole } from './published/whole.ts'
import type { StripeSandbox } from './stripe-sandbox.ts'

const config = { permission: 'sandbox:use' } as const
const browserScript = readFileSync(path.join(import.meta.dirname, 'browser.js'), 'utf8')
const secretForm = /^((?:pi|seti)_[0-9a-f]+)_secret_[0-9a-f]+$/

interface Given {
  deps: ApiDeps
  sandbox: StripeSandbox
}

/** Stripe's pages and browser calls, on the product's own origin, so the CSP needs no exception. */
export function stripeRoutes(app: FastifyInstance, { deps, sandbox }: Given): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { state, hooks } = deps

  /** The intent for a client secret, the only thing a browser has. */
  const intentOf = (clientSecret: string): string => {
    const id = secretForm.exec(clientSecret)?.[1]
    const intent = id ? (state.find('payment_intent', id) ?? state.find('setup_intent', id)) : undefined
    if (intent?.client_secret !== clientSecret)
      throw new StripeRefusal(404, 'invalid_request_error', 'No such payment_intent', {
        code: 'resource_missing',
      })
    return intent.id
  }
  const said = (work: () => unknown) => {
    try {
      return { status: 200, body: whole(work()) }
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      return { status: error.status, body: whole(error.body) }
    }
  }

  routes.get('/sandbox/stripe/v3', { config, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(browserScript),
  )

  routes.post(
    '/sandbox/stripe/confirm',
    {
      config,
      schema: {
        hide: true,
        body: z.object({ clientSecret: z.string().max(200), number: z.string().max(30) }),
      },
    },
    (request, reply) => {
      const { clientSecret, number } = request.body
      const result = said(() => {
        const id = intentOf(clientSecret)
        const method = methodFrom(state, { payment_method_data: { card: { number } } })
        return id.startsWith('seti_') ? confirmSetup(state, hooks, id, method) : pay(state, hooks, id, method)
      })
      return reply.status(result.status).send(result.body)
    },
  )

  routes.post(
    '/sandbox/stripe/intent',
    { config, schema: { hide: true, body: z.object({ clientSecret: z.string().max(200) }) } },
    (request, reply) => {
      const result = said(() => {
        const id = intentOf(request.body.clientSecret)
        return state.find('payment_intent', id) ?? state.get('setup_intent', id)
      })
      return reply.status(result.status).send(result.body)
    },
  )

  routes.post(
    '/sandbox/stripe/authenticate',
    {
      config,
      schema: {
        hide: true,
        body: z.object({ clientSecret: z.string().max(200), outcome: z.enum(['complete', 'fail']) }),
      },
    },
    (request, reply) => {
      const { clientSecret, outcome } = request.body
      const result = said(() => authenticate(state, hooks, intentOf(clientSecret), outcome))
      return reply.status(result.status).send(result.body)
    },
  )
  onboardingPage(app, { deps, sandbox })
  portalRoutes(app, deps)
  control(app, { deps, sandbox })
}

/** The onboarding page for payees. */
function onboardingPage(app: FastifyInstance, { deps, sandbox }: Given): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { state } = deps
  const account = z.object({ account: z.string().regex(/^acct_[0-9a-f]+$/) })
  const back = z.object({
    return_url: z
      .url()
      .max(500)
      .refine(url => url.startsWith(`${deps.publicUrl}/`)),
  })
  routes.get(
    '/sandbox/stripe/onboarding/:account',
    { config, schema: { hide: true, params: account, querystring: back } },
    (request, reply) => {
      const known = state.find('account', request.params.account)
      if (!known) return reply.status(404).send('No such account')
      const { html, headers } = sandboxPage({
        title: 'Where your money goes',
        narrow: true,
        body: `<h1>Where your money goes</h1><p class="muted">This page stands in for Stripe's own. Nothing that you enter leaves this machine.</p>
<form class="other" method="post" action="/sandbox/stripe/onboarding/${known.id}?return_url=${encodeURIComponent(request.query.return_url)}">
<p>Account of ${escapeHtml(known.contact_email ?? known.id)}</p>
<button class="action" type="submit">Use test account</button></form>`,
      })
      // With no-referrer, browsers send the form with Origin: null, which the product refuses.
      return reply.headers({ ...headers, 'referrer-policy': 'same-origin' }).send(html)
    },
  )
  app.register(async scope => {
    // The form has one button and no fields.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume()
      payload.once('end', () => done(null, {}))
    })
    scope
      .withTypeProvider<ZodTypeProvider>()
      .post(
        '/sandbox/stripe/onboarding/:account',
        { config, schema: { hide: true, params: account, querystring: back } },
        (request, reply) => {
          if (!state.find('account', request.params.account)) return reply.status(404).send('No such account')
          sandbox.setRecipient(request.params.account, 'active')
          return reply.redirect(request.query.return_url, 303)
        },
      )
  })
}

/** Controls for time and failures. */
function control(app: FastifyInstance, { deps: { state }, sandbox }: Given): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/sandbox/stripe/control',
    {
      config,
      schema: {
        summary:
          'Lets time pass at the sandbox Stripe, funds its balance, slows it down, or makes its next calls fail',
        tags: ['sandbox'],
        body: z.object({
          advanceDays: z.number().min(0).max(400).optional(),
          /** the new available balance of the platform, cents */
          balance: z.number().int().min(0).max(1_000_000_000).optional(),
          /** delay of every answer from now on, milliseconds */
          delayMs: z.number().int().min(0).max(60_000).optional(),
          fault: z
            .object({
              match: z.string().max(100),
              kind: z.enum(['cut_before', 'cut_after', 'error_401', 'error_500', 'conflict_409']),
              times: z.number().int().min(1).max(100).optional(),
            })
            .optional(),
        }),
        response: { 200: z.object({ now: z.string() }) },
      },
    },
    request => {
      const { advanceDays, balance, fault, delayMs } = request.body
      if (delayMs !== undefined) sandbox.slow = delayMs ? () => pause(delayMs) : null
      if (fault) sandbox.faults.add({ match: fault.match, kind: fault.kind, times: fault.times ?? 1 })
      if (balance !== undefined) sandbox.setBalance(balance)
      if (advanceDays) sandbox.advance(advanceDays)
      return { now: new Date(state.now() * 1000).toISOString() }
    },
  )
}
