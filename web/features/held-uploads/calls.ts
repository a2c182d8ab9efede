import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../lib/calls/call.ts'

export const heldUploadsQuery = queryOptions({
  ...reading('heldUploads'),
})
