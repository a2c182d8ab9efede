import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, endpoints } from '#contract/endpoints/index.ts'

interface Operation {
  operationId?: string
  parameters?: { in: string; name: string; example?: unknown }[]
  requestBody?: { content?: Record<string, { example?: unknown }> }
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}
const file = path.resolve(import.meta.dirname, '../../docs/openapi.json')
const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.values(paths).flatMap(methods => Object.values(methods))
const declared: Record<string, Endpoint> = endpoints
const json = 'application/json'

test('every call of the contract is in the OpenAPI document', () => {
  const shown = new Set(operations.map(operation => operation.operationId))
  const missing = Object.keys(declared).filter(name => !declared[name]?.hidden && !shown.has(name))
  expect(missing).toEqual([])
})

test('every example matches its schema', () => {
  const wrong: string[] = []
  const judge = (what: string, schema: z.ZodType | undefined, example: unknown) => {
    const result = schema?.safeParse(example)
    if (result && !result.success)
      wrong.push(`${what}: ${result.error.issues[0]?.path.join('.')} ${result.error.issues[0]?.message}`)
  }
  for (const { operationId = '', parameters = [], requestBody, responses } of operations) {
    const endpoint = declared[operationId]
    if (!endpoint) continue
    const given = (place: string) =>
      Object.fromEntries(parameters.filter(p => p.in === place).map(p => [p.name, p.example]))
    if (endpoint.params) judge(`${operationId} address`, endpoint.params, given('path'))
    if (endpoint.query) judge(`${operationId} query`, endpoint.query, given('query'))
    if (endpoint.body) judge(`${operationId} body`, endpoint.body, requestBody?.content?.[json]?.example)
    const answers: Record<string, z.ZodType> =
      endpoint.answers ?? (endpoint.answer ? { 200: endpoint.answer } : {})
    for (const [status, schema] of Object.entries(answers)) {
      const part = responses[status]?.content?.[json]
      if (part) judge(`${operationId} ${status}`, schema, part.example)
    }
  }
  expect(wrong).toEqual([])
})
