import { perVisit } from '../visit.ts'

/** Hashes of the queries whose answers came with the page that is shown. */
export const drawnQueries = perVisit(() => new Set<string>())

export const isDrawn = ({ queryHash }: { queryHash: string }): boolean => drawnQueries().has(queryHash)

/** For what others change: asked for whenever it is shown, unless the answer came with the page. */
export const fresh = {
  refetchOnMount: (query: { queryHash: string }) => (isDrawn(query) ? false : ('always' as const)),
}
