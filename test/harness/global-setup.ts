import type { TestProject } from 'vitest/node'
import { trimCache } from './cache.ts'
import { startTestCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test cluster, with `{database}` in place of the database name. */
    databaseUrl: string
  }
}

/** One real PostgreSQL for the whole run, with a migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  trimCache()
  const cluster = await startTestCluster()
  project.provide('databaseUrl', cluster.url)
  return () => cluster.stop()
}
