import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { columnTypes, typeSources } from './column-types.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
export const schemaFile = path.join(root, 'db', 'schema.generated.ts')

const overrides = Object.fromEntries(
  Object.entries(columnTypes).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, type]) => [`${table}.${column}`, type]),
  ),
)
// Done here because the generator can only find the names in a type with a JavaScript-based TypeScript
// compiler.
const imports = Object.entries(typeSources)
  .map(([file, types]) => `import type { ${types.join(', ')} } from "../${file}";`)
  .join('\n')
const kyselyImport = 'import type { ColumnType } from "kysely";'

/** Writes the table types of a migrated database to a file. */
export async function generateSchema(databaseUrl: string, outFile: string): Promise<void> {
  await run(process.execPath, [
    path.join(root, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js'),
    '--dialect',
    'postgres',
    '--url',
    databaseUrl,
    '--out-file',
    outFile,
    '--exclude-pattern',
    // The job queue makes its own tables, and partitions are read through theirs.
    '{public.schema_migrations,public.view_samples_*,jobs.*}',
    '--no-domains',
    // database.ts makes the driver return int8 as a number.
    '--type-mapping',
    JSON.stringify({ int8: 'number' }),
    '--overrides',
    JSON.stringify({ columns: overrides }),
  ])
  const generated = await readFile(outFile, 'utf8')
  await writeFile(outFile, generated.replace(kyselyImport, `${kyselyImport}\n${imports}`))
}

if (import.meta.main) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-schema-'))
  const database = await startEmbedded({ folder: path.join(folder, 'postgres'), settings: { fsync: 'off' } })
  try {
    await migrate(database.url('postgres'))
    await generateSchema(database.url('postgres'), schemaFile)
    console.log(`Wrote ${path.relative(root, schemaFile)}`)
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
