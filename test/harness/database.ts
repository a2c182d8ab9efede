import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'

const urlOf = (database: string) => inject('databaseUrl').replace('{database}', database)

/** Clones the migrated template under a new name. @returns its connection string */
export async function cloneDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  try {
    await admin.query(`create database ${name} template template_trailcut`)
  } finally {
    await admin.end()
  }
  return urlOf(name)
}

/** A database of the test's own, closed when the test ends. */
export async function testDatabase(): Promise<{ db: Database; url: string }> {
  const url = await cloneDatabase()
  const db = openDatabase(
    url,
    error => {
      throw error
    },
    5,
  )
  onTestFinished(() => db.destroy())
  return { db, url }
}
