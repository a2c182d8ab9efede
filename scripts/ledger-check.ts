/**
 * Checks the ledger: totals, uniqueness, cached balances and reports against the lines, clearing at zero.
 *   npm run ledger:check
 * Reads DATABASE_URL, otherwise the embedded database in DATA_DIR, even beside a running server. Exits with 1
 * on any fault.
 */

import { openDatabase } from '#server/core/db/database.ts'
import { checkLedger } from '#server/ledger/index.ts'
import { findDatabase } from './lib/ledger-database.ts'

const database = await findDatabase().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const db = openDatabase(database.url, () => undefined, { max: 2 })
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
