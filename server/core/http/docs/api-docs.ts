import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { brand } from '#contract/brand.ts'
import { type Endpoint, endpoints } from '#contract/endpoints/index.ts'
import { exampleOf, type Schema } from './api-examples.ts'
import { shareErrors } from './share-errors.ts'

interface Content {
  schema?: Schema
  example?: unknown
}
interface Answer {
  description: string
  content?: Record<string, Content>
}
interface Operation {
  operationId?: string
  parameters?: { name: string; schema?: Schema; example?: unknown }[]
  requestBody?: { content?: Record<string, Content> }
  responses?: Record<string, Answer>
}

const withExamples = (content: Record<string, Content>): void => {
  for (const part of Object.values(content)) if (part.schema) part.example = exampleOf(part.schema)
}

/** Describes an answer: JSON with an example, a file, a page or a redirect. */
function explain(answers: Record<string, Answer>, { produces }: Endpoint): void {
  for (const [status, answer] of Object.entries(answers)) {
    const { schema } = answer.content?.['application/json'] ?? {}
    const described = answer.description !== 'Default Response'
    if (!described) answer.description = STATUS_CODES[Number(status)] ?? 'Answer'
    if (status.startsWith('3')) delete answer.content
    else if (schema?.type === 'string') answer.content = { 'text/html': { schema } }
    else if (answer.content) withExamples(answer.content)
  }
  if (produces)
    answers[200] = {
      description: 'OK',
      content: { [produces]: { schema: { type: 'string', format: 'binary' } } },
    }
}

/** Adds what schemas can't express to every operation of the contract. */
function complete(document: { paths?: object }): void {
  const known: Record<string, Endpoint> = endpoints
  for (const methods of Object.values(document.paths ?? {}) as Record<string, Operation>[])
    for (const operation of Object.values(methods)) {
      // The plugin adds a suffix to the ids of HEAD routes, as if a GET with the same name existed.
      if (operation.operationId) operation.operationId = operation.operationId.replace(/-head$/, '')
      const endpoint = known[operation.operationId ?? '']
      if (!endpoint) continue
      for (const part of operation.parameters ?? [])
        if (part.schema) part.example = exampleOf(part.schema, part.name)
      if (operation.requestBody?.content) withExamples(operation.requestBody.content)
      operation.responses ??= {}
      explain(operation.responses, endpoint)
    }
}

/**
 * OpenAPI from the contract's endpoints: /api/openapi.json, and a page for reading it; both are disabled when
 * `open` is false. Register before the routes.
 */
export async function apiDocs(app: FastifyInstance, { open }: { open: boolean }): Promise<void> {
  await app.register(swagger, {
    openapi: { info: { title: `${brand} API`, version: '1' } },
    exposeHeadRoutes: false,
    transform: jsonSchemaTransform,
    transformObject: made => {
      if (!('openapiObject' in made)) return made.swaggerObject
      complete(made.openapiObject)
      shareErrors(made.openapiObject)
      return made.openapiObject
    },
  })
  if (!open) return
  app.get('/api/openapi.json', { config: { permission: 'public' }, schema: { hide: true } }, () =>
    app.swagger(),
  )
  await app.register(scalar, {
    routePrefix: '/api/docs',
    configuration: { url: '/api/openapi.json', title: `${brand} API` },
  })
}
