import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import Fastify from 'fastify'
import type { RouteName } from '#contract/routes.ts'
import { routes } from '#contract/routes.ts'
import { apiDocs } from '#server/core/http/docs/api-docs.ts'
import type { Schema as Described } from '#server/core/http/docs/api-examples.ts'
import { implement } from '#server/core/http/implement.ts'

export const clientFile = path.resolve(import.meta.dirname, 'lib/public-api.generated.ts')

type Schema = Described & { $ref?: string; required?: string[] }
type Content = Record<string, { schema?: Schema }>
interface Operation {
  operationId: string
  summary: string
  'x-token-scope'?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; content?: Content }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Error: Schema }; responses: Record<string, { content?: Content }> }
}

/** The OpenAPI document as a server would send it, from the contract alone. */
async function readDocument(): Promise<Document> {
  const app = Fastify()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  apiDocs(app, { open: true })
  for (const name of Object.keys(routes) as RouteName[])
    implement(app, name, { exposeHeadRoute: false }, (_request, reply) => reply.send())
  const answer = await app.inject('/api/openapi.json')
  await app.close()
  return answer.json()
}

const union = (types: readonly string[]) => [...new Set(types)].join(' | ')

/** A schema of OpenAPI 3.0 as a TypeScript type. */
function typeOf(schema: Schema | undefined): string {
  if (!schema) return 'unknown'
  return schema.nullable ? union([plainTypeOf(schema), 'null']) : plainTypeOf(schema)
}

function plainTypeOf(schema: Schema): string {
  const { $ref, type, items, properties, additionalProperties, required = [] } = schema
  if ($ref) return String($ref.split('/').at(-1))
  if (schema.enum) return union(schema.enum.map(value => JSON.stringify(value)))
  const some = schema.anyOf ?? schema.oneOf
  if (some) return union(some.map(typeOf))
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ')
  if (type === 'array') return `(${typeOf(items)})[]`
  if (type === 'integer') return 'number'
  if (type === 'string' || type === 'number' || type === 'boolean') return type
  if (type !== 'object') return 'unknown'
  if (properties) return objectOf(Object.entries(properties), name => required.includes(name))
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties)}>`
    : 'Record<string, unknown>'
}

const objectOf = (entries: readonly [string, Schema | undefined][], isRequired: (name: string) => boolean) =>
  `{ ${entries.map(([name, schema]) => `${JSON.stringify(name)}${isRequired(name) ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`

const contentOf = (content: Content | undefined) =>
  content
    ? `{ ${Object.entries(content)
        .map(([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema)}`)
        .join('; ')} }`
    : 'never'

/** One operation in the shape that openapi-fetch reads. */
function operationOf(operation: Operation, responses: Document['components']['responses']): string {
  const { parameters = [], requestBody } = operation
  const places = ['query', 'path'].map(place => {
    const some = parameters.filter(one => one.in === place)
    const needed = some.filter(one => one.required).map(one => one.name)
    if (some.length === 0) return `${place}?: never`
    const type = objectOf(
      some.map(({ name, schema }) => [name, schema]),
      name => needed.includes(name),
    )
    return `${place}${needed.length > 0 ? '' : '?'}: ${type}`
  })
  const answers = Object.entries(operation.responses).map(([status, { $ref, content }]) => {
    const shared = $ref ? responses[String($ref.split('/').at(-1))] : undefined
    return `      ${status}: { headers: Record<string, unknown>; content: ${contentOf(content ?? shared?.content)} }`
  })
  return `{
    parameters: { ${places.join('; ')} }
    requestBody${requestBody ? '' : '?'}: ${requestBody ? `{ content: ${contentOf(requestBody.content)} }` : 'never'}
    responses: {
${answers.join('\n')}
    }
  }`
}

/** The types of all calls that an access token may make. */
export async function generateClient(): Promise<string> {
  const { paths, components } = await readDocument()
  const open = Object.entries(paths).flatMap(([address, methods]) => {
    const some = Object.entries(methods).filter(([, operation]) => operation['x-token-scope'])
    const lines = some.map(
      ([method, operation]) =>
        `    /** ${operation.summary}. Scope: ${operation['x-token-scope']}. */
    ${method}: ${operationOf(operation, components.responses)}`,
    )
    return lines.length > 0 ? [`  ${JSON.stringify(address)}: {\n${lines.join('\n')}\n  }`] : []
  })
  return `// Written by scripts/generate-client.ts from the OpenAPI document: what an access token may call.
export type Error = ${typeOf(components.schemas.Error)}

export interface paths {
${open.join('\n')}
}
`
}

if (import.meta.main) {
  await writeFile(clientFile, await generateClient())
  console.log(`Wrote ${path.relative(process.cwd(), clientFile)}`)
}
