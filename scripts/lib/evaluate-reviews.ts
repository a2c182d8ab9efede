import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { reviewReport, reviewTables } from '#lab/evaluate/index.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { currentLabels } from '#server/learning/index.ts'
import { findDatabase } from './ledger-database.ts'

/**
 * Prints how the analysis scores by reviewers' verdicts, from DATABASE_URL or the embedded database in
 * DATA_DIR, even beside a running server.
 * @param file receives the same figures as JSON
 */
export async function evaluateReviews(file: string): Promise<void> {
  const database = await findDatabase()
  const db = openDatabase(database.url, () => undefined, { max: 2 })
  try {
    const report = reviewReport(await currentLabels(db))
    console.log(reviewTables(report))
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
    console.log(`Written to ${file}`)
  } finally {
    await db.destroy()
    await database.leave()
  }
}
