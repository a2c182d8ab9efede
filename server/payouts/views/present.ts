import type { AdminPayout, Payout } from '#contract/money/payouts.ts'
import { fromCents, micros, toDollars } from '#server/platform/money.ts'
import { standing } from '../rules.ts'
import type { PayoutRow } from '../store.ts'

/** A payout in the contract's format. */
export function presentPayout(row: PayoutRow, suspended = false): Payout {
  const net = micros(row.amount - row.fee)
  return {
    id: row.id,
    userId: row.user_id,
    amount: toDollars(micros(row.amount)),
    fee: toDollars(micros(row.fee)),
    netAmount: toDollars(net),
    returnedAmount: toDollars(fromCents(row.returned_cents)),
    method: row.method,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    ...standing({
      status: row.status,
      method: row.method,
      approval: row.approval,
      first: row.first,
      holdReason: row.hold_reason,
      suspended,
      awaitingFunds: row.awaiting_funds_since !== null,
      net,
      returned: fromCents(row.returned_cents),
      bankProblem: row.bank_problem,
      failure: row.failure_code
        ? {
            code: row.failure_code,
            message: row.failure_message ?? '',
            actor: row.failure_actor,
          }
        : null,
    }),
  }
}

/** The same for staff. */
export const presentForStaff = (
  row: PayoutRow & { email: string; name: string; suspended_at: Date | null },
): AdminPayout => ({
  ...presentPayout(row, row.suspended_at !== null),
  email: row.email,
  name: row.name,
  approval: row.approval,
  approvedBy: row.approved_by,
  providerReference: row.provider_reference,
  awaitingFunds: row.status === 'pending' && row.awaiting_funds_since !== null,
})
