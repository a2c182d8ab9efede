import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Invoice } from '#contract/money/subscriptions.ts'
import { settingsFor, startStripe } from '#sandbox/stripe/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Actor } from '#server/core/http/permission.ts'
import { openStripe, type Stripe } from '#server/core/stripe.ts'
import type { ViewSample } from '#server/earnings/index.ts'
import { checkLedger } from '#server/ledger/index.ts'
import { presentInvoice } from '#server/subscriptions/status.ts'
import { newestInvoices } from '#server/subscriptions/store.ts'

/** How many runs per property: few by default, PROPERTY_RUNS=10000 for the full proof. */
export const propertyRuns = Number(process.env.PROPERTY_RUNS ?? 40)

/** Inserts a person with a verified address into the database. @returns the id */
export async function makeCreator(db: Queryable): Promise<string> {
  const id = randomUUID()
  await sql`insert into users (id, email, email_verified, email_verified_at, name)
    values (${id}, ${`${id}@creators.example`}, true, now(), ${id})`.execute(db)
  return id
}

/** The same person as an actor. */
export const actorOf = (id: string): Actor => ({
  id,
  email: `${id}@creators.example`,
  emailVerified: true,
  role: 'user',
  sessionId: 's',
})

/** More than any test pays out, cents. */
export const amplyFunded = 1_000_000_000

/** A Stripe sandbox that sends no webhooks, and a client for it; closed when the test ends. */
export async function silentStripe({ automaticTax = false } = {}) {
  const sandbox = await startStripe({
    folder: null,
    publicUrl: 'http://127.0.0.1:1',
    secret: 's'.repeat(32),
    log: pino({ level: 'silent' }),
  })
  onTestFinished(() => sandbox.close())
  sandbox.webhooks.hold()
  sandbox.setBalance(amplyFunded)
  const stripe = openStripe({ ...settingsFor(sandbox), automaticTax })
  // A broken connection is retried at once: half a second each would dominate thousands of runs.
  Object.assign(stripe.client, { getInitialNetworkRetryDelay: () => 0 })
  return { sandbox, stripe }
}

/** Pays a client secret's intent with a working card, as the card form does. */
export const payByCard = (
  { client }: { client: Stripe },
  clientSecret: string,
): Promise<Stripe.PaymentIntent> =>
  client.paymentIntents.confirm(clientSecret.split('_secret_')[0] as string, {
    payment_method: 'pm_card_visa',
  })

/** Saves a failing card for a subscription: every later charge fails. */
export async function keepFailingCard(
  { client }: { client: Stripe },
  subscription: { id: string; customer: string },
): Promise<void> {
  const { id, customer } = subscription
  const card = await client.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await client.subscriptions.update(id, { default_payment_method: card.id })
}

/** A sample with defaults for everything the test doesn't care about. */
export const sampleOf = (
  given: Partial<ViewSample> & Pick<ViewSample, 'userId' | 'videoId' | 'views'>,
): ViewSample => ({
  platform: 'youtube',
  postId: given.videoId,
  counter: 'public_views',
  viralScore: 0,
  sampledAt: new Date('2026-11-01T00:00:00Z'),
  // Its first views came while the plan of the first count was in force.
  since: new Date((given.sampledAt ?? new Date('2026-11-01T00:00:00Z')).getTime() - 1),
  ...given,
})

/** All invoices, newest first, as staff see them. */
export const invoicesIn = async (db: Queryable): Promise<Invoice[]> =>
  (await newestInvoices(db).execute()).map(presentInvoice)

/** All faults in the ledger; expected to be empty. */
export const faultsOf = async (db: Queryable) => (await checkLedger(db)).findings

/** A person with an onboarded account at the sandbox Stripe. @returns the id */
export async function makePayee({
  db,
  sandbox,
  stripe,
}: {
  db: Queryable
  sandbox: Awaited<ReturnType<typeof startStripe>>
  stripe: ReturnType<typeof openStripe>
}): Promise<string> {
  const userId = await makeCreator(db)
  const account = await stripe.client.v2.core.accounts.create({
    contact_email: `${userId}@creators.example`,
    identity: { country: 'us' },
  })
  sandbox.setRecipient(account.id, 'active')
  await db
    .insertInto('payout_destinations')
    .values({ user_id: userId, provider: 'stripe', account_id: account.id, ready: true })
    .execute()
  return userId
}
