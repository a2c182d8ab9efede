import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { heldUploads, heldUploadsAnswer } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { request } from '../../lib/api.ts'
import { read } from '../../lib/query-client.ts'

export const heldUploadsQuery = queryOptions({
  queryKey: [api.heldUploads],
  queryFn: read<z.infer<typeof heldUploads>>(),
})
type Handled = Promise<z.infer<typeof heldUploadsAnswer>>
export const acceptUploads = (): Handled => request('POST', api.acceptUploads, {})
export const discardUploads = (): Handled => request('POST', api.discardUploads, {})
