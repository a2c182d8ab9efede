/**
 * One nightly run over many subscribers and payees against the sandbox Stripe: the comparison of plans, the
 * scheduled payouts, and the transfers that send them, through the server's own queue. Prints pages, minutes,
 * Stripe calls per second compared with Stripe's limit of 100, and the resident memory over time; flat means
 * it doesn't grow with the number of people. For comparison, also reads the same Stripe lists without any
 * processing.
 *   node --expose-gc bench/nightly.ts [subscribers=100000] [payees=subscribers] [transfers=payees] [Stripe's
 *   latency, ms=0]
 */
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { settingsFor, startStripe } from '#sandbox/stripe/index.ts'
import { systemClock } from '#server/core/clock.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import type { JobHandler } from '#server/core/jobs/definition.ts'
import { Jobs } from '#server/core/jobs/jobs.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { openStripe, type Stripe } from '#server/core/stripe.ts'
import { stripePayouts } from '#server/payouts/adapters/stripe.ts'
import { processPayout } from '#server/payouts/process-payout.ts'
import { payoutJob } from '#server/payouts/request-payout.ts'
import { runSchedule } from '#server/payouts/schedule.ts'
import { reconcileSubscriptions } from '#server/subscriptions/index.ts'
import { payByCard } from '#test/harness/money.ts'
import { giveEarnings, idInSql, idOfMany, makeMany } from '#test/harness/payouts/many-people.ts'
import { Watch } from './watch.ts'

const people = Number(process.argv[2] ?? 100_000)
const payees = Math.min(people, Number(process.argv[3] ?? people))
const transfers = Math.min(payees, Number(process.argv[4] ?? payees))
const latencyMs = Number(process.argv[5] ?? 0)
const differing = Math.min(100, people)
const log = pino({ level: 'silent' })
type Opened = Parameters<typeof openStripe>[0]

/** The sandbox runs in a separate process, so that its memory isn't counted as the server's. */
async function serveSandbox(): Promise<void> {
  const sandbox = await startStripe({
    folder: null,
    publicUrl: 'http://127.0.0.1:1',
    secret: 's'.repeat(32),
    log,
  })
  sandbox.webhooks.hold()
  sandbox.setBalance(100_000_000_000)
  const { prices } = sandbox
  const settings = settingsFor(sandbox)
  const stripe = openStripe(settings)
  const customer = await stripe.client.customers.create({ email: 'bench@creators.example' })
  const made = await stripe.client.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices.premium }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  })
  const invoice = made.latest_invoice as Stripe.Invoice
  await payByCard(stripe, invoice.confirmation_secret?.client_secret ?? '')
  const recipient = await stripe.client.v2.core.accounts.create({
    contact_email: 'bench@creators.example',
    identity: { country: 'us' },
  })
  sandbox.setRecipient(recipient.id, 'active')
  const { state } = sandbox
  const [subscription, paid] = [state.get('subscription', made.id), state.get('invoice', invoice.id ?? '')]
  const account = state.get('account', recipient.id)
  for (let n = 1; n <= people; n++) {
    state.put('subscription', { ...subscription, id: idOfMany('sub', n), customer: idOfMany('cus', n) })
    state.put('invoice', { ...paid, id: idOfMany('in', n), customer: idOfMany('cus', n) })
    if (n <= payees) state.put('account', { ...account, id: idOfMany('acct', n) })
  }
  if (latencyMs > 0) sandbox.slow = () => setTimeout(latencyMs)
  const [item] = subscription.items.data
  process.send?.({ settings, periodEnd: item?.current_period_end, amount: paid.amount_paid })
}

/** People with plans whose state matches Stripe's, except for a few, and with $70 payable each. */
async function fill(db: Database, price: string, periodEnd: number, amount: number): Promise<void> {
  const all = sql`generate_series(1, ${people}::int) n`
  await makeMany(db, people)
  await sql`insert into billing_customers (user_id, customer_id)
    select ${idInSql('user')}, ${idInSql('cus')} from ${all}`.execute(db)
  await sql`insert into subscriptions (id, user_id, status, tier, price_id, current_period_end, started_at)
    select ${idInSql('sub')}, ${idInSql('user')}, case when n <= ${differing} then 'past_due' else 'active' end,
      'premium', ${price}, to_timestamp(${periodEnd}), now() from ${all}`.execute(db)
  await sql`insert into billing_invoices
      (id, user_id, subscription_id, status, amount_cents, fee_cents, description, created_at)
    select ${idInSql('in')}, ${idInSql('user')}, ${idInSql('sub')}, 'paid', ${amount}, 59, 'Premium', now()
    from ${all}`.execute(db)
  await giveEarnings(db, payees, new Date(Date.now() - 40 * 24 * 3600_000))
  await sql`analyze`.execute(db)
}

