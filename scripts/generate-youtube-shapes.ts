/**
 * Writes sandbox/youtube/published/discovery.json: the methods used here and their schemas, from Google's
 * discovery document for the YouTube Data API v3.
 *   node scripts/generate-youtube-shapes.ts youtube-v3.json
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A value's description in a discovery document (https://developers.google.com/discovery/v1/type-format). */
interface Value {
  $ref?: string
  type?: string
  format?: string
  enum?: string[]
  items?: Value
  properties?: Record<string, Value>
  additionalProperties?: Value
  required?: boolean
  repeated?: boolean
}
interface Method {
  httpMethod: string
  path: string
  parameters?: Record<string, Value>
  request?: { $ref: string }
  response?: { $ref: string }
  scopes?: string[]
  methods?: Record<string, Method>
}
interface Discovery {
  revision: string
  parameters: Record<string, Value>
  schemas: Record<string, Value>
  resources: Record<string, { methods: Record<string, Method> }>
}

const wanted: Record<string, string[]> = {
  videos: ['insert', 'list', 'update', 'delete'],
  channels: ['list'],
  playlists: ['list'],
  playlistItems: ['list', 'insert'],
  thumbnails: ['set'],
  captions: ['list', 'insert', 'update'],
}

/** Without descriptions and defaults, leaving only what can be checked. */
function trimmed(value: Value): Value {
  const {
    $ref,
    type,
    format,
    enum: names,
    items,
    properties,
    additionalProperties,
    required,
    repeated,
  } = value
  return JSON.parse(
    JSON.stringify({
      $ref,
      type,
      format,
      enum: names,
      required,
      repeated,
      items: items && trimmed(items),
      properties: properties && mapped(properties),
      additionalProperties: additionalProperties && trimmed(additionalProperties),
    }),
  )
}
const mapped = (values: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, trimmed(value)]))

/** Names of the schemas that these values refer to, directly and indirectly. */
function reached(schemas: Record<string, Value>, names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const schema = schemas[name]
    if (!schema || found.has(name)) continue
    found.add(name)
    const inner = [...JSON.stringify(schema).matchAll(/"\$ref":"(\w+)"/g)].map(match => match[1] ?? '')
    reached(schemas, inner, found)
  }
  return found
}

const [file] = process.argv.slice(2)
if (!file)
  throw new Error('Give the discovery document: node scripts/generate-youtube-shapes.ts youtube-v3.json')
const document = JSON.parse(readFileSync(file, 'utf8')) as Discovery
const methods: Record<string, unknown> = {}
const roots: string[] = []
for (const [resource, names] of Object.entries(wanted))
  for (const name of names) {
    const method = document.resources[resource]?.methods[name]
    if (!method) throw new Error(`${resource}.${name} is not in the document`)
    const { httpMethod, path: address, parameters = {}, request, response, scopes } = method
    roots.push(...[request?.$ref, response?.$ref].filter(ref => ref !== undefined))
    methods[`${resource}.${name}`] = {
      httpMethod,
      path: address,
      parameters: mapped(parameters),
      request: request?.$ref,
      response: response?.$ref,
      scopes,
    }
  }
const schemas = Object.fromEntries(
  [...reached(document.schemas, roots)].sort().map(name => [name, trimmed(document.schemas[name] ?? {})]),
)
const target = path.join(import.meta.dirname, '../sandbox/youtube/published/discovery.json')
const { revision, parameters } = document
writeFileSync(
  target,
  `${JSON.stringify({ revision, parameters: mapped(parameters), methods, schemas }, null, 1)}\n`,
)
console.log(`${target}: revision ${revision}, ${Object.keys(methods).length} methods`)
