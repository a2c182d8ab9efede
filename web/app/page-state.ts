import { hashKey, type QueryClient } from '@tanstack/react-query'
import { type PageState, pageStateId } from '#contract/drawn-page.ts'
import { ApiError } from '../lib/calls/api.ts'
import { drawnQueries } from '../lib/calls/fresh.ts'

/** What a page needs of these queries to be drawn the same again. Other failures than refusals are asked again. */
export function stateOf(queries: QueryClient, how: Pick<PageState, 'locale' | 'zone' | 'units'>): PageState {
  const state: PageState = { ...how, answers: [], refusals: [] }
  for (const { queryKey, state: found } of queries.getQueryCache().getAll()) {
    if (found.status === 'success') state.answers.push([queryKey, found.data])
    else if (found.error instanceof ApiError) {
      const { status, code, sentence, field } = found.error
      state.refusals.push([queryKey, status, JSON.stringify({ code, message: sentence, field })])
    }
  }
  return state
}

/** The state of the page that the server has drawn; null if it hasn't. */
export function findPageState(): PageState | null {
  const text = document.getElementById(pageStateId)?.textContent
  return text ? (JSON.parse(text) as PageState) : null
}

/** Milliseconds for which the answers that came with the page count as fresh. */
const drawnForMs = 10_000

/** Puts the answers of a drawn page where the app looks for them. */
export function takeOver({ answers, refusals }: PageState, queries: QueryClient): void {
  const drawn = drawnQueries()
  for (const [key, data] of answers) {
    queries.setQueryData(key, data)
    drawn.add(hashKey(key))
  }
  for (const [queryKey, status, body] of refusals) {
    const query = queries.getQueryCache().build(queries, { queryKey: [...queryKey] })
    query.setState({ status: 'error', error: new ApiError(status, body, '') })
    drawn.add(hashKey(queryKey))
  }
  setTimeout(() => drawn.clear(), drawnForMs)
}
