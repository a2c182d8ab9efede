import { type ChannelKind, channelKinds, channelNames } from '#contract/publishing/publications.ts'
import { credentialSettings } from '#server/core/settings/platform-settings.ts'
import { unrealSettings } from '#server/core/settings/real-settings.ts'
import type { AccountCheck } from '#server/platforms/index.ts'

export type Row = { vendor: string } & AccountCheck
type Settings = Readonly<Record<string, string | undefined>>

const stripeSettings = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_PREMIUM',
  'STRIPE_PRICE_PRO',
]

function rowOf(env: Settings, vendor: string, guide: string, names: readonly string[]): Row {
  const missing = names.filter(name => !env[name])
  if (missing.length)
    return { vendor, what: 'Settings', ok: false, note: `Set ${missing.join(', ')}: docs/guides/${guide}.md` }
  const unreal = unrealSettings(env, { names })
  return unreal.length
    ? { vendor, what: 'Settings', ok: false, note: `Not for production. ${unreal.join('. ')}` }
    : { vendor, what: 'Settings', ok: true, note: 'are all there' }
}

/** Which settings each vendor needs, and which vendors can be asked with them. */
export function settingsOf(env: Settings): { rows: Row[]; channels: ChannelKind[]; stripe: boolean } {
  // Without Stripe, staff send the money themselves, and no plans are sold.
  const needsStripe = env.PAYOUT_METHOD !== 'manual' || stripeSettings.some(name => env[name])
  const channels = channelKinds.map(kind => ({
    kind,
    row: rowOf(env, channelNames[kind], kind, credentialSettings[kind]),
  }))
  const stripe = needsStripe ? rowOf(env, 'Stripe', 'stripe', stripeSettings) : null
  const unneeded: Row = {
    vendor: 'Stripe',
    what: 'Settings',
    ok: true,
    note: "aren't needed with PAYOUT_METHOD=manual, unless you sell plans",
  }
  return {
    rows: [...channels.map(({ row }) => row), stripe ?? unneeded],
    channels: channels.filter(({ row }) => row.ok).map(({ kind }) => kind),
    // Test keys can be asked too.
    stripe: stripe !== null && stripeSettings.every(name => env[name]),
  }
}
