import type { AnswerOf, BodyInput, QueryInput } from '#contract/endpoints/index.ts'
import { addressOf, type ParamName, routeOf } from '#contract/paths.ts'
import type { RouteName } from '#contract/routes.ts'
import { readJson, send, sendRaw } from './api.ts'

/** Leaves out empty filters, and the null that JSON makes of nothing. */
export function queryOf(filter: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
}

type Params<N extends RouteName> = [ParamName<N>] extends [never]
  ? { params?: never }
  : { params: Record<ParamName<N>, string | number> }
type Body<N extends RouteName> =
  undefined extends BodyInput<N> ? { body?: BodyInput<N> } : { body: BodyInput<N> }
type Query<N extends RouteName> = [QueryInput<N>] extends [undefined]
  ? { query?: never }
  : { query?: QueryInput<N> }

/** A call's input: path parameters, query and body, as in the contract. */
export type Given<N extends RouteName> = Params<N> &
  Body<N> &
  Query<N> & {
    signal?: AbortSignal | undefined
    headers?: Record<string, string> | undefined
  }
/** Optional for calls without input. */
export type Rest<N extends RouteName> =
  Record<string, never> extends Given<N> ? [given?: Given<N>] : [given: Given<N>]

/** The address of a call with its query. */
export const addressFor = <N extends RouteName>(name: N, given: Partial<Given<N>> = {}): string => {
  const query = given.query ? queryOf(given.query) : ''
  const path = addressOf(name, given.params)
  return query ? `${path}?${query}` : path
}

/**
 * One call by its name in the contract. Returns the raw answer, whatever its status; rejects only if there was none.
 */
export const sendTo = <N extends RouteName>(name: N, ...[given]: Rest<N>): Promise<Response> =>
  send(routeOf(name).method, addressFor(name, given), given?.body, given?.signal, given?.headers)

/** One call by its name in the contract; returns its JSON. @throws ApiError, TypeError on a network failure */
export const call = async <N extends RouteName>(name: N, ...rest: Rest<N>): Promise<AnswerOf<N>> =>
  readJson<AnswerOf<N>>(await sendTo(name, ...rest))

/** Key and function of a query that reads through a call; the input tells cached answers apart. */
export const reading = <N extends RouteName>(name: N, ...[given]: Rest<N>) => ({
  queryKey: [addressOf(name, given?.params), ...(given?.query ? [given.query] : [])] as readonly unknown[],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AnswerOf<N>> =>
    readJson<AnswerOf<N>>(await send('GET', addressFor(name, given), undefined, signal)),
})

/** Sends raw bytes to a call that takes them instead of JSON. @throws ApiError, TypeError */
export const sendBytes = async <N extends RouteName>(
  name: N,
  given: Params<N> & Query<N>,
  bytes: Blob,
): Promise<AnswerOf<N>> =>
  readJson<AnswerOf<N>>(await sendRaw(addressFor<N>(name, given as Partial<Given<N>>), bytes))

/** Says which version a change is based on, so that two people can't overwrite each other. */
export const ifMatch = (version: number): Record<string, string> => ({ 'if-match': `"${version}"` })
