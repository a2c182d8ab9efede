import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A value of a discovery document: https://developers.google.com/discovery/v1/type-format */
interface Shape {
  $ref?: string
  type?: string
  format?: string
  enum?: string[]
  items?: Shape
  properties?: Record<string, Shape>
  additionalProperties?: Shape
  required?: boolean
  repeated?: boolean
}

interface Method {
  parameters?: Record<string, Shape>
  request?: string
  response?: string
}

interface Document {
  parameters: Record<string, Shape>
  methods: Record<string, Method>
  schemas: Record<string, Shape>
}
const read = (file: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8')) as Document
const document = read('discovery.json')
const analytics = read('analytics.json')

const text: Shape = { type: 'string' }
const count: Shape = { type: 'string', format: 'uint64' }
const object = (properties: Record<string, Shape>): Shape => ({ type: 'object', properties })
const list = (items: Shape): Shape => ({ type: 'array', items })

/** Methods in the reference that this revision of the discovery document lacks, read in November 2026. */
const newerMethods = {
  // https://developers.google.com/youtube/v3/docs/videos/batchGetStats
  'videos.batchGetStats': {
    httpMethod: 'GET',
    path: 'youtube/v3/videos:batchGetStats',
    parameters: {
      id: { type: 'string', required: true, repeated: true },
      part: { type: 'string', required: true, repeated: true },
      onBehalfOfContentOwner: text,
    },
    response: 'BatchGetStatsResponse',
  },
}

const newerSchemas: Record<string, Shape> = {
  BatchGetStatsResponse: object({
    kind: text,
    etag: text,
    items: list({ $ref: 'VideoStat' }),
    summary: object({
      requestedVideoCount: count,
      succeededVideoCount: count,
      failedVideoCount: count,
      failedVideoIds: list(text),
    }),
  }),
  VideoStat: object({
    kind: text,
    etag: text,
    id: text,
    snippet: object({ publishTime: text }),
    statistics: object({ viewCount: count, likeCount: count, commentCount: count }),
    contentDetails: object({ duration: text, durationMillis: count }),
  }),
}

/** Fields by schema. https://developers.google.com/youtube/v3/revision_history, October 30, 2024 */
const newerFields: Record<string, Record<string, Shape>> = {
  VideoStatus: { containsSyntheticMedia: { type: 'boolean' } },
}

const methods: Record<string, Method> = { ...document.methods, ...analytics.methods, ...newerMethods }
const schemas: Record<string, Shape> = { ...document.schemas, ...analytics.schemas, ...newerSchemas }
for (const [name, fields] of Object.entries(newerFields))
  schemas[name] = { ...schemas[name], properties: { ...schemas[name]?.properties, ...fields } }

/** @throws Error for a method that isn't published */
function methodOf(id: string): Method {
  const method = methods[id]
  if (!method) throw new Error(`${id} is not among the published methods`)
  return method
}

const isWhole = (text: string): boolean => /^-?\d+$/.test(text)

function parameterProblem(name: string, shape: Shape | undefined, value: unknown): string | null {
  if (!shape) return `${name}: no such parameter`
  const given = Array.isArray(value) ? value : [value]
  if (given.length > 1 && !shape.repeated) return `${name}: given more than once`
  for (const one of given.map(String)) {
    if (shape.enum && !shape.enum.includes(one)) return `${name}: no such value '${one}'`
    if (shape.type === 'boolean' && !/^(true|false)$/.test(one)) return `${name}: not a boolean`
    if (shape.type === 'integer' && !isWhole(one)) return `${name}: not an integer`
  }
  return null
}

function textProblem(shape: Shape, value: string, at: string): string | null {
  if (shape.enum && !shape.enum.includes(value)) return `${at}: no such value '${value}'`
  if (/int64$/.test(shape.format ?? '') && !isWhole(value)) return `${at}: not a whole number as text`
  return null
}

/** Where a value differs from the schema, one line each. */
function problemsAt(shape: Shape, value: unknown, at: string): string[] {
  if (shape.$ref) return problemsAt(schemas[shape.$ref] ?? {}, value, at)
  const wrong = [`${at}: ${value === null ? 'null' : typeof value} is the wrong type`]
  switch (shape.type) {
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((one, i) => problemsAt(shape.items ?? {}, one, `${at}[${i}]`))
        : wrong
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong
      return Object.entries(value).flatMap(([name, one]) => {
        const inner = shape.properties?.[name] ?? shape.additionalProperties
        if (one === undefined) return []
        return inner ? problemsAt(inner, one, `${at}.${name}`) : [`${at}.${name}: no such field`]
      })
    }
    case 'string':
      if (typeof value !== 'string') return wrong
      return [textProblem(shape, value, at)].filter(problem => problem !== null)
    case 'integer':
      return Number.isInteger(value) ? [] : wrong
    case 'number':
    case 'boolean':
      return typeof value === shape.type ? [] : wrong
    default:
      return []
  }
}

/**
 * Where a request differs from Google's document, one line each: unknown, missing and malformed parameters,
 * and body fields.
 * @param id the method's name without the API's, such as 'videos.insert'
 */
export function requestProblems(id: string, query: Record<string, unknown>, body: unknown): string[] {
  const method = methodOf(id)
  const known = { ...document.parameters, ...method.parameters }
  const missing = Object.entries(known).flatMap(([name, shape]) =>
    shape.required && !query[name] ? [`${name}: missing`] : [],
  )
  const wrong = Object.entries(query).flatMap(
    ([name, value]) => parameterProblem(name, known[name], value) ?? [],
  )
  const content = method.request && body ? problemsAt({ $ref: method.request }, body, 'body') : []
  return [...missing, ...wrong, ...content]
}

/** Where an answer differs from Google's document, one line each. */
export function answerProblems(id: string, body: unknown): string[] {
  const { response } = methodOf(id)
  return response ? problemsAt({ $ref: response }, body, response) : [`${id} has no answer`]
}
