import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase, testDatabase } from '#test/harness/database.ts'
import { scratchFolder } from '#test/media/make.ts'
import { columnTypes } from '../../scripts/column-types.ts'
import { clientFile, generateClient } from '../../scripts/generate-client.ts'
import { generateSchema, schemaFile } from '../../scripts/generate-schema.ts'

test('db/schema.generated.ts matches the schema (else: node scripts/generate-schema.ts)', async () => {
  const fresh = path.join(await scratchFolder(), 'schema.ts')
  await generateSchema(await cloneDatabase(), fresh)
  expect(await readFile(schemaFile, 'utf8')).toBe(await readFile(fresh, 'utf8'))
})

test('scripts/lib/public-api.generated.ts matches the contract (else: node scripts/generate-client.ts)', async () => {
  expect(await readFile(clientFile, 'utf8')).toBe(await generateClient())
})

test('scripts/column-types.ts has every jsonb column and every text column with a list of values', async () => {
  const { db } = await testDatabase()
  // The platforms' reference tables have no list, because a later release may have added rows.
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    where c.table_schema = 'public' and (c.data_type = 'jsonb' or c.data_type = 'text' and exists (
      select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.conrelid = format('%I', c.table_name)::regclass and a.attname = c.column_name and (
        k.contype = 'c' and cardinality(k.conkey) = 1 and pg_get_constraintdef(k.oid) ~ '= ANY|= ''' 
        or k.contype = 'f' and k.confrelid in ('channel_kinds'::regclass, 'platforms'::regclass)
          and k.conrelid <> 'platforms'::regclass)))`.execute(db)
  const typed = Object.entries(columnTypes).flatMap(([table, columns]) =>
    Object.keys(columns).map(column => `${table}.${column}`),
  )
  expect(rows).not.toEqual([])
  expect(rows.map(r => r.name).filter(name => !typed.includes(name))).toEqual([])
})
