import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { endedSessions } from '#contract/accounts.ts'
import { call, reading } from '../../lib/calls/call.ts'

export const sessionsQuery = queryOptions({ ...reading('sessions') })
export const endSession = (id: string): Promise<{ ok: true }> => call('endSession', { params: { id } })
export const endOtherSessions = (): Promise<z.infer<typeof endedSessions>> => call('endOtherSessions')

export const deleteAccount = (confirmEmail: string): Promise<{ ok: true }> =>
  call('deleteAccount', { body: { confirmEmail } })
