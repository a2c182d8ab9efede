import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { brand } from '#contract/brand.ts'

/**
 * OpenAPI from the routes' own schemas: /api/openapi.json, and a page for reading it; neither is served where
 * `open` is false. Register before the routes.
 */
export async function apiDocs(app: FastifyInstance, { open }: { open: boolean }): Promise<void> {
  await app.register(swagger, {
    openapi: { info: { title: `${brand} API`, version: '1' } },
    transform: jsonSchemaTransform,
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
