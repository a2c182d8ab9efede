/**
 * One nightly run over many subscribers and payees against the sandbox of Stripe: the comparison of plans, then the
 * scheduled payouts. Prints pages, minutes and the highest memory by quarters of the run; flat means that it does not
 * grow with the number of people. Beside it the bare reading of the same lists of Stripe's.
 *   node --expose-gc bench/nightly.ts [subscribers=100000] [payees=subscribers]
 */
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { startStripe } from '#sandbox/stripe/index.ts'
import { runSchedule } from '#server/payouts/schedule.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { readConfig } from '#server/platform/settings/config.ts'
import { openStripe, type Stripe } from '#server/platform/stripe.ts'
import { reconcileSubscriptions } from '#server/subscriptions/index.ts'
import { noJobs } from '#test/harness/jobs.ts'
import { payByCard } from '#test/harness/money.ts'

const people = Number(process.argv[2] ?? 100_000)
const payees = Math.min(people, Number(process.argv[3] ?? people))
const differing = 100
const log = pino({ level: 'silent' })
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
const idOf = (prefix: string, n: number) => `${prefix}_bench${String(n).padStart(8, '0')}`
type Opened = Parameters<typeof openStripe>[0]

/** The sandbox, in a process of its own: its memory is not the server's. */
async function serveSandbox(): Promise<void> {
  const sandbox = await startStripe({
    folder: null,
    publicUrl: 'http://127.0.0.1:1',
    secret: 's'.repeat(32),
    log,
  })
  sandbox.webhooks.hold()
  const { secretKey, publishableKey, webhookSecret, thinSecret, prices, url } = sandbox
  const settings: Opened = {
    secretKey,
    publishableKey,
    webhookSecret,
    thinSecret,
    prices,
    apiBase: url,
    scriptUrl: null,
  }
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
  const { state } = sandbox
  const [subscription, paid] = [state.get('subscription', made.id), state.get('invoice', invoice.id ?? '')]
  for (let n = 1; n <= people; n++) {
    state.put('subscription', { ...subscription, id: idOf('sub', n), customer: idOf('cus', n) })
    state.put('invoice', { ...paid, id: idOf('in', n), customer: idOf('cus', n) })
  }
  const [item] = subscription.items.data
  process.send?.({ settings, periodEnd: item?.current_period_end, amount: paid.amount_paid })
}

/** Everybody with a plan that Stripe says the same of, but for some, and with $60 that can be paid. */
async function fill(db: Database, price: string, periodEnd: number, amount: number): Promise<void> {
  const id = (prefix: string) => sql.raw(`'${prefix}_bench' || lpad(n::text, 8, '0')`)
  const all = sql`generate_series(1, ${people}::int) n`
  await sql`insert into users (id, email, email_verified, email_verified_at, name)
    select 'bench-' || n, 'bench-' || n || '@creators.example', true, now(), 'Bench' from ${all}`.execute(db)
  await sql`insert into billing_customers (user_id, customer_id) select 'bench-' || n, ${id('cus')} from ${all}`.execute(
    db,
  )
  await sql`insert into subscriptions (id, user_id, status, tier, price_id, current_period_end, started_at)
    select ${id('sub')}, 'bench-' || n, case when n <= ${differing} then 'past_due' else 'active' end, 'premium',
           ${price}, to_timestamp(${periodEnd}), now() from ${all}`.execute(db)
  await sql`insert into billing_invoices (id, user_id, subscription_id, status, amount_cents, fee_cents, description, created_at)
    select ${id('in')}, 'bench-' || n, ${id('sub')}, 'paid', ${amount}, 59, 'Premium', now() from ${all}`.execute(
    db,
  )
  await sql`insert into ledger_accounts (kind, user_id)
    select k, 'bench-' || n from ${all}, unnest(array['creator_paid', 'creator_payable', 'creator_pending']) k`.execute(
    db,
  )
  await sql`with made as (
      insert into ledger_entries (source_event, type, user_id, video_id, platform, creator_amount, views, occurred_at)
      select 'bench:' || n, 'view_revenue', 'bench-' || n, gen_random_uuid(), 'youtube', 60000000, 1714, now() - interval '40 days'
      from ${all} where n <= ${payees} returning id, user_id)
    insert into ledger_lines (entry_id, account_id, amount)
    select made.id, a.id, 60000000 from made join ledger_accounts a on a.user_id = made.user_id and a.kind = 'creator_pending'
    union all
    select made.id, a.id, -60000000 from made, ledger_accounts a where a.kind = 'view_revenue'`.execute(db)
  await sql`analyze`.execute(db)
}

