import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { escapeHtml } from '#server/core/http/html-page.ts'
import { sandboxPage } from '../page.ts'
import { authenticationFailed } from './cards.ts'
import type { ApiDeps } from './endpoint.ts'
import { StripeRefusal } from './errors.ts'
import { authenticate, confirmSetup, methodFrom } from './payments.ts'
import { beginSetup, keepCard, openSession } from './portal.ts'
import type { StripeState } from './state.ts'
import type { Invoice, PaymentMethod, PortalSession } from './types.ts'

const config = { permission: 'sandbox:use' } as const
const params = z.object({ secret: z.string().regex(/^[0-9a-f]{48}$/) })
const address = '/sandbox/stripe/portal/:secret'

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/** The card that pays the customer's plan. */
function cardOf(state: StripeState, customerId: string): PaymentMethod | null {
  const [plan] = state
    .all('subscription', s => s.customer === customerId && s.status !== 'canceled')
    .reverse()
  const id =
    plan?.default_payment_method ?? state.get('customer', customerId).invoice_settings?.default_payment_method
  return id ? (state.find('payment_method', id) ?? null) : null
}

function invoiceRow(state: StripeState, { created, number, amount_due, status, _intent }: Invoice): string {
  const charge = _intent ? state.get('payment_intent', _intent).latest_charge : null
  const refunded = charge ? state.get('charge', charge).amount_refunded : 0
  const back = refunded ? ` · ${dollars(refunded)} refunded` : ''
  return `<li><span class="row"><span>${dayOf(created)} · ${escapeHtml(number)}</span><span>${dollars(amount_due)} · ${status}${back}</span></span></li>`
}

const field = (label: string, name: string, more: string) =>
  `<label>${label}<input type="text" name="${name}" required inputmode="numeric" ${more}></label>`

/** The form for another card, or the bank's question about it. */
function cardForm(session: PortalSession, failure: string | null): string {
  const at = `/sandbox/stripe/portal/${session._secret}`
  const why = failure ? `<p role="alert"><strong>${escapeHtml(failure)}</strong></p>` : ''
  return session._setup
    ? `<section class="card"><h2>3D Secure 2 Test Page</h2><p>Your bank asks whether it is you. This is a test: nobody is asked.</p>
<form class="other" method="post" action="${at}/bank"><button class="action" name="outcome" value="complete">Complete</button><button class="quiet" name="outcome" value="fail">Fail</button></form></section>`
    : `<section class="card"><h2>Add payment method</h2>${why}<form class="other" method="post" action="${at}/card">
${field('Card number', 'number', 'autocomplete="cc-number" maxlength="30" placeholder="1234 1234 1234 1234"')}
${field('Expiration date', 'expiry', 'autocomplete="cc-exp" maxlength="7" placeholder="MM / YY" pattern="\\s*\\d\\d\\s*/?\\s*\\d\\d\\s*"')}
${field('Security code', 'code', 'autocomplete="cc-csc" maxlength="4" placeholder="CVC" pattern="\\d{3,4}"')}
<button class="action" type="submit">Save card</button></form></section>`
}

/** The portal as its configuration allows it; a link to one action shows only that. */
function portalPage(state: StripeState, session: PortalSession, failure: string | null = null) {
  const { features } = state.get('portal_configuration', session.configuration)
  const card = cardOf(state, session.customer)
  const invoices = state
    .all('invoice', i => i.customer === session.customer && i.status !== 'draft')
    .reverse()
  const back = session.return_url
    ? `<p><a href="${escapeHtml(session.return_url)}">Return to the site</a></p>`
    : ''
  const shown = card
    ? `<p>${escapeHtml(card.card.brand)} •••• ${card.card.last4}, pays your plan</p>`
    : '<p>No card is saved.</p>'
  const history = invoices.length
    ? `<ul class="people">${invoices.map(invoice => invoiceRow(state, invoice)).join('')}</ul>`
    : '<p>None yet.</p>'
  return sandboxPage({
    title: 'Billing',
    narrow: true,
    body: `<h1>Billing</h1><p class="muted">This page stands in for Stripe's own. Nothing that you enter leaves this machine.</p>
${back}<section class="card"><h2>Payment method</h2>${shown}</section>
${features.payment_method_update.enabled ? cardForm(session, failure) : ''}
${features.invoice_history.enabled && !session.flow ? `<section class="card"><h2>Invoice history</h2>${history}</section>` : ''}`,
  })
}

const expired = sandboxPage({
  title: 'Expired',
  narrow: true,
  body: '<h1>This link has expired</h1><p>Go back to the site and open the billing page again.</p>',
})

/** The customer portal, at the addresses that its sessions have. */
export function portalRoutes(app: FastifyInstance, { state, hooks }: ApiDeps): void {
  const show = (reply: FastifyReply, session: PortalSession | null, failure: string | null = null) => {
    const { html, headers } = session ? portalPage(state, session, failure) : expired
    return (
      reply
        .status(session ? (failure ? 402 : 200) : 404)
        // With no-referrer, browsers send the form with Origin: null, which the product refuses.
        .headers({ ...headers, 'referrer-policy': 'same-origin', 'cache-control': 'no-store' })
        .send(html)
    )
  }
  /** Back to where the link should lead after its one action, or to the portal. */
  const leave = (reply: FastifyReply, { flow, _secret }: PortalSession) =>
    reply.redirect(flow?.after_completion.redirect?.return_url ?? `/sandbox/stripe/portal/${_secret}`, 303)

  app
    .withTypeProvider<ZodTypeProvider>()
    .get(address, { config, schema: { hide: true, params } }, (request, reply) =>
      show(reply, openSession(state, request.params.secret)),
    )
  app.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
    )
    const forms = scope.withTypeProvider<ZodTypeProvider>()
    const body = z.object({
      number: z.string().max(30),
      expiry: z.string().regex(/^\s*\d\d\s*\/?\s*\d\d\s*$/),
      code: z.string().regex(/^\d{3,4}$/),
    })
    forms.post(`${address}/card`, { config, schema: { hide: true, params, body } }, (request, reply) => {
      const session = openSession(state, request.params.secret)
      if (!session) return show(reply, null)
      try {
        const card = methodFrom(state, { payment_method_data: { card: { number: request.body.number } } })
        const setup = confirmSetup(state, hooks, beginSetup(state, session).id, card)
        if (setup.status === 'succeeded') {
          keepCard(state, hooks, session, setup)
          return leave(reply, session)
        }
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error
        return show(reply, session, error.message)
      }
      return reply.redirect(`/sandbox/stripe/portal/${session._secret}`, 303)
    })
    const answer = z.object({ outcome: z.enum(['complete', 'fail']) })
    forms.post(
      `${address}/bank`,
      { config, schema: { hide: true, params, body: answer } },
      (request, reply) => {
        const session = openSession(state, request.params.secret)
        if (!session?._setup) return show(reply, session)
        authenticate(state, hooks, session._setup, request.body.outcome)
        const setup = state.get('setup_intent', session._setup)
        if (setup.status !== 'succeeded') {
          const again = state.put('portal_session', { ...session, _setup: null })
          return show(reply, again, authenticationFailed.message)
        }
        keepCard(state, hooks, session, setup)
        return leave(reply, session)
      },
    )
  })
}
