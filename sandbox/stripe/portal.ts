/** Stripe's customer portal (https://docs.stripe.com/customer-management): its configurations and sessions. */
import { randomBytes } from 'node:crypto'
import type { ApiDeps } from './endpoint.ts'
import { missing, StripeRefusal } from './errors.ts'
import { type Form, type FormValue, formOf, metadataOf, textOf } from './form.ts'
import { newSetupIntent, type PaymentHooks } from './payments.ts'
import type { StripeState } from './state.ts'
import type { PortalConfiguration, PortalSession, SetupIntent } from './types.ts'

/** A link that nobody opens ends after five minutes, an open portal an hour after its last use. */
const unusedSeconds = 5 * 60
const usedSeconds = 3600

const isOn = (value: FormValue | undefined): boolean => textOf(formOf(value).enabled) === 'true'

function needUrl(form: Form, name: string): string | null {
  const url = textOf(form[name])
  if (url !== undefined && !/^https?:/.test(URL.parse(url)?.protocol ?? ''))
    throw new StripeRefusal(400, 'invalid_request_error', 'Not a valid URL', {
      code: 'url_invalid',
      param: name,
    })
  return url ?? null
}

/** A configuration with the features that are asked for; the others are off. */
export function createConfiguration(state: StripeState, form: Form): PortalConfiguration {
  if (!form.features) throw missing('features')
  const features = formOf(form.features)
  for (const name of ['customer_update', 'subscription_cancel', 'subscription_pause', 'subscription_update'])
    if (isOn(features[name]))
      throw new StripeRefusal(400, 'invalid_request_error', `The sandbox's portal has no ${name}.`, {
        param: `features[${name}]`,
      })
  const profile = formOf(form.business_profile)
  const base = state.base('portal_configuration')
  return state.put('portal_configuration', {
    ...base,
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: textOf(profile.headline) ?? null,
      privacy_policy_url: needUrl(profile, 'privacy_policy_url'),
      terms_of_service_url: needUrl(profile, 'terms_of_service_url'),
    },
    default_return_url: needUrl(form, 'default_return_url'),
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: isOn(features.invoice_history) },
      payment_method_update: {
        enabled: isOn(features.payment_method_update),
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: {
        duration: {
          interval_options: [{ interval: 'month', interval_count: 1 }],
          type: 'interval_options',
        },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        products: null,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: false,
    login_page: { enabled: false, url: null },
    metadata: metadataOf(form.metadata),
    name: textOf(form.name) ?? null,
    updated: base.created,
  })
}

/** The one action that a link leads to; null: the whole portal. */
function flowOf(form: Form, { features }: PortalConfiguration): PortalSession['flow'] {
  const flow = formOf(form.flow_data)
  const type = textOf(flow.type)
  if (type === undefined) return null
  if (type !== 'payment_method_update' || !features.payment_method_update.enabled)
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `The ${type} flow is not enabled in this portal configuration.`,
      { param: 'flow_data[type]' },
    )
  const after = formOf(flow.after_completion)
  const returns = textOf(after.type) === 'redirect'
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: returns ? { return_url: needUrl(formOf(after.redirect), 'return_url') ?? '' } : null,
      type: returns ? 'redirect' : 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type,
  }
}

/** A link to the portal for one customer. */
export function createSession({ state, publicUrl }: ApiDeps, form: Form): PortalSession {
  const customer = textOf(form.customer)
  if (!customer) throw missing('customer')
  const id = textOf(form.configuration)
  if (!id)
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings.',
    )
  const configuration = state.get('portal_configuration', id)
  const secret = randomBytes(24).toString('hex')
  return state.put('portal_session', {
    ...state.base('portal_session'),
    object: 'billing_portal.session',
    configuration: configuration.id,
    customer: state.get('customer', customer).id,
    customer_account: null,
    flow: flowOf(form, configuration),
    locale: (textOf(form.locale) ?? null) as PortalSession['locale'],
    on_behalf_of: null,
    return_url: needUrl(form, 'return_url') ?? configuration.default_return_url,
    url: `${publicUrl}/sandbox/stripe/portal/${secret}`,
    _secret: secret,
    _setup: null,
    _used_at: null,
  })
}

/** The session that a link opens, marked as used; null: there is none, or it has expired. */
export function openSession(state: StripeState, secret: string): PortalSession | null {
  const [session] = state.all('portal_session', s => s._secret === secret)
  if (!session) return null
  const { created, _used_at: used } = session
  const ends = used === null ? created + unusedSeconds : used + usedSeconds
  return state.now() < ends ? state.put('portal_session', { ...session, _used_at: state.now() }) : null
}

/** Begins to save a card for the session's customer. */
export function beginSetup(state: StripeState, session: PortalSession): SetupIntent {
  const setup = newSetupIntent(state, { customer: session.customer })
  state.put('portal_session', { ...session, _setup: setup.id })
  return setup
}

/** A saved card becomes the customer's, for every later invoice of a plan that has no card of its own. */
export function keepCard(
  state: StripeState,
  hooks: PaymentHooks,
  session: PortalSession,
  setup: SetupIntent,
) {
  const card = state.get('payment_method', setup.payment_method ?? '')
  const customer = state.get('customer', session.customer)
  const { default_payment_method: before = null } = customer.invoice_settings ?? {}
  const after = state.put('customer', {
    ...customer,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: card.id,
      footer: null,
      rendering_options: null,
    },
  })
  state.put('portal_session', { ...session, _setup: null })
  hooks.emit('payment_method.attached', card)
  hooks.emit('customer.updated', after, { invoice_settings: { default_payment_method: before } })
}
