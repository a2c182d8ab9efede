import { needFreshSignIn } from '#server/accounts/index.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueMail } from '#server/mail/index.ts'
import type { Queryable, Tx } from '#server/platform/db/database.ts'
import { json } from '#server/platform/db/json.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/permission.ts'
import type { Stripe } from '#server/platform/stripe.ts'
import { findDestination } from './store.ts'

type DestinationDeps = Pick<Deps, 'db' | 'clock' | 'stripe' | 'publicUrl' | 'config'>

function clientOf({ stripe, config }: Pick<DestinationDeps, 'stripe' | 'config'>): Stripe {
  if (config.payouts.method === 'manual')
    throw new AppError(
      'conflict',
      'Payouts are sent by bank transfer here. We ask you for your account by mail.',
    )
  if (!stripe) throw new AppError('unavailable', 'Payouts are not set up on this server.')
  return stripe.client
}

/**
 * A page of Stripe's where the creator says where the money goes; makes the creator's account there when it is the
 * first time.
 * @throws AppError conflict, unavailable, sign_in_again
 */
export async function destinationLink(deps: DestinationDeps, actor: Actor): Promise<string> {
  const client = clientOf(deps)
  if (!actor.emailVerified)
    throw new AppError('conflict', 'Prove your e-mail address first: ask for a sign-in link and open it.')
  await needFreshSignIn(deps, actor)
  const known = await findDestination(deps.db, actor.id)
  const accountId = known?.account_id ?? (await makeAccount(deps.db, client, actor))
  if (known?.ready)
    await deps.db.transaction().execute(tx => tellChange(tx, actor.id, 'opened', deps.clock.now()))
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

async function makeAccount(db: Queryable, client: Stripe, actor: Actor): Promise<string> {
  const account = await client.v2.core.accounts.create(
    {
      contact_email: actor.email,
      display_name: actor.email.split('@')[0] as string,
      dashboard: 'express',
      identity: { country: 'us', entity_type: 'individual' },
      configuration: {
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
      metadata: { userId: actor.id },
    },
    { idempotencyKey: `recipient:${actor.id}` },
  )
  await db
    .insertInto('payout_destinations')
    .values({ user_id: actor.id, provider: 'stripe', account_id: account.id })
    .onConflict(c => c.column('user_id').doNothing())
    .execute()
  return ((await findDestination(db, actor.id)) ?? { account_id: account.id }).account_id
}

/** Tells a person by mail about their bank account, whatever their preferences: it may have been somebody else. */
const tellChange = (tx: Tx, userId: string, change: 'added' | 'opened', now: Date): Promise<void> =>
  enqueueMail(
    tx,
    {
      userId,
      template: 'bank_account',
      data: { change, at: now.toISOString() },
      eventKey: `bank_account:${change}:${userId}:${now.toISOString()}`,
    },
    now,
  )

/**
 * Copies what Stripe says about an account, and tells its owner when it can be paid to from now on. Accounts that are
 * nobody's here are left alone.
 */
export async function syncDestination(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  client: Stripe,
  accountId: string,
): Promise<void> {
  const account = await client.v2.core.accounts.retrieve(accountId, {
    include: ['configuration.recipient', 'requirements'],
  })
  const transfers = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
  const ready = transfers?.status === 'active' && !account.closed
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
      .set({ ready, requirements: json(transfers?.status_details ?? []), updated_at: now })
      .where('account_id', '=', accountId)
      .execute()
    if (ready && !known.ready) await tellChange(tx, known.user_id, 'added', now)
  })
}
