import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, endpoints } from '#contract/endpoints/index.ts'
import { startTestServer } from '#test/harness/server.ts'

interface Operation {
  operationId?: string
  parameters?: { in: string; name: string; example?: unknown }[]
  requestBody?: { content?: Record<string, { example?: unknown }> }
  responses: Record<string, Answer & { $ref?: string }>
}
interface Answer {
  content?: Record<string, { schema?: { $ref?: string }; example?: unknown }>
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; responses: Record<string, Answer> }
}

/** The document that a server answers with, and its operations. */
async function readDocument() {
  const server = await startTestServer({ ROLE: 'web' })
  const text = (await server.app.inject('/api/openapi.json')).body
  const { paths, components }: OpenApi = JSON.parse(text)
  return { text, components, operations: Object.values(paths).flatMap(methods => Object.values(methods)) }
}

const declared: Record<string, Endpoint> = endpoints
const json = 'application/json'

test('every call of the contract is in the OpenAPI document', async () => {
  const { operations } = await readDocument()
  const shown = new Set(operations.map(operation => operation.operationId))
  const missing = Object.keys(declared).filter(name => !declared[name]?.hidden && !shown.has(name))
  expect(missing).toEqual([])
})

test('errors are shared, and every reference leads to a component', async () => {
  const { text, components, operations } = await readDocument()
  const names = (kind: string) => [
    ...new Set([...text.matchAll(new RegExp(`"#/components/${kind}/(\\w+)"`, 'g'))].map(m => m[1] ?? '')),
  ]
  expect(names('responses').sort()).toEqual(Object.keys(components.responses).sort())
  expect(names('schemas').filter(name => !components.schemas[name])).toEqual([])
  const answers = operations.flatMap(operation => Object.entries(operation.responses))
  const own = answers.filter(([status, answer]) => Number(status) >= 400 && answer.content?.[json])
  expect(own.filter(([, answer]) => !answer.content?.[json]?.schema?.$ref)).toEqual([])
})

test('every example matches its schema', async () => {
  const { components, operations } = await readDocument()
  /** An operation's answer, also when it is shared. */
  const answerOf = ({ responses }: Operation, status: string): Answer | undefined => {
    const answer = responses[status]
    return answer?.$ref ? components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer
  }
  const wrong: string[] = []
  const judge = (what: string, schema: z.ZodType | undefined, example: unknown) => {
    const result = schema?.safeParse(example)
    if (result && !result.success)
      wrong.push(`${what}: ${result.error.issues[0]?.path.join('.')} ${result.error.issues[0]?.message}`)
  }
  for (const operation of operations) {
    const { operationId = '', parameters = [], requestBody } = operation
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
      const part = answerOf(operation, status)?.content?.[json]
      if (part) judge(`${operationId} ${status}`, schema, part.example)
    }
  }
  expect(wrong).toEqual([])
})