async function listAll(client: Stripe): Promise<number> {
  let pages = 0
  for (const list of [client.subscriptions, client.invoices]) {
    let after: string | undefined
    do {
      const page = await list.list({ limit: 100, ...(after ? { starting_after: after } : {}) })
      pages += 1
      after = page.has_more ? page.data.at(-1)?.id : undefined
    } while (after)
  }
  return pages
}

const progressOf = (db: Database, task: string) =>
  db.selectFrom('nightly_progress').selectAll().where('task', '=', task).executeTakeFirst()

/** Number of payouts with a status, or of all payouts. */
async function payoutsAt(db: Database, status?: 'completed'): Promise<number> {
  const row = await db
    .selectFrom('payouts')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .$if(status !== undefined, q => q.where('status', '=', status as 'completed'))
    .executeTakeFirstOrThrow()
  return row.n
}

async function compare(db: Database, watch: Watch, stripe: ReturnType<typeof openStripe>): Promise<void> {
  const begun = performance.now()
  const barePages = await listAll(stripe.client)
  const bare = (performance.now() - begun) / 60_000
  const minutes = await watch.during(`Comparison of ${people} subscribers`, {
    work: () => reconcileSubscriptions({ db, stripe, clock: systemClock, log }),
    pages: async () => (await progressOf(db, 'plans.compare'))?.pages ?? 0,
    every: 10,
  })
  const at = await progressOf(db, 'plans.compare')
  console.log(
    `  ${at?.pages} pages, ${at?.objects} objects, ${at?.differed} differed; bare reading of ${barePages} pages: ${bare.toFixed(2)} min, ratio ${(minutes / bare).toFixed(2)}`,
  )
}

async function pay(
  db: Database,
  watch: Watch,
  stripe: ReturnType<typeof openStripe>,
  url: string,
): Promise<void> {
  const config = readConfig({ PAYOUT_APPROVE_FIRST: 'off' })
  const jobs = new Jobs(url, log)
  await jobs.start([payoutJob])
  const spent = await watch.during(`Payouts of ${payees} payees`, {
    work: () => runSchedule({ db, clock: systemClock, log, config, jobs }),
    pages: async () => (await progressOf(db, 'payouts.monthly'))?.pages ?? 0,
    every: 10,
  })
  const at = await progressOf(db, 'payouts.monthly')
  console.log(
    `  ${at?.pages} pages, ${await payoutsAt(db)} made, ${((spent * 60_000) / payees).toFixed(2)} ms each`,
  )
  const port = stripePayouts(stripe.client)
  const done = Promise.withResolvers<void>()
  let sent = 0
  const handler: JobHandler<{ payoutId: string }> = {
    definition: payoutJob,
    async run({ payoutId }) {
      await processPayout({ db, clock: systemClock, log, port }, payoutId)
      sent += 1
      if (sent === transfers) done.resolve()
    },
    giveUp: async () => done.reject(new Error('a payout was given up')),
  }
  const sending = await watch.during(`Transfers of ${transfers} payouts, ${payoutJob.concurrency} at once`, {
    work: async () => {
      await jobs.work([handler])
      await done.promise
    },
    pages: async () => Math.floor(sent / 200),
    every: 10,
  })
  await jobs.stop()
  console.log(
    `  ${await payoutsAt(db, 'completed')} sent, ${((sending * 60_000) / transfers).toFixed(1)} ms each`,
  )
}

async function measure(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-nightly-'))
  const args = [String(people), String(payees), String(transfers), String(latencyMs), 'sandbox']
  const child = fork(import.meta.filename, args, { stdio: 'inherit' })
  const told = new Promise<{ settings: Opened; periodEnd: number; amount: number }>((resolve, reject) => {
    child.once('message', message => resolve(message as Awaited<typeof told>))
    child.once('exit', code => reject(new Error(`The sandbox ended with ${code}`)))
  })
  const postgres = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const url = postgres.url('postgres')
  const db = openDatabase(url, () => undefined, { max: 10 })
  try {
    await migrate(url)
    const { settings, periodEnd, amount } = await told
    await fill(db, settings.prices.premium, periodEnd, amount)
    const stripe = openStripe(settings)
    const watch = new Watch(stripe.client)
    await compare(db, watch, stripe)
    await pay(db, watch, stripe, url)
  } finally {
    child.removeAllListeners('exit')
    child.kill()
    await db.destroy()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[6] === 'sandbox') await serveSandbox()
else await measure()
