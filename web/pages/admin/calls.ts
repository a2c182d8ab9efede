import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AdminUser } from '#contract/accounts.ts'
import type { ActivityEntry, AdminVideo, PlatformStats } from '#contract/admin.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { api } from '#contract/paths.ts'
import type { AdminPayout } from '#contract/payouts.ts'
import { request } from '../../lib/api.ts'
import { pagesQuery, queryOf } from '../../lib/pages.ts'
import { read } from '../../lib/query-client.ts'

export type Filter = Record<string, string | undefined>

/** Figures and lists that others change are asked for whenever they are opened. */
const fresh = { refetchOnMount: 'always' } as const

export const platformStatsQuery = queryOptions({
  queryKey: [api.platformStats],
  queryFn: read<PlatformStats>(),
  ...fresh,
})
export const usersQuery = (filter: Filter) => pagesQuery<AdminUser>(api.adminUsers, { limit: 50, ...filter })
export const adminVideosQuery = (filter: Filter) =>
  pagesQuery<AdminVideo>(api.adminVideos, { limit: 50, ...filter })

/** The latest things done, as sentences. */
export const activityQuery = queryOptions({
  queryKey: [api.activity],
  queryFn: ({ signal }) => request<ActivityEntry[]>('GET', `${api.activity}?limit=12`, undefined, signal),
  ...fresh,
})

/** All that was done to one object; `path` is its history's. */
export const historyQuery = (path: string) =>
  queryOptions({ queryKey: [path], queryFn: read<ActivityEntry[]>(), ...fresh })

const auditPage = 50
export const auditQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [api.audit, filter] as const,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      request<AuditEntry[]>(
        'GET',
        `${api.audit}?${queryOf({ ...filter, before: pageParam, limit: auditPage })}`,
        undefined,
        signal,
      ),
    getNextPageParam: page => (page.length === auditPage ? page.at(-1)?.id : undefined),
    ...fresh,
  })

const payoutPage = 100
/** Newest first; the next page begins after the last one seen. */
export const payoutsQuery = infiniteQueryOptions({
  queryKey: [api.adminPayouts] as const,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) =>
    request<AdminPayout[]>(
      'GET',
      `${api.adminPayouts}?${queryOf({ cursor: pageParam, limit: payoutPage })}`,
      undefined,
      signal,
    ),
  getNextPageParam: page => (page.length === payoutPage ? page.at(-1)?.id : undefined),
  ...fresh,
})
