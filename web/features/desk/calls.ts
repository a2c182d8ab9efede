import { queryOptions } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoints/index.ts'
import type { PayoutLimits } from '#contract/money/payouts.ts'
import { call, reading } from '../../lib/calls/call.ts'

/** Others change this data, so it is fetched whenever it is opened. */
const fresh = { refetchOnMount: 'always' } as const

export const limitsQuery = queryOptions({ ...reading('payoutLimits'), ...fresh })
export const setLimits = (body: BodyInput<'setPayoutLimits'>): Promise<PayoutLimits> =>
  call('setPayoutLimits', { body })
