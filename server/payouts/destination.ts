import { Stripe as StripeApi } from 'stripe'
import { countryName, currencyOf } from '#contract/money/countries.ts'
import { sentences } from '#sentences/payouts.ts'
import { needFreshSignIn } from '#server/accounts/index.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Stripe } from '#server/core/stripe.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueMail } from '#server/mail/index.ts'
import { payeeCountryOf, saveCountry } from './countries.ts'
import { findDestination } from './store.ts'

const { errors: Errors } = StripeApi
type DestinationDeps = Pick<Deps, 'db' | 'clock' | 'stripe' | 'publicUrl' | 'config' | 'log'>

function clientOf({ stripe, config }: Pick<DestinationDeps, 'stripe' | 'config'>): Stripe {
  if (config.payouts.method === 'manual') throw new AppError('conflict', sentences.byHand)
  if (!stripe) throw new AppError('unavailable', sentences.notSetUp)
  return stripe.client
}

/**
 * The address of Stripe's onboarding page for the creator's bank account; creates their Stripe account the
 * first time.
 * @param chosen the bank account's country in ISO 3166-1; defaults to the one given before, otherwise the US
 * @returns null when Stripe doesn't pay to the country
 * @throws AppError conflict, unavailable, sign_in_again
 */
export async function destinationLink(
  deps: DestinationDeps,
  actor: Actor,
  chosen?: string,
): Promise<string | null> {
  const client = clientOf(deps)
  if (!actor.emailVerified) throw new AppError('conflict', sentences.confirmEmail)
  await needFreshSignIn(deps, actor)
  const before = await payeeCountryOf(deps.db, actor.id, 'stripe')
  const country = chosen ?? before.country ?? 'US'
  const known = await findDestination(deps.db, actor.id)
  const moves = known !== undefined && country !== before.country
  // A Stripe account's country is permanent; an account in use remains the payee.
  if (moves && known.ready)
    throw new AppError('conflict', sentences.countryFixed({ country: countryName(before.country ?? 'US') }), {
      field: 'country',
    })
  const refused = country === before.country && before.byHand !== null && currencyOf(country) !== null
  await saveCountry(deps.db, actor.id, { country, refused, now: deps.clock.now() })
  if (refused || currencyOf(country) === null) return null
  const accountId = known && !moves ? known.account_id : await makeAccount(deps, client, actor, country)
  if (accountId === null) return null
  if (known?.ready)
    await deps.db.transaction().execute(tx => announceChange(tx, actor.id, 'opened', deps.clock.now()))
  const link = await client.v2.core.accountLinks.create({
    account: accountId,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: {
        refresh_url: `${deps.publicUrl}/earnings?destination=again`,
        return_url: `${deps.publicUrl}/earnings?destination=done`,
      },
    },
  })
  return link.url
}

/** @returns null when Stripe refuses the country; the refusal is stored */
async function makeAccount(
  { db, clock, log }: Pick<DestinationDeps, 'db' | 'clock' | 'log'>,
  client: Stripe,
  actor: Actor,
  country: string,
): Promise<string | null> {
  try {
    return await createAccount(db, client, actor, country)
  } catch (error) {
    if (!(error instanceof Errors.StripeError) || !isCountryRefusal(error)) throw error
    log.warn({ err: error, country }, 'Stripe made no account for this country')
    await saveCountry(db, actor.id, { country, refused: true, now: clock.now() })
    return null
  }
}

/**
 * https://docs.stripe.com/error-codes#country-unsupported, and how an account of such a country reports it.
 */
const isCountryRefusal = ({ code }: { code?: string | undefined }): boolean =>
  code === 'country_unsupported' || code === 'unsupported_country'

