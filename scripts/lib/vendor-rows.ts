import { pino } from 'pino'
import { type ChannelKind, channelNames } from '#contract/publishing/publications.ts'
import { systemClock } from '#server/core/clock.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { loadOrCreateSecret, secretsFrom } from '#server/core/secrets.ts'
import { ConfigError, readConfig } from '#server/core/settings/config.ts'
import { openStripe } from '#server/core/stripe.ts'
import { checkStripe } from '#server/payouts/index.ts'
import { networksOf } from '#server/platforms/index.ts'
import { checkChannels, databaseClock } from '#server/publishing/index.ts'
import { findDatabase } from './ledger-database.ts'
import { type Row, settingsOf } from './vendor-settings.ts'

async function stripeRows(): Promise<Row[]> {
  const { stripe, publicUrl, automaticTax } = readConfig(process.env)
  if (!stripe || !publicUrl)
    return [{ vendor: 'Stripe', what: 'Address', ok: false, note: 'Set PUBLIC_URL.' }]
  const checks = await checkStripe(openStripe({ ...stripe, automaticTax }), publicUrl)
  return checks.map(check => ({ vendor: 'Stripe', ...check }))
}

/** Channels of the configured kinds; a kind without a channel says so. */
async function channelRows(ready: readonly ChannelKind[]): Promise<Row[]> {
  const config = readConfig(process.env)
  const database = await findDatabase().catch((error: Error) => error)
  if (database instanceof Error)
    return ready.map(kind => ({
      vendor: channelNames[kind],
      what: 'Channels',
      ok: false,
      note: `${database.message}, so no channel is known.`,
    }))
  const db = openDatabase(database.url, () => undefined, { max: 2 })
  try {
    const found = await checkChannels({
      db,
      secrets: secretsFrom(config.secret ?? (await loadOrCreateSecret(config.dataDir))),
      networks: networksOf(config.platforms, {}, systemClock),
      time: databaseClock,
      log: pino({ level: 'silent' }),
    })
    return ready.flatMap((kind): Row[] => {
      const vendor = channelNames[kind]
      const channels = found.filter(one => one.kind === kind)
      if (channels.length === 0)
        return [{ vendor, what: 'Channels', ok: false, note: 'None is connected: do so under Publishing.' }]
      return channels.flatMap(({ name, checks }) =>
        checks.map(({ what, ok, note }) => ({ vendor, what: `${name}: ${what}`, ok, note })),
      )
    })
  } finally {
    await db.destroy()
    await database.leave()
  }
}

/** Why the server doesn't start with these settings, so that no vendor can be asked with them. */
function refused(): Row[] {
  try {
    readConfig(process.env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [{ vendor: 'Server', what: 'Settings', ok: false, note: error.message }]
  }
}

/** What the settings of each vendor say, and what those vendors say that could be asked with them. */
export async function vendorRows(): Promise<{ settings: Row[]; asked: Row[] }> {
  const { rows, channels, stripe } = settingsOf(process.env)
  const own = refused()
  const asked = own.length
    ? own
    : [...(channels.length ? await channelRows(channels) : []), ...(stripe ? await stripeRows() : [])]
  return { settings: rows, asked }
}
