import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../lib/calls/call.ts'

/** What the analyzed videos could earn, in dollars. */
export const projectionQuery = queryOptions({
  ...reading('projection'),
})
