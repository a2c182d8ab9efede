import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '#server/core/clock.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { recordViews } from '#server/earnings/index.ts'
import { recognizeRevenue } from '#server/ledger/index.ts'
import { processPayout } from '#server/payouts/process-payout.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { notePlan, reconcileSubscriptions } from '#server/subscriptions/index.ts'
import { createSubscription } from '#server/subscriptions/subscribe.ts'
import { noJobs } from '#test/harness/jobs.ts'
import { testDatabase } from '../harness/database.ts'
import { actorOf, faultsOf, makeCreator, payByCard, sampleOf, silentStripe } from '../harness/money.ts'

const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/money.md'), 'utf8')
const example = text.slice(text.indexOf('## A worked example'), text.indexOf('## Payouts'))

/** The numbers in the worked example. */
const number = (pattern: RegExp): number => {
  const found = pattern.exec(example)?.[1]
  if (!found) throw new Error(`docs/money.md does not say ${pattern}`)
  return Number(found.replaceAll(',', ''))
}
const rows = (columns: number) =>
  [...example.matchAll(/^\| (.+) \|$/gm)]
    .map(([, row]) => (row as string).split(' | '))
    .filter(cells => cells.length === columns && /^-?\d+\.\d{6}$/.test(cells.at(-1) as string))
const micros = (dollars: string) => Number(dollars.replace('.', ''))

test('the code agrees with the worked example in docs/money.md', async () => {
  const { db } = await testDatabase()
  const log = pino({ level: 'silent' })
  const userId = await makeCreator(db)
  const videoId = randomUUID()
  await db.transaction().execute(tx => notePlan(tx, userId, 'premium', new Date(Date.now() - 86_400_000)))
  const price = number(/paid with \$([\d.]+) by card/) * 100
  const kept = price * (number(/keeps ([\d.]+)% and/) / 100) + number(/keeps .+? and \$([\d.]+)\. /) * 100
  const { sandbox, stripe } = await silentStripe()
  const deps = { db, stripe, log, clock: systemClock }
  await payByCard(
    stripe,
    (await createSubscription(deps, actorOf(userId), stripe.prices.premium)).clientSecret,
  )
  // Paid for the 30 days of November.
  const noon = Date.UTC(2026, 10, 1, 12)
  const [invoice] = sandbox.state.all('invoice')
  if (!invoice) throw new Error('Nothing was invoiced')
  const period = { start: noon / 1000, end: Date.UTC(2026, 11, 1, 12) / 1000 }
  const forMonth = { ...invoice.lines, data: invoice.lines.data.map(line => ({ ...line, period })) }
  sandbox.state.put('invoice', { ...invoice, lines: forMonth })
  expect((period.end - period.start) / 86_400).toBe(number(/by card for (\d+) days/))
  await reconcileSubscriptions(deps, { again: true })
  await recognizeRevenue({ ...deps, clock: { now: () => new Date(noon + 2 * 86_400_000) } })
  expect(await db.selectFrom('billing_invoices').select(['amount_cents', 'fee_cents']).execute()).toEqual([
    { amount_cents: Math.round(price), fee_cents: Math.round(kept) },
  ])
  const count = (views: number, minutesAgo: number) =>
    db.transaction().execute(tx =>
      recordViews(tx, new Date(), [
        sampleOf({
          userId,
          videoId,
          views,
          viralScore: number(/viral score of ([\d.]+),/),
          sampledAt: new Date(Date.now() - minutesAgo * 60_000),
        }),
      ]),
    )
  await count(number(/YouTube counts ([\d,]+) views/), 20)
  await count(number(/corrects the count to ([\d,]+)\./), 10)
  await db
    .insertInto('payout_destinations')
    .values({ user_id: userId, provider: 'stripe', account_id: 'acct_lee', ready: true })
    .execute()
  const config = readConfig({
    PAYOUT_APPROVE_FIRST: 'off',
    PAYOUT_FEE_PERCENT: String(number(/which costs ([\d.]+)%/)),
    PAYOUT_FEE_CENTS: String(number(/costs .+? and \$([\d.]+)\./) * 100),
  })
  const jobs = noJobs()
  const { id } = await requestPayout({ db, jobs, log, clock: systemClock, config }, userId, 'request')
  const port = { find: async () => null, send: async () => ({ kind: 'sent' as const, reference: 'tr_lee' }) }
  await processPayout({ db, clock: systemClock, log, port }, id)

  const lines = await db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_accounts as a', 'a.id', 'l.account_id')
    .select(['a.kind', 'l.amount'])
    .execute()
  const asText = (list: { kind: string; amount: number }[]) => list.map(l => `${l.kind} ${l.amount}`).sort()
  const told = rows(3).map(([, account, amount]) => ({
    kind: (account as string).replaceAll('`', ''),
    amount: micros(amount as string),
  }))
  expect(told.length).toBeGreaterThan(20)
  expect(asText(lines)).toEqual(asText(told))

  const balances = rows(2)
  expect(balances).toHaveLength(14)
  for (const [account, amount] of balances) {
    const kind = (account as string).replaceAll('`', '')
    const sum = lines.filter(l => l.kind === kind).reduce((total, l) => total + l.amount, 0)
    expect(sum, kind).toBe(micros(amount as string))
  }
  expect(await faultsOf(db)).toEqual([])
})
