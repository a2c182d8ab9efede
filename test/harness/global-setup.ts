import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection to the test cluster with `{database}` where a name goes. */
    databaseUrl: string
  }
}

/** One real PostgreSQL for the whole run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-test-'))
  const database = await startEmbedded({
    folder: path.join(folder, 'postgres'),
    // Test data need not survive a power cut.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  const admin = new pg.Client({ connectionString: database.url('postgres') })
  await admin.connect()
  await admin.query('create database template_trailcut')
  await admin.end()
  await migrate(database.url('template_trailcut'))
  project.provide('databaseUrl', database.url('{database}'))
  return async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
