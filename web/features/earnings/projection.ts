import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../lib/calls/call.ts'

/** What the analyzed videos may earn, in dollars. */
export const projectionQuery = queryOptions({
  ...reading('projection'),
})
