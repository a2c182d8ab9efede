/**
 * Checks what a server runs on, by using it: database, object store, mail server, vendors, clocks, disks, and
 * PUBLIC_URL by a real upload through the proxy.
 *   npm run doctor
 * Run it on each machine beside the running server, with its settings. What it writes it deletes again. Exits with 1
 * when something failed. Prints no secrets.
 */
import { openDatabase } from '#server/core/db/database.ts'
import { checkMailServer } from '#server/core/mailer.ts'
import { openStore } from '#server/core/objects/open.ts'
import { loadOrCreateSecret, secretsFrom } from '#server/core/secrets.ts'
import { type Config, ConfigError, readConfig } from '#server/core/settings/config.ts'
import { checkDatabase } from './lib/doctor/database.ts'
import { type Finding, of, reasonOf } from './lib/doctor/findings.ts'
import { checkDisk } from './lib/doctor/machine.ts'
import { checkPublicAddress } from './lib/doctor/public-address.ts'
import { checkStore } from './lib/doctor/store.ts'
import { findDatabase } from './lib/ledger-database.ts'
import { vendorRows } from './lib/vendor-rows.ts'

async function checkMail({ smtpUrl, mailFrom }: Config): Promise<Finding> {
  const mail = of('Mail')
  if (smtpUrl === undefined) return mail('Server', 'ok', "SMTP_URL is empty: the sandbox's mailbox")
  try {
    await checkMailServer({ url: smtpUrl, from: mailFrom })
    return mail('Server', 'ok', 'takes the sign-in; nothing was sent')
  } catch (error) {
    return mail('Server', 'failed', `${reasonOf(error)}: check SMTP_URL, see docs/guides/smtp.md`)
  }
}

/** A vendor that isn't set up is a choice; one that is, but doesn't answer as it should, is not. */
async function checkVendors({ mode }: Config): Promise<Finding[]> {
  if (mode === 'sandbox') return [of('Vendors')('Sandbox', 'ok', 'nothing outside is asked')]
  const { settings, asked } = await vendorRows()
  const finding = (failed: Finding['state'], { vendor, what, ok, note }: (typeof asked)[number]) =>
    of(vendor)(what, ok === true ? 'ok' : ok === null ? 'warning' : failed, note)
  return [...settings.map(row => finding('warning', row)), ...asked.map(row => finding('failed', row))]
}

/** The database, and what can only be asked with it. */
async function checkServer(config: Config): Promise<Finding[]> {
  const database = await findDatabase().catch((error: Error) => error)
  const findings =
    database instanceof Error
      ? [of('Database')('Connection', 'failed', reasonOf(database))]
      : await checkDatabase(database.url)
  const answers = !(database instanceof Error) && findings.every(({ state }) => state !== 'failed')
  const db = answers ? openDatabase(database.url, () => undefined, { max: 2 }) : null
  try {
    const address = await checkPublicAddress({
      publicUrl: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
      trustProxy: config.trustProxy,
      db,
      secrets: secretsFrom(config.secret ?? (await loadOrCreateSecret(config.dataDir))),
    })
    return [...findings, ...address]
  } finally {
    await db?.destroy()
    if (!(database instanceof Error)) await database.leave()
  }
}

async function checkAll(): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [of('Settings')('All', 'failed', error.message)]
  }
  return [
    of('Settings')('All', 'ok', `MODE=${config.mode}, ROLE=${config.role}`),
    ...(await checkDisk(config)),
    ...(await openStore(config).then(checkStore)),
    ...(await checkServer(config)),
    await checkMail(config),
    ...(await checkVendors(config)),
  ]
}

const findings = await checkAll()
const words = { ok: 'OK', warning: 'warning', failed: 'failed' }
for (const { part, what, state, note } of findings)
  console.log(`${words[state].padEnd(8)}${part.padEnd(10)}${what.padEnd(30)} ${note}`)
const count = (state: Finding['state']) => findings.filter(one => one.state === state).length
console.log(`${count('ok')} OK, ${count('warning')} warnings, ${count('failed')} failed`)
process.exitCode = count('failed') ? 1 : 0
