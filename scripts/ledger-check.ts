/**
 * Proves the ledger: sums, uniqueness, cached balances and reports against the lines, clearing at zero.
 *   npm run ledger:check
 * Reads DATABASE_URL, else the embedded database in DATA_DIR, also beside a running server. Ends with 1 on any fault.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { checkLedger } from '#server/ledger/index.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { readConfig } from '#server/platform/settings/config.ts'
import { DataDirTakenError, holdDataDir } from '#server/platform/settings/data-dir.ts'

/** The database of the settings, and how to leave it as it was found. */
async function findDatabase(): Promise<{ url: string; leave(): Promise<void> }> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl) return { url: databaseUrl, leave: async () => undefined }
  const folder = path.join(dataDir, 'postgres')
  if (!existsSync(path.join(folder, 'PG_VERSION'))) throw new Error(`There is no database in ${dataDir} yet`)
  const held = await holdDataDir(dataDir).catch(error => {
    if (error instanceof DataDirTakenError) return null
    throw error
  })
  const database = await startEmbedded({ folder })
  const url = database.url('postgres')
  // A server that runs goes on running.
  if (!held) return { url, leave: async () => undefined }
  await migrate(url)
  return {
    url,
    async leave() {
      await database.stop()
      await held.release()
    },
  }
}

const database = await findDatabase().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const db = openDatabase(database.url, () => undefined, 2)
try {
  const { entries, lines, rules, findings } = await checkLedger(db)
  for (const rule of rules) {
    const faults = findings.filter(f => f.rule === rule)
    console.log(`${faults.length ? '✗' : '✓'} ${rule}`)
    for (const { detail } of faults) console.log(`    ${detail}`)
  }
  console.log(
    `${entries.toLocaleString('en-US')} entries, ${lines.toLocaleString('en-US')} lines: ${findings.length ? `${findings.length} faults` : 'everything is right'}`,
  )
  process.exitCode = findings.length ? 1 : 0
} finally {
  await db.destroy()
  await database.leave()
}
