import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoints/index.ts'
import type { PayoutBudget } from '#contract/money/budget.ts'
import type { DeskKind, EvidenceFileField } from '#contract/money/constants.ts'
import type { DisputeDetail, EvidenceFile } from '#contract/money/desk.ts'
import type { IncomeMonth } from '#contract/money/income.ts'
import type { PayoutLimits } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { readJson, sendRaw } from '../../lib/calls/api.ts'
import { addressFor, call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { pollMs } from '../accounting/calls.ts'

export const limitsQuery = queryOptions({ ...reading('payoutLimits'), ...fresh })
export const setLimits = (body: BodyInput<'setPayoutLimits'>): Promise<PayoutLimits> =>
  call('setPayoutLimits', { body })

export const budgetQuery = queryOptions({ ...reading('payoutBudget'), ...fresh })
export const setBudget = (body: BodyInput<'setPayoutBudget'>): Promise<PayoutBudget> =>
  call('setPayoutBudget', { body })

export const incomeQuery = queryOptions({ ...reading('platformIncome'), ...fresh })
export const setIncome = (body: BodyInput<'setPlatformIncome'>): Promise<IncomeMonth[]> =>
  call('setPlatformIncome', { body })

const page = 25
export const negativeQuery = infiniteQueryOptions({
  queryKey: [api.negativeBalances] as const,
  initialPageParam: 0,
  queryFn: ({ pageParam, signal }) =>
    call('negativeBalances', { query: { offset: pageParam, limit: page }, signal }),
  getNextPageParam: (last, pages) => (last.length === page ? pages.length * page : undefined),
  ...fresh,
})
export const decideNegative = (
  userId: string,
  body: BodyInput<'decideNegativeBalance'>,
): Promise<{ ok: true }> => call('decideNegativeBalance', { params: { userId }, body })

export const deskListQuery = (kind: DeskKind) =>
  infiniteQueryOptions({
    queryKey: [api.desk, kind] as const,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call('desk', { query: { kind, offset: pageParam, limit: page }, signal }),
    getNextPageParam: (last, pages) => (last.length === page ? pages.length * page : undefined),
    ...fresh,
    // Disputes and warnings have a date to be answered by, and arrive while the page is open.
    refetchInterval: pollMs,
  })
export const resendRefund = (invoiceId: string, refundId: string, reason: string) =>
  call('resendRefund', { params: { invoiceId, refundId }, body: { reason } })
export const disputeQuery = (disputeId: string) =>
  queryOptions({ ...reading('dispute', { params: { disputeId } }), ...fresh })
export const sendEvidence = (disputeId: string, body: BodyInput<'disputeEvidence'>): Promise<DisputeDetail> =>
  call('disputeEvidence', { params: { disputeId }, body })
export const sendEvidenceFile = async (
  disputeId: string,
  field: EvidenceFileField,
  file: File,
): Promise<EvidenceFile> =>
  readJson<EvidenceFile>(
    await sendRaw(
      addressFor('disputeFile', { params: { disputeId }, query: { field, name: file.name.slice(-200) } }),
      file,
    ),
  )
