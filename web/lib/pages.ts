import { infiniteQueryOptions } from '@tanstack/react-query'
import { nextCursorHeader } from '#contract/constants.ts'
import { readJson, send } from './api.ts'

export interface Page<T> {
  items: T[]
  /** sent as `cursor` for the next page; null on the last one */
  next: string | null
}

/** Only what says something: empty filters are not sent. */
export function queryOf(filter: Record<string, string | number | undefined>): string {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
}

/**
 * A long list, page by page: the answer's body is a plain array, a header names the next page.
 * Asked anew whenever it is opened: others change it meanwhile.
 */
export const pagesQuery = <T>(path: string, filter: Record<string, string | number | undefined>) =>
  infiniteQueryOptions({
    queryKey: [path, filter] as const,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Page<T>> => {
      const query = queryOf({ ...filter, cursor: pageParam ?? undefined })
      const answer = await send('GET', query ? `${path}?${query}` : path, undefined, signal)
      return { items: await readJson<T[]>(answer), next: answer.headers.get(nextCursorHeader) }
    },
    getNextPageParam: page => page.next,
    refetchOnMount: 'always' as const,
  })
