import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryFunction,
  type QueryKey,
} from '@tanstack/react-query'
import { handleUnauthorized } from '../session/unauthorized.ts'
import { perVisit } from '../visit.ts'
import { isUnauthorized, readJson, send } from './api.ts'
import { isDrawn } from './fresh.ts'

/**
 * The default read: GET on the path formed by joining the key's parts with slashes.
 * @param on401 'returnNull' for reads that signed-out visitors may make too
 */
export const read =
  <T>(options: { on401: 'throw' | 'returnNull' } = { on401: 'throw' }): QueryFunction<T, QueryKey> =>
  async ({ queryKey, signal }) => {
    const response = await send('GET', queryKey.join('/'), undefined, signal)
    if (response.status === 401 && options.on401 === 'returnNull') return null as T
    return readJson<T>(response)
  }

const onError = (error: unknown) => {
  if (isUnauthorized(error)) handleUnauthorized()
}

/** Answers never go stale, aren't refetched on focus and aren't retried: the contract's rules. */
export const queryClient = perVisit(
  ({ drawing }) =>
    new QueryClient({
      // A page that the server draws contains a refusal as it is; the browser reacts to it.
      ...(drawing
        ? {}
        : { queryCache: new QueryCache({ onError }), mutationCache: new MutationCache({ onError }) }),
      defaultOptions: {
        queries: {
          queryFn: read(),
          staleTime: Number.POSITIVE_INFINITY,
          refetchOnWindowFocus: false,
          refetchInterval: false,
          retry: false,
          retryOnMount: query => !drawing && !isDrawn(query),
        },
        mutations: { retry: false },
      },
    }),
)
