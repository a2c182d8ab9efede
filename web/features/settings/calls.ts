import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { endedSessions, heldUploads, heldUploadsAnswer, Session } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { request } from '../../lib/api.ts'
import { read } from '../../lib/query-client.ts'

export const sessionsQuery = queryOptions({ queryKey: [api.sessions], queryFn: read<Session[]>() })
export const endSession = (id: string): Promise<{ ok: true }> => request('DELETE', api.session(id))
export const endOtherSessions = (): Promise<z.infer<typeof endedSessions>> =>
  request('POST', api.endOtherSessions, {})

export const heldUploadsQuery = queryOptions({
  queryKey: [api.heldUploads],
  queryFn: read<z.infer<typeof heldUploads>>(),
})
type Handled = Promise<z.infer<typeof heldUploadsAnswer>>
export const acceptUploads = (): Handled => request('POST', api.acceptUploads, {})
export const discardUploads = (): Handled => request('POST', api.discardUploads, {})

export const deleteAccount = (confirmEmail: string): Promise<{ ok: true }> =>
  request('POST', api.deleteAccount, { confirmEmail })
