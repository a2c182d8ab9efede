import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { readConfig } from '#server/platform/settings/config.ts'
import { startServer } from '#server/server.ts'

export const openApiFile = path.resolve(import.meta.dirname, '..', 'docs', 'openapi.json')

/** The OpenAPI document in its committed form. */
export const asText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

if (import.meta.main) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trailcut-openapi-'))
  const server = await startServer(
    readConfig({ DATA_DIR: dataDir, PORT: '0', ROLE: 'web' }),
    pino({ level: 'silent' }),
  )
  try {
    await writeFile(openApiFile, asText(server.app.swagger()))
  } finally {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
