import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '#test/harness/database.ts'
import { type Database, openDatabase, type Queryable } from './database.ts'

async function oneConnection(): Promise<Database> {
  const db = openDatabase(await emptyDatabase(), error => expect.fail(String(error)), { max: 1 })
  onTestFinished(() => db.destroy())
  await sql`create table rides (id int primary key)`.execute(db)
  await sql`insert into rides values (1)`.execute(db)
  return db
}

const rides = async (db: Queryable) => (await sql`select * from rides where id = ${1}`.execute(db)).rows

/** How many statements about rides PostgreSQL has prepared on the connection. */
async function prepared(db: Database): Promise<number> {
  const { rows } =
    await sql`select 1 from pg_prepared_statements where statement like '%from rides where%'`.execute(db)
  return rows.length
}

test('a statement that is sent often is prepared, one that is sent now and then is not', async () => {
  const db = await oneConnection()
  await rides(db)
  expect(await prepared(db)).toBe(0)
  for (let i = 0; i < 20; i++) await rides(db)
  expect(await prepared(db)).toBe(1)
})

test('a prepared statement gets the columns that a migration adds meanwhile, also in a transaction', async () => {
  const db = await oneConnection()
  for (let i = 0; i < 20; i++) expect(await rides(db)).toEqual([{ id: 1 }])
  await sql`alter table rides add column name text default 'Moab'`.execute(db)
  expect(await db.transaction().execute(tx => rides(tx))).toEqual([{ id: 1, name: 'Moab' }])
  for (let i = 0; i < 3; i++) expect(await rides(db)).toEqual([{ id: 1, name: 'Moab' }])
  expect(await prepared(db)).toBeGreaterThan(0)
})

test('those sent lately are prepared, however many were before', async () => {
  const db = await oneConnection()
  for (let n = 0; n < 201; n++)
    for (let i = 0; i < 10; i++) await sql`select ${sql.raw(String(n))} where 1 = ${1}`.execute(db)
  for (let i = 0; i < 20; i++) await rides(db)
  expect(await prepared(db)).toBe(1)
})
