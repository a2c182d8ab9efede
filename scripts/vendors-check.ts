/**
 * Reports what is set up at the vendors and what is missing, with read-only calls.
 *   npm run vendors:check
 * Stripe is asked with the configured key, the platforms with the tokens of each connected channel in the
 * configured database; an expired token is renewed first, as the server does. Anything no call can reveal is
 * marked with a question mark. Exits with 1 when something required is missing. Prints no secrets.
 */
import { vendorRows } from './lib/vendor-rows.ts'

const { settings, asked } = await vendorRows()
const rows = [...settings, ...asked]
for (const { vendor, what, ok, note } of rows)
  console.log(`${ok === null ? '?' : ok ? '✓' : '✗'} ${vendor.padEnd(9)} ${what.padEnd(34)} ${note}`)
process.exitCode = rows.some(row => row.ok === false) ? 1 : 0
