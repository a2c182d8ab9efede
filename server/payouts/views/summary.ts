import type { PayoutSummary } from '#contract/money/payouts.ts'
import { sentences } from '#sentences/payouts.ts'
import { notFound } from '#server/core/http/errors.ts'
import { larger, micros, minus, plus, toDollars, zero } from '#server/core/money.ts'
import type { Language } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { payeeCountryOf } from '../countries.ts'
import { balancesAfterHold, holdEnds } from '../release.ts'
import { availableOf, feeOf, nextPeriod, refusalOfRequest } from '../rules.ts'
import { findDestination, findGoing, findPayee, preferencesOf } from '../store.ts'

/** Everything that currently determines a creator's payouts. */
export async function summaryOf(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  userId: string,
  language: Language,
): Promise<PayoutSummary> {
  const { holdDays, fee: fees } = config.payouts
  const now = clock.now()
  const [payee, balances, preferences, destination, going, ends, place] = await Promise.all([
    findPayee(db, userId),
    balancesAfterHold(db, userId, now, holdDays),
    preferencesOf(db, [userId]),
    findDestination(db, userId),
    findGoing(db, userId),
    holdDays > 0 ? holdEnds(db, userId, now, holdDays) : null,
    payeeCountryOf(db, userId, config.payouts.method),
  ])
  if (!payee) throw notFound('account')
  const { method } = place
  const { threshold, frequency } = preferences.get(userId) as NonNullable<ReturnType<typeof preferences.get>>
  const unpaid = plus(balances.pending, balances.payable)
  const available = availableOf(balances)
  const ready = method === 'manual' || destination?.ready === true
  const requestRefusal = refusalOfRequest({
    unpaid,
    available,
    threshold,
    holdDays,
    emailVerified: payee.emailVerified,
    suspended: payee.suspended,
    inTransit: going !== undefined,
    destinationReady: ready,
  })
  const fee = method === 'stripe' && available > 0n ? feeOf(available, fees) : zero
  return {
    pendingEarnings: toDollars(unpaid),
    availableEarnings: toDollars(available),
    inTransit: toDollars(micros(going?.amount ?? 0)),
    onHold:
      ends && balances.pending > 0n
        ? {
            amount: toDollars(balances.pending),
            from: ends.from.toISOString(),
            until: ends.until.toISOString(),
          }
        : null,
    holdDays,
    payoutThreshold: toDollars(threshold),
    payoutFrequency: frequency,
    // 100 only once the threshold is reached.
    progress: unpaid >= threshold ? 100 : Number((larger(zero, unpaid) * 100n) / threshold),
    canRequest: requestRefusal === null,
    requestRefusal: requestRefusal?.in(language) ?? null,
    fee: toDollars(fee),
    netAmount: toDollars(plus(available, minus(fee))),
    nextPayoutDate: nextPeriod(frequency, now).toISOString().slice(0, 10),
    nextPayoutNote: sentences.nextPayout({ frequency, threshold: toDollars(threshold), ready }).in(language),
    destination: {
      method,
      ready,
      country: place.country,
      currency: place.currency,
      message: ready
        ? (place.byHand?.in(language) ?? null)
        : destination
          ? sentences.accountUnfinished.in(language)
          : sentences.needsDestination.in(language),
    },
  }
}
