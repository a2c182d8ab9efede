import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { cloneTemplate, createEmpty } from './cluster.ts'

/** Copies the migrated database under a new name. @returns its connection string */
export const cloneDatabase = (): Promise<string> => cloneTemplate(inject('databaseUrl'))

/** Creates an empty database for migration tests. @returns its connection string */
export const emptyDatabase = (): Promise<string> => createEmpty(inject('databaseUrl'))

/** The test's own database, closed when the test ends. */
export async function testDatabase(): Promise<{ db: Database; url: string }> {
  const url = await cloneDatabase()
  const db = openDatabase(
    url,
    error => {
      throw error
    },
    { max: 5 },
  )
  onTestFinished(() => db.destroy())
  return { db, url }
}
