import { StripeRefusal } from './errors.ts'
import { type Form, formOf, textOf } from './form.ts'
import type { PaymentHooks } from './payments.ts'
import type { StripeState } from './state.ts'
import type { Kind, Kinds } from './types.ts'

export interface ApiRequest {
  method: string
  /** without the query */
  path: string
  query: Form
  /** as sent */
  body: string
  contentType?: string | undefined
  idempotencyKey: string | undefined
  /** the connected account the request is for; undefined: the platform itself */
  account?: string | undefined
}
export interface ApiDeps {
  state: StripeState
  hooks: PaymentHooks
  publicUrl: string
}

/** Builds the response object. @param id the part of the path captured by the pattern's parentheses, or '' */
export type Handler = (deps: ApiDeps, id: string, form: Form, request: ApiRequest) => unknown
export type Endpoint = [method: string, path: RegExp, handler: Handler]

/**
 * A page of a list (https://docs.stripe.com/api/pagination).
 * @param all newest first
 * @throws StripeRefusal for a limit out of range and for an unknown starting_after or ending_before object
 */
export function pageOf<T extends { id: string }>(all: readonly T[], url: string, form: Form) {
  const limit = Number(textOf(form.limit) ?? 10)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new StripeRefusal(400, 'invalid_request_error', 'This value must be between 1 and 100.', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  const [after, before] = [textOf(form.starting_after), textOf(form.ending_before)]
  const at = (id: string, param: string) => {
    const found = all.findIndex(o => o.id === id)
    if (found < 0)
      throw new StripeRefusal(400, 'invalid_request_error', `No such object: '${id}'`, {
        code: 'resource_missing',
        param,
      })
    return found
  }
  if (before !== undefined) {
    const end = at(before, 'ending_before')
    const from = Math.max(0, end - limit)
    return { object: 'list', url, has_more: from > 0, data: all.slice(from, end) }
  }
  const from = after === undefined ? 0 : at(after, 'starting_after') + 1
  return { object: 'list', url, has_more: all.length > from + limit, data: all.slice(from, from + limit) }
}

/** A page of the objects of a kind that match the filter. */
export function list<K extends Kind>(
  state: StripeState,
  kind: K,
  url: string,
  form: Form,
  keep: (o: Kinds[K]) => boolean,
) {
  // Within the same second, the last one made comes first.
  const all = state.look(kind, keep).reverse()
  const page = pageOf(
    all.sort((a, b) => Number(b.created) - Number(a.created)),
    url,
    form,
  )
  // Copies only the page: a list may have a hundred thousand objects.
  return { ...page, data: structuredClone(page.data) }
}

/**
 * Whether a time matches a filter such as created[gte] or created
 * (https://docs.stripe.com/api/balance_transactions/list).
 */
export function isWithin(form: Form, name: string, seconds: number): boolean {
  const exact = textOf(form[name])
  if (exact !== undefined) return Number(exact) === seconds
  const bounds: Record<string, (bound: number) => boolean> = {
    gt: bound => seconds > bound,
    gte: bound => seconds >= bound,
    lt: bound => seconds < bound,
    lte: bound => seconds <= bound,
  }
  return Object.entries(formOf(form[name])).every(([bound, value]) => bounds[bound]?.(Number(textOf(value))))
}

/** Whether a value matches an optional filter. */
export const isOf = (form: Form, name: string, value: unknown): boolean => {
  const wanted = textOf(form[name])
  return wanted === undefined || wanted === value
}

export const retrieve =
  (kind: Kind): Handler =>
  ({ state }, id) =>
    state.get(kind, id)