/** Runs something while its memory is watched. @param done how much of it is done, 0 to 1 */
async function watched(
  name: string,
  work: () => Promise<unknown>,
  done: () => Promise<number>,
): Promise<number> {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const peaks = [0, 0, 0, 0]
  let share = 0
  const asking = setInterval(async () => {
    share = Math.max(share, await done())
  }, 500)
  const watching = setInterval(() => {
    const quarter = Math.min(3, Math.floor(share * 4))
    peaks[quarter] = Math.max(peaks[quarter] ?? 0, process.memoryUsage.rss())
  }, 20)
  const started = performance.now()
  await work()
  clearInterval(asking)
  clearInterval(watching)
  const minutes = (performance.now() - started) / 60_000
  console.log(
    `${name}: ${minutes.toFixed(2)} min; resident ${megabytes(before)} MB before, at most ${peaks.map(megabytes).join(', ')} MB in the quarters of it`,
  )
  return minutes
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

async function measure(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-nightly-'))
  const child = fork(import.meta.filename, [String(people), String(payees), 'sandbox'], { stdio: 'inherit' })
  const told = new Promise<{ settings: Opened; periodEnd: number; amount: number }>((resolve, reject) => {
    child.once('message', message => resolve(message as Awaited<typeof told>))
    child.once('exit', code => reject(new Error(`The sandbox ended with ${code}`)))
  })
  const postgres = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const db = openDatabase(postgres.url('postgres'), () => undefined, 4)
  try {
    await migrate(postgres.url('postgres'))
    const { settings, periodEnd, amount } = await told
    await fill(db, settings.prices.premium, periodEnd, amount)
    const stripe = openStripe(settings)
    const begun = performance.now()
    const barePages = await listAll(stripe.client)
    const bare = (performance.now() - begun) / 60_000
    const deps = { db, stripe, clock: systemClock, log }
    const progress = () => db.selectFrom('nightly_progress').selectAll().executeTakeFirst()
    const minutes = await watched(
      `Comparison of ${people} subscribers`,
      () => reconcileSubscriptions(deps),
      async () => ((await progress())?.objects ?? 0) / (2 * people),
    )
    const at = await progress()
    console.log(
      `  ${at?.pages} pages, ${at?.objects} objects, ${at?.differed} differed; bare reading of ${barePages} pages: ${bare.toFixed(2)} min, ratio ${(minutes / bare).toFixed(2)}`,
    )
    console.log(
      `  at Stripe's pace of 80 calls a second: ${(((at?.pages ?? 0) + 4 * differing) / 80 / 60).toFixed(2)} min at least`,
    )
    const config = readConfig({ PAYOUT_METHOD: 'manual' })
    const paid = () =>
      db
        .selectFrom('payouts')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .executeTakeFirst()
    const spent = await watched(
      `Payouts of ${payees} payees`,
      () => runSchedule({ db, clock: systemClock, log, config, jobs: noJobs() }),
      async () => Number((await paid())?.n ?? 0) / payees,
    )
    console.log(`  ${(await paid())?.n} made, ${((spent * 60_000) / payees).toFixed(1)} ms each`)
  } finally {
    child.removeAllListeners('exit')
    child.kill()
    await db.destroy()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[4] === 'sandbox') await serveSandbox()
else await measure()
