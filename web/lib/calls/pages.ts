import { infiniteQueryOptions } from '@tanstack/react-query'
import { nextCursorHeader } from '#contract/constants.ts'
import type { AnswerOf, QueryInput } from '#contract/endpoints/index.ts'
import { addressOf } from '#contract/paths.ts'
import { readJson, send } from './api.ts'
import { queryOf } from './call.ts'
import { fresh } from './fresh.ts'

export interface Page<T> {
  items: T[]
  /** sent as `cursor` for the next page; null on the last one */
  next: string | null
}

/** The calls that return one page of a long list and name the next one in a header. */
type Paged = 'adminUsers' | 'adminVideos' | 'aiProcessedVideos'

/**
 * A long list, page by page: the body is a plain array, a header names the next page.
 * Refetched whenever it is opened, because others change it.
 */
export const pagesQuery = <N extends Paged>(name: N, filter: QueryInput<N>) =>
  infiniteQueryOptions({
    queryKey: [addressOf(name), filter] as const,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Page<AnswerOf<N>[number]>> => {
      const query = queryOf({ ...filter, cursor: pageParam ?? undefined })
      const address = addressOf(name)
      const answer = await send('GET', query ? `${address}?${query}` : address, undefined, signal)
      return {
        items: await readJson<AnswerOf<N>>(answer),
        next: answer.headers.get(nextCursorHeader),
      }
    },
    getNextPageParam: page => page.next,
    ...fresh,
  })
