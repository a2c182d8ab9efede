import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#test/harness/database.ts'
import { startTestServer } from '#test/harness/server.ts'
import { scratchFolder } from '#test/media/make.ts'
import { asText, openApiFile } from '../../scripts/generate-openapi.ts'
import { generateSchema, schemaFile } from '../../scripts/generate-schema.ts'

test('db/schema.generated.ts is what the migrations make (else: node scripts/generate-schema.ts)', async () => {
  const fresh = path.join(await scratchFolder(), 'schema.ts')
  await generateSchema(await cloneDatabase(), fresh)
  expect(await readFile(schemaFile, 'utf8')).toBe(await readFile(fresh, 'utf8'))
})

test('docs/openapi.json is what the routes say (else: node scripts/generate-openapi.ts)', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  expect(asText(server.app.swagger())).toBe(await readFile(openApiFile, 'utf8'))
})
