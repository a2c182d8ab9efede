/**
 * Compares the ledger with Stripe's balance transactions, line by line.
 *   npm run ledger:reconcile -- --from 2026-11-01 --to 2026-12-01
 * Days in UTC, the last one excluded; by default from a month before the first entry to an hour ago. To
 * continue an interrupted range, set --from to the last day printed. Reads STRIPE_SECRET_KEY, and the
 * database as ledger:check does. Prints every difference with both sides and exits with 1 on any.
 */
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/core/db/database.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { openStripe } from '#server/core/stripe.ts'
import { compareWithStripe, describeDifference, firstComparable } from '#server/ledger/index.ts'
import { findDatabase } from './lib/ledger-database.ts'

function leave(message: string): never {
  console.error(message)
  process.exit(1)
}

const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
const dayIn = (name: 'from' | 'to'): Date | null => {
  const text = values[name]
  if (text === undefined) return null
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)
  return Number.isNaN(at.getTime()) ? leave(`--${name} is no date: ${text}`) : at
}
const { stripe } = readConfig(process.env)
if (!stripe)
  leave("Set STRIPE_SECRET_KEY and the other STRIPE_ settings: the sandbox's Stripe is not asked from here.")
const [given, to] = [dayIn('from'), dayIn('to') ?? new Date(Date.now() - 3600_000)]

const database = await findDatabase().catch((error: Error) => leave(error.message))
const db = openDatabase(database.url, () => undefined, { max: 2 })
try {
  const from = given ?? (await firstComparable(db)) ?? to
  const { compared, differences } = await compareWithStripe(
    db,
    openStripe(stripe).client,
    { from, to },
    (day, found) => {
      console.log(`${found.length ? '✗' : '✓'} ${day.from.toISOString()}`)
      for (const one of found) console.log(`    ${describeDifference(one)}`)
    },
  )
  console.log(
    `${compared.toLocaleString('en-US')} balance transactions: ${differences.length ? `${differences.length} differences` : 'the ledger says the same'}`,
  )
  process.exitCode = differences.length ? 1 : 0
} finally {
  await db.destroy()
  await database.leave()
}
