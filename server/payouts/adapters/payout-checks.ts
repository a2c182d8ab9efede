import type { Stripe } from '#server/core/stripe.ts'

/** Something that has to be set up at Stripe. */
export interface GoLiveCheck {
  what: string
  /** null: no call can tell yet */
  ok: boolean | null
  /** what was found, or how to fix it */
  note: string
}

/** Where our own account at Stripe is. */
const home = 'US'
const feeDays = 90

/**
 * Stripe's own payouts, from the balance to the operator's bank, are daily unless someone changed it. The balance is the
 * riders' money (https://docs.stripe.com/payouts#payout-schedule).
 */
async function scheduleCheck(client: Stripe): Promise<GoLiveCheck> {
  const what = 'Payout schedule'
  const { payments } = await client.balanceSettings.retrieve()
  const interval = payments.payouts?.schedule?.interval ?? null
  if (interval === 'manual') return { what, ok: true, note: 'is manual' }
  return {
    what,
    ok: false,
    note: `is ${interval ?? 'unknown'}: Stripe sends the balance, from which riders are paid, to your bank. Set it to manual in Stripe's dashboard under Settings, Payouts.`,
  }
}

/** A word for each country, and how many payees there are: 'DE 2, GB 1'. */
const tally = (countries: readonly string[]): string =>
  [...new Set(countries)]
    .toSorted()
    .map(country => `${country} ${countries.filter(one => one === country).length}`)
    .join(', ')

/**
 * The agreement with Stripe that payees have accepted. Stripe pays across borders only to accounts under the full one
 * (https://docs.stripe.com/connect/cross-border-payouts#limitations); an account without a word about it has that.
 */
function agreementCheck(payees: readonly Stripe.Account[]): GoLiveCheck {
  const what = 'Agreement of payees'
  const accepted = payees.filter(({ tos_acceptance: tos }) => tos?.date)
  const countriesOf = (agreement: 'full' | 'recipient') =>
    accepted
      .filter(({ tos_acceptance: tos }) => (tos?.service_agreement ?? 'full') === agreement)
      .map(({ country }) => country ?? '?')
  const recipients = countriesOf('recipient')
  const abroad = recipients.filter(country => country !== home)
  const found = [
    ...(recipients.length ? [`recipient: ${tally(recipients)}`] : []),
    ...(countriesOf('full').length ? [`full: ${tally(countriesOf('full'))}`] : []),
  ].join('; ')
  if (accepted.length === 0) return { what, ok: null, note: 'No payee has accepted one yet.' }
  if (abroad.length === 0) return { what, ok: true, note: found }
  return {
    what,
    ok: false,
    note: `${found}. Stripe doesn't pay to accounts abroad under the recipient agreement. Choose the full one in Stripe's dashboard under Settings, Connect; these payees (${tally(abroad)}) have to set up a new account.`,
  }
}

/** What Stripe keeps for payouts to other countries, by the rate and as charged so far. */
async function crossBorderCheck(client: Stripe, payees: readonly Stripe.Account[]): Promise<GoLiveCheck> {
  const what = 'Cross-border fee'
  const abroad = payees.map(({ country }) => country ?? home).filter(country => country !== home)
  if (abroad.length === 0) return { what, ok: true, note: 'No payee is abroad.' }
  let cents = 0
  const since = Math.floor(Date.now() / 1000) - feeDays * 86_400
  for await (const { description, net } of client.balanceTransactions.list({
    type: 'stripe_fee',
    created: { gte: since },
    limit: 100,
  }))
    if (/cross.?border/i.test(description ?? '')) cents -= net
  return {
    what,
    ok: true,
    note: `Stripe keeps 0.25% of each payout abroad (${tally(abroad)}) from your balance: $${(cents / 100).toFixed(2)} in ${feeDays} days. Add it to your top-ups.`,
  }
}

/** The checks of what happens to money on its way to payees. */
export async function payoutChecks(client: Stripe): Promise<GoLiveCheck[]> {
  const payees: Stripe.Account[] = []
  for await (const one of client.accounts.list({ limit: 100 })) payees.push(one)
  return [await scheduleCheck(client), agreementCheck(payees), await crossBorderCheck(client, payees)]
}