async function createAccount(db: Queryable, client: Stripe, actor: Actor, country: string): Promise<string> {
  const account = await client.v2.core.accounts.create(
    {
      contact_email: actor.email,
      display_name: actor.email.split('@')[0] as string,
      dashboard: 'express',
      identity: { country: country.toLowerCase(), entity_type: 'individual' },
      configuration: {
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
      metadata: { userId: actor.id },
    },
    { idempotencyKey: `recipient:${actor.id}:${country}` },
  )
  await db
    .insertInto('payout_destinations')
    .values({ user_id: actor.id, provider: 'stripe', account_id: account.id })
    // An earlier account in use stays.
    .onConflict(c =>
      c
        .column('user_id')
        .doUpdateSet({ account_id: account.id, requirements: json([]) })
        .where('payout_destinations.ready', '=', false),
    )
    .execute()
  return ((await findDestination(db, actor.id)) ?? { account_id: account.id }).account_id
}

/**
 * Mails a person about their bank account, whatever their preferences, because it may have been someone else.
 */
const announceChange = (tx: Tx, userId: string, change: 'added' | 'opened', now: Date): Promise<void> =>
  enqueueMail(
    tx,
    {
      userId,
      videoId: null,
      template: 'bank_account',
      data: { change, at: now.toISOString() },
      eventKey: `bank_account:${change}:${userId}:${now.toISOString()}`,
    },
    now,
  )

/** Minimum time between two lookups of the same unfinished account. */
const lookAgainMs = 5000
const lookInRoundMs = 15 * 60_000

/**
 * Looks up a person's account while its onboarding is unfinished: they may have just returned from Stripe's
 * page while the event is late or lost. If Stripe doesn't answer, the next lookup tries again.
 */
export async function refreshDestination(
  deps: Pick<Deps, 'db' | 'clock' | 'stripe' | 'log'>,
  userId: string,
): Promise<void> {
  const known = await findDestination(deps.db, userId)
  if (!known || known.ready || !deps.stripe) return
  if (deps.clock.now().getTime() - known.updated_at.getTime() < lookAgainMs) return
  await lookUp(deps, known.account_id)
}

/** Looks up every account with unfinished onboarding, least recently checked first. */
export async function refreshDestinations(
  deps: Pick<Deps, 'db' | 'clock' | 'stripe' | 'log'>,
): Promise<void> {
  if (!deps.stripe) return
  const unfinished = await deps.db
    .selectFrom('payout_destinations')
    .select('account_id')
    .where('ready', '=', false)
    .where('updated_at', '<', new Date(deps.clock.now().getTime() - lookInRoundMs))
    .orderBy('updated_at')
    .limit(200)
    .execute()
  for (const { account_id } of unfinished) await lookUp(deps, account_id)
}

/** One account that Stripe doesn't answer for never stops the others. */
async function lookUp(deps: Pick<Deps, 'db' | 'clock' | 'stripe' | 'log'>, accountId: string): Promise<void> {
  try {
    await syncDestination(deps, accountId)
  } catch (error) {
    if (!(error instanceof Errors.StripeError)) throw error
    deps.log.warn({ err: error, accountId }, "a payee's account could not be looked up")
    await deps.db
      .updateTable('payout_destinations')
      .set({ updated_at: deps.clock.now() })
      .where('account_id', '=', accountId)
      .execute()
  }
}

/**
 * Saves Stripe's data about an account, and tells its owner once it can be paid. Accounts of no one here are
 * ignored.
 */
export async function syncDestination(
  { db, clock, stripe }: Pick<Deps, 'db' | 'clock' | 'stripe'>,
  accountId: string,
): Promise<void> {
  if (!stripe) throw new Error('This server has no account at Stripe')
  const account = await stripe.client.v2.core.accounts.retrieve(accountId, {
    include: ['configuration.recipient', 'requirements'],
  })
  const { stripe_transfers: transfers, payouts } =
    account.configuration?.recipient?.capabilities?.stripe_balance ?? {}
  // Money that can be received but not paid out to the bank would stay at Stripe.
  const ready = transfers?.status === 'active' && payouts?.status === 'active' && !account.closed
  const requirements = [...(transfers?.status_details ?? []), ...(payouts?.status_details ?? [])]
  await db.transaction().execute(async tx => {
    const known = await tx
      .selectFrom('payout_destinations')
      .select(['user_id', 'ready'])
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (!known) return
    const now = clock.now()
    await tx
      .updateTable('payout_destinations')
      .set({ ready, requirements: json(requirements), updated_at: now })
      .where('account_id', '=', accountId)
      .execute()
    if (ready && !known.ready) await announceChange(tx, known.user_id, 'added', now)
  })
}
