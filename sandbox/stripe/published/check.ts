import { readFileSync } from 'node:fs'
import path from 'node:path'
import { publishedObjects } from './wanted.ts'

type Shape = (string | { of: Shape } | { list: Shape })[]
type Names = { [name: string]: Names } | '*' | true
type Json = Record<string, unknown>

const read = (name: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, name), 'utf8'))
const { parameters, objects } = read('shapes.json') as {
  parameters: Record<string, Names>
  objects: Record<string, Record<string, Shape>>
}
const fixtures = read('fixtures.json') as Record<string, Json>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
/** The name of a type in shapes.json: 'Invoices#Invoice' is Invoice; types of API v2 get the prefix V2. */
const typeOf = (object: string): string | undefined => {
  const place = publishedObjects[object]
  return place && `${place.startsWith('V2/') ? 'V2.' : ''}${place.split('#')[1]}`
}

function mismatch(value: unknown, shape: Shape, at: string): string[] {
  const kind = kindOf(value)
  if (shape.includes('any') || shape.includes(kind)) return []
  const values = shape.filter(one => typeof one === 'string' && one.startsWith('='))
  if (kind === 'string' && (values.length || shape.includes('open')))
    return values.includes(`=${value}`) || !values.length
      ? []
      : [`${at}: '${value}' is not one of its values`]
  if (isObject(value) && shape.includes('elsewhere') && !typeOf(String(value.object))) return []
  const nested = shape.filter(one => typeof one === 'object')
  if (Array.isArray(value)) {
    const list = nested.find(one => 'of' in one)
    return list ? value.flatMap((one, i) => mismatch(one, list.of, `${at}[${i}]`)) : [`${at}: no list`]
  }
  if (!isObject(value)) return [`${at}: ${kind} is the wrong type`]
  if (shape.includes('map'))
    return Object.values(value).every(one => typeof one === 'string')
      ? []
      : [`${at}: not every value is a text`]
  const list = nested.find(one => 'list' in one)
  if (list && value.object === 'list') return listProblems(value, list.list, at)
  const types = shape
    .filter(one => typeof one === 'string' && one.startsWith('@'))
    .map(one => String(one).slice(1))
  const wanted = types.find(type => type === typeOf(String(value.object))) ?? types[0]
  return wanted === undefined ? [`${at}: ${kind} is the wrong type`] : fieldProblems(value, wanted, at)
}

const listProblems = (value: Json, shape: Shape, at: string): string[] => [
  ...['data', 'has_more', 'url'].filter(name => !(name in value)).map(name => `${at}.${name}: missing`),
  ...(value.data as unknown[]).flatMap((one, i) => mismatch(one, shape, `${at}.data[${i}]`)),
]

/** Fields that only some events have. */
const more: Record<string, string[]> = { 'V2.EventBase': ['related_object', 'data'] }

function fieldProblems(value: Json, type: string, at: string): string[] {
  const fields = objects[type] ?? {}
  // A type without fields stands for any object, like what an event's object was before.
  const isOpen = type in objects && Object.keys(fields).length === 0
  const unknown = Object.keys(value).filter(
    name => !isOpen && !(name in fields || `${name}?` in fields || more[type]?.includes(name)),
  )
  const missing = Object.keys(fields).filter(name => !name.endsWith('?') && !(name in value))
  return [
    ...unknown.map(name => `${at}.${name}: ${type} has no such field`),
    ...missing.map(name => `${at}.${name}: missing`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const shape = fields[name] ?? fields[`${name}?`]
      return shape ? mismatch(inner, shape, `${at}.${name}`) : []
    }),
    ...fixtureProblems(value, at),
  ]
}

/** Where Stripe's example has a value, ours must have the same type; an object may replace its id. */
function fixtureProblems(value: Json, at: string): string[] {
  const example = isObject(value) ? fixtures[String(value.object)] : undefined
  return Object.entries(example ?? {}).flatMap(([name, theirs]) => {
    const ours = value[name]
    if (ours === undefined || ours === null || theirs === null || kindOf(ours) === kindOf(theirs)) return []
    const expandable = [kindOf(ours), kindOf(theirs)].sort().join() === 'object,string'
    return expandable ? [] : [`${at}.${name}: ${kindOf(ours)}, Stripe's example holds ${kindOf(theirs)}`]
  })
}

/**
 * How an answer or event differs from what Stripe publishes: the types of the pinned package and the examples
 * in its OpenAPI document. Empty when it matches.
 */
export function problemsOf(value: unknown): string[] {
  if (!isObject(value)) return ['the answer is no object']
  if (isObject(value.error)) return []
  // Lists in API v2 have no object name (https://docs.stripe.com/api-v2-overview#list-pagination).
  if (value.object === 'list' || (value.object === undefined && 'next_page_url' in value))
    return (value.data as Json[]).flatMap((one, i) => problemsOf(one).map(problem => `data[${i}] ${problem}`))
  const object = String(value.object)
  const type = typeOf(object)
  if (!type) return [`${object}: not among the published objects`]
  const inner = isObject(value.data) && isObject(value.data.object) ? problemsOf(value.data.object) : []
  return [...fieldProblems(value, type, object), ...inner]
}

const wild = (path: string): string =>
  path.replace(/\/(\w+_[\w]+|price_\w+)(?=\/|$)/g, (whole, id: string) =>
    /^(test_clocks|test_helpers|payment_methods|payment_intents|setup_intents|balance_transactions|invoice_payments|create_preview|early_fraud_warnings|account_links|balance_settings|billing_portal|event_destinations)$/.test(
      id,
    )
      ? whole
      : '/:id',
  )

/** The first parameter that an endpoint of Stripe doesn't know, such as 'items[0][prices]'; null: none. */
export function unknownParameter(method: string, path: string, form: Json): string | null {
  const names = parameters[`${method} ${wild(path)}`]
  if (!names) throw new Error(`The parameters of ${method} ${wild(path)} are not in shapes.json`)
  return unknownIn(form, names, '')
}

function unknownIn(value: unknown, names: Names, at: string): string | null {
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) {
      const found = unknownIn(one, names, `${at}[${i}]`)
      if (found) return found
    }
    return null
  }
  if (!isObject(value) || names === '*' || names === true) return null
  for (const [name, inner] of Object.entries(value)) {
    const here = at ? `${at}[${name}]` : name
    const known = names[name]
    const found = known === undefined ? here : unknownIn(inner, known, here)
    if (found) return found
  }
  return null
}
