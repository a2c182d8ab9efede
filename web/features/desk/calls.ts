import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoints/index.ts'
import type { PayoutLimits } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { call, reading } from '../../lib/calls/call.ts'

/** Others change this data, so it is fetched whenever it is opened. */
const fresh = { refetchOnMount: 'always' } as const

export const limitsQuery = queryOptions({ ...reading('payoutLimits'), ...fresh })
export const setLimits = (body: BodyInput<'setPayoutLimits'>): Promise<PayoutLimits> =>
  call('setPayoutLimits', { body })

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
