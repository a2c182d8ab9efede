import type { AdminPayout, Payout } from '#contract/money/payouts.ts'
import { fromCents, micros, toDollars } from '#server/core/money.ts'
import { fromStored, type Language, said } from '#server/core/sentences.ts'
import { standing } from '../rules.ts'
import type { PayoutRow } from '../store.ts'

/** A payout in the contract's format, in the language of its reader. */
export function presentPayout(row: PayoutRow, language: Language, suspended = false): Payout {
  const net = micros(row.amount - row.fee)
  const { reason, nextStep, ...codes } = standing({
    status: row.status,
    method: row.method,
    approval: row.approval,
    first: row.first,
    holdReason: row.hold_reason && fromStored(row.hold_reason),
    suspended,
    awaitingFunds: row.awaiting_funds_since !== null,
    limitedBy: row.limited_by,
    net,
    returned: fromCents(row.returned_cents),
    bankProblem: row.bank_problem && fromStored(row.bank_problem),
    failure: row.failure_code
      ? { code: row.failure_code, message: fromStored(row.failure_message ?? ''), actor: row.failure_actor }
      : null,
  })
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
    ...codes,
    reason: reason && said(reason, language),
    nextStep: nextStep.in(language),
  }
}

/** The same for staff. */
export const presentForStaff = (
  row: PayoutRow & { email: string; name: string; suspended_at: Date | null },
  language: Language,
): AdminPayout => ({
  ...presentPayout(row, language, row.suspended_at !== null),
  email: row.email,
  name: row.name,
  approval: row.approval,
  approvedBy: row.approved_by,
  providerReference: row.provider_reference,
  awaitingFunds: row.status === 'pending' && row.awaiting_funds_since !== null,
})
