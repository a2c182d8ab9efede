import fc from 'fast-check'

/** The parts of an OpenAPI 3 document that requests are generated from. */
interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  minimum?: number
  maximum?: number
}
interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
export interface OpenApi {
  paths?: Record<string, Record<string, Operation>>
}

export interface WildRequest {
  method: string
  url: string
  route: string
  headers: Record<string, string>
  payload?: string
}

/**
 * Texts that have broken servers before: injections of SQL, headers, paths, formulas and HTML, and broken
 * Unicode.
 */
const nasty = fc.constantFrom(
  "' or 1=1--",
  '"; drop table users; --',
  'a\r\nset-cookie: x=1',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  '<script>alert(1)</script>',
  '=cmd|calc',
  '%',
  '%00',
  '\\',
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  'NaN',
  '0x10',
  '',
  ' ',
  'x'.repeat(5000),
)
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 }), nasty)
const formats: Record<string, fc.Arbitrary<unknown>> = {
  uuid: fc.uuid(),
  email: fc.emailAddress(),
  'date-time': fc.date({ noInvalidDate: true }).map(d => d.toISOString()),
  uri: fc.webUrl(),
}
const anything = fc.jsonValue({ maxDepth: 3 })

/** Mostly values that fit the schema, sometimes anything at all. */
function mostly(schema: Schema | undefined, depth = 0): fc.Arbitrary<unknown> {
  const told = toldBy(schema, depth)
  return fc.oneof(
    { weight: 5, arbitrary: told },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: anything },
  )
}

function toldBy(schema: Schema | undefined, depth: number): fc.Arbitrary<unknown> {
  if (!schema || depth > 5) return anything
  const options = schema.anyOf ?? schema.oneOf
  if (options?.length) return fc.oneof(...options.map(o => mostly(o, depth + 1)))
  if (schema.enum?.length) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([k, s]) => [k, mostly(s, depth + 1)] as const,
      )
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
    }
    case 'array':
      return fc.array(mostly(schema.items, depth + 1), { maxLength: 5 })
    case 'integer':
      return fc.oneof(
        fc.integer({
          min: schema.minimum ?? -10,
          max: Math.max(schema.minimum ?? -10, Math.min(schema.maximum ?? 1000, 1e6)),
        }),
        fc.maxSafeInteger(),
      )
    case 'number':
      return fc.double()
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return (schema.format && formats[schema.format]) || text
  }
}

const encode = (value: unknown): string => {
  const plain = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(plain.toWellFormed())
}

/** Requests to every operation of the document; `skip` leaves out those that would end the session in use. */
export function requestsTo(document: OpenApi, skip: (route: string) => boolean): fc.Arbitrary<WildRequest> {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return fc
    .constantFrom(...operations.filter(o => !skip(`${o.method} ${o.path}`)))
    .chain(({ path, method, operation }) => {
      const parameters = operation.parameters ?? []
      const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
      return fc
        .record({
          values: fc.record(Object.fromEntries(parameters.map(p => [p.name, mostly(p.schema)]))),
          given: fc.constantFrom('all', 'all', 'none'),
          body: mostly(body?.schema),
          raw: fc.constantFrom(false, false, false, true),
          junk: text,
          address: fc.ipV4(),
        })
        .map(({ values, given, body: value, raw, junk, address }): WildRequest => {
          const inPath = (name: string) => encode(values[name] ?? junk) || '%20'
          const query = parameters
            .filter(p => p.in === 'query' && given === 'all')
            .map(p => `${p.name}=${encode(values[p.name])}`)
            .join('&')
          const url = path.replace(/\{([^}]+)\}/g, (_, name: string) => inPath(name))
          const hasBody = method !== 'GET' && method !== 'HEAD' && (!!type || raw)
          return {
            method,
            route: `${method} ${path}`,
            url: query ? `${url}?${query}` : url,
            headers: {
              'x-forwarded-for': address,
              ...(hasBody ? { 'content-type': raw ? 'application/json' : (type ?? 'application/json') } : {}),
            },
            ...(hasBody ? { payload: raw ? junk : (JSON.stringify(value) ?? '') } : {}),
          }
        })
    })
}
