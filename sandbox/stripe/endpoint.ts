import { type Form, textOf } from './form.ts'
import type { PaymentHooks } from './payments.ts'
import type { StripeState } from './state.ts'
import type { Kind, Kinds } from './types.ts'

export interface ApiRequest {
  method: string
  /** without the query */
  path: string
  query: Form
  /** as it was sent */
  body: string
  idempotencyKey: string | undefined
}
export interface ApiDeps {
  state: StripeState
  hooks: PaymentHooks
  publicUrl: string
}

/** Makes the answer's object. @param id what the path's brackets caught, '' without any */
export type Handler = (deps: ApiDeps, id: string, form: Form, request: ApiRequest) => unknown
export type Endpoint = [method: string, path: RegExp, handler: Handler]

/** A page of a list, newest first (https://docs.stripe.com/api/pagination). */
export function list<K extends Kind>(
  state: StripeState,
  kind: K,
  url: string,
  form: Form,
  keep: (o: Kinds[K]) => boolean,
) {
  const limit = Math.min(100, Number(textOf(form.limit) ?? 10))
  // Of the same second, the one made last comes first.
  const all = state.all(kind, keep).reverse()
  const after = textOf(form.starting_after)
  const from = after ? all.findIndex(o => o.id === after) + 1 : 0
  return { object: 'list', url, has_more: all.length > from + limit, data: all.slice(from, from + limit) }
}

/** Whether a filter that may be left out lets a value through. */
export const isOf = (form: Form, name: string, value: unknown): boolean => {
  const wanted = textOf(form[name])
  return wanted === undefined || wanted === value
}

export const retrieve =
  (kind: Kind): Handler =>
  ({ state }, id) =>
    state.get(kind, id)
