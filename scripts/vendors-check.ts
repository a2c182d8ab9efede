/**
 * Says what is set up at the vendors and what is missing, by reading calls only.
 *   npm run vendors:check
 * Stripe is asked with the key of the settings. Of the platforms it says which settings are missing; their channels are
 * asked when they are connected. Ends with 1 when anything is missing.
 */
import { checkStripe, type GoLiveCheck } from '#server/payouts/index.ts'
import { readConfig } from '#server/platform/settings/config.ts'
import { openStripe } from '#server/platform/stripe.ts'

const settings = {
  YouTube: ['YOUTUBE_CLIENT_ID', 'YOUTUBE_CLIENT_SECRET'],
  TikTok: ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'],
  Facebook: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  Stripe: [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PRICE_PREMIUM',
    'STRIPE_PRICE_PRO',
  ],
}

const rows: ({ vendor: string } & GoLiveCheck)[] = []
for (const [vendor, names] of Object.entries(settings)) {
  const missing = names.filter(name => !process.env[name])
  rows.push({
    vendor,
    what: 'Settings',
    ok: missing.length === 0,
    note: missing.length
      ? `Set ${missing.join(', ')}: docs/guides/${vendor.toLowerCase()}.md`
      : 'are all there',
  })
}
if (rows.find(row => row.vendor === 'Stripe')?.ok) {
  const { stripe, publicUrl, automaticTax } = readConfig(process.env)
  if (stripe && publicUrl)
    for (const check of await checkStripe(openStripe({ ...stripe, automaticTax }), publicUrl))
      rows.push({ vendor: 'Stripe', ...check })
  else rows.push({ vendor: 'Stripe', what: 'Address', ok: false, note: 'Set PUBLIC_URL.' })
}
for (const { vendor, what, ok, note } of rows)
  console.log(`${ok ? '✓' : '✗'} ${vendor.padEnd(9)} ${what.padEnd(26)} ${note}`)
process.exitCode = rows.every(row => row.ok) ? 0 : 1
