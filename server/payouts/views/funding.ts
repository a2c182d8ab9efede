import { sql } from 'kysely'
import { type PayoutFrequency, payoutFrequencies } from '#contract/money/constants.ts'
import type { PayoutFunding } from '#contract/money/payouts.ts'
import { sentences as notices } from '#sentences/payouts.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Stripe } from '#server/core/stripe.ts'
import type { Deps } from '#server/deps.ts'
import { notifyAdmins } from '#server/notifications/index.ts'
import { balanceAtStripe, CredentialsRefused, type PlatformBalance } from '../adapters/stripe.ts'
import { nextPeriod, type Shortage, shortageOf } from '../rules.ts'
import { endStop, stopPayouts, stopReason } from '../stops.ts'
import { dueWith } from '../store.ts'

type FundingDeps = Pick<Deps, 'db' | 'clock' | 'log'>

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Cents ready to be sent now: payouts that wait only for money. */
async function waitingCents(db: Queryable): Promise<number> {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(net), 0) / 10000 as cents from payouts
    where method = 'stripe' and status = 'pending' and approval in ('not_needed', 'approved')`.execute(db)
  return Number(rows[0]?.cents ?? 0)
}

/**
 * Cents that a frequency's next run would send with current balances: for everyone at their threshold with an
 * account.
 */
async function scheduledCents(db: Queryable, frequency: PayoutFrequency): Promise<number> {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(floor(due.balance / 10000)), 0) as cents
    from (${dueWith(frequency)}) due
    join payout_destinations d on d.user_id = due.user_id and d.ready`.execute(db)
  return Number(rows[0]?.cents ?? 0)
}

/** How much must be at Stripe by which day, soonest first. */
async function needsOf({
  db,
  clock,
}: Pick<FundingDeps, 'db' | 'clock'>): Promise<{ by: string; cents: number }[]> {
  const now = clock.now()
  const needs = new Map([[dayOf(now), await waitingCents(db)]])
  for (const frequency of payoutFrequencies) {
    const by = dayOf(nextPeriod(frequency, now))
    needs.set(by, (needs.get(by) ?? 0) + (await scheduledCents(db, frequency)))
  }
  return [...needs]
    .map(([by, cents]) => ({ by, cents }))
    .filter(({ cents }) => cents > 0)
    .sort((a, b) => a.by.localeCompare(b.by))
}

const toDollars = (cents: number) => cents / 100
const needOf = ({ cents, by }: Shortage) => notices.need({ sum: toDollars(cents), day: by })

/** Someone is waiting for the page, so show what is known instead of waiting as long as for a payout. */
const forAPage = { timeout: 3000, maxNetworkRetries: 0 }

/** The platform's balance; null when there is none, or Stripe doesn't answer within three seconds. */
export async function balanceForStaff({
  stripe,
  config,
  log,
}: Pick<Deps, 'stripe' | 'config' | 'log'>): Promise<PlatformBalance | null> {
  if (!stripe || config.payouts.method === 'manual') return null
  try {
    return await balanceAtStripe(stripe.client, forAPage)
  } catch (error) {
    log.warn({ err: error }, 'the balance at Stripe could not be read')
    return null
  }
}

/**
 * What the next payouts need and what is available, for admins. @param balance null: Stripe couldn't be asked
 */
export async function fundingOf(deps: FundingDeps, balance: PlatformBalance | null): Promise<PayoutFunding> {
  const needs = await needsOf(deps)
  const short = balance && shortageOf(needs, balance, dayOf(deps.clock.now()))
  return {
    available: balance && toDollars(balance.availableCents),
    pending: balance && toDollars(balance.pendingCents),
    needs: needs.map(({ by, cents }) => ({ by, amount: toDollars(cents) })),
    short: short && { amount: toDollars(short.cents), by: short.by, sentence: String(needOf(short)) },
    stopped: await stopReason(deps.db),
  }
}

/**
 * Compares Stripe's balance with what the next payouts need, and tells admins once a day how much to add by
 * when. Ends a stop once Stripe accepts our key again, or starts one.
 * @returns Stripe's balance; null when payouts must not be sent
 */
export async function checkFunding(deps: FundingDeps, client: Stripe): Promise<PlatformBalance | null> {
  let balance: PlatformBalance
  try {
    balance = await balanceAtStripe(client)
  } catch (error) {
    if (!(error instanceof CredentialsRefused)) throw error
    await stopPayouts(deps, error.message)
    return null
  }
  await endStop(deps)
  const today = dayOf(deps.clock.now())
  const short = shortageOf(await needsOf(deps), balance, today)
  if (!short) return balance
  deps.log.warn({ ...short, ...balance }, 'the balance at Stripe is too small for the next payouts')
  await deps.db.transaction().execute(tx =>
    notifyAdmins(tx, {
      title: notices.shortTitle({ sum: toDollars(short.cents), day: short.by }),
      message: notices.shortMessage({ sum: toDollars(short.cents), day: short.by }),
      eventKey: `payouts_short:${today}`,
    }),
  )
  return balance
}
