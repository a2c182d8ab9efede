import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { heldUploadsAnswer } from '#contract/accounts.ts'
import { call, reading } from '../../lib/calls/call.ts'

export const heldUploadsQuery = queryOptions({
  ...reading('heldUploads'),
})
type Handled = Promise<z.infer<typeof heldUploadsAnswer>>
export const acceptUploads = (): Handled => call('acceptUploads')
export const discardUploads = (): Handled => call('discardUploads')
