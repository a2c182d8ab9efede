import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { endedSessions, Session } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { request } from '../../lib/api.ts'
import { read } from '../../lib/query-client.ts'

export const sessionsQuery = queryOptions({ queryKey: [api.sessions], queryFn: read<Session[]>() })
export const endSession = (id: string): Promise<{ ok: true }> => request('DELETE', api.endSession(id))
export const endOtherSessions = (): Promise<z.infer<typeof endedSessions>> =>
  request('POST', api.endOtherSessions, {})

export const deleteAccount = (confirmEmail: string): Promise<{ ok: true }> =>
  request('POST', api.deleteAccount, { confirmEmail })
