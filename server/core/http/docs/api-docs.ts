import { STATUS_CODES } from 'node:http'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { tokenPrefix } from '#contract/api-constants.ts'
import { brand } from '#contract/brand.ts'
import { type Endpoint, endpoints } from '#contract/endpoints/index.ts'
import { allows } from '#contract/permissions.ts'
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
  description?: string
  security?: Record<string, never[]>[]
  'x-token-scope'?: string
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

/**
 * Who may call an operation: a session, a token, or anybody. OpenAPI 3.0 keeps scopes for OAuth, so the token's scope
 * is an extension and a sentence.
 */
function protect(operation: Operation, { permission, scope }: Endpoint): void {
  const ways: Record<string, never[]>[] = [{ session: [] }]
  if (scope) {
    ways.unshift({ token: [] })
    operation['x-token-scope'] = scope
    operation.description = `Access tokens need the scope \`${scope}\`.`
  }
  if (!allows(permission, 'anonymous')) operation.security = ways
  else if (scope) operation.security = [{}, ...ways]
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
      protect(operation, endpoint)
    }
}

/** The document of these routes. What makes it is loaded for its first reader. */
async function documentOf(routes: readonly RouteOptions[]): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger')
  // The routes alone: nothing is asked here.
  const app = Fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  await app.register(swagger, {
    openapi: {
      info: { title: `${brand} API`, version: '1' },
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: `A personal access token, made under Settings. It starts with ${tokenPrefix}`,
          },
          session: { type: 'apiKey', in: 'cookie', name: 'trailcut.session_token' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: made => {
      if (!('openapiObject' in made)) return made.swaggerObject
      complete(made.openapiObject)
      shareErrors(made.openapiObject)
      return made.openapiObject
    },
  })
  for (const { method, url, schema, config } of routes)
    app.route({
      method,
      url,
      ...(schema ? { schema } : {}),
      ...(config ? { config } : {}),
      handler: () => '',
    })
  await app.ready()
  return app.swagger()
}

/** The page for reading the document, on its own. Its package has 4 MB and is loaded for its first reader. */
async function readingPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: '/api/docs',
    configuration: { url: '/api/openapi.json', title: `${brand} API` },
  })
  return app
}

/**
 * OpenAPI from the contract's endpoints: /api/openapi.json, and a page for reading it; both are disabled when
 * `open` is false. Register before the routes.
 */
export function apiDocs(app: FastifyInstance, { open }: { open: boolean }): void {
  if (!open) return
  const routes: RouteOptions[] = []
  app.addHook('onRoute', route => {
    if (route.method !== 'HEAD' || route.config?.swagger?.exposeHeadRoute) routes.push(route)
  })
  const hidden = { config: { permission: 'anyone' as const }, schema: { hide: true } }
  let document: Promise<object> | undefined
  app.get('/api/openapi.json', hidden, () => {
    document ??= documentOf(routes)
    return document
  })

  let page: Promise<FastifyInstance> | undefined
  const read = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    page ??= readingPage()
    const { statusCode, headers, rawPayload } = await (await page).inject(url)
    const { 'content-type': type, location } = headers
    if (location) return reply.redirect(String(location), statusCode)
    return reply.status(statusCode).type(String(type)).send(rawPayload)
  }
  for (const address of ['/api/docs', '/api/docs/', '/api/docs/js/scalar.js']) app.get(address, hidden, read)
}
