import { sentences as notices } from '#sentences/subscriptions.ts'
import { fromCents, toDollars } from '#server/core/money.ts'
import { apart, failedBefore, type NightlyDeps, type Page, type Step } from '#server/core/nightly.ts'
import type { Stripe } from '#server/core/stripe.ts'
import { notifyAdmins } from '#server/notifications/index.ts'
import { creditOf } from '../credits/store.ts'
import { syncCredit } from '../credits/sync-credit.ts'
import { reconcileWarnings } from '../desk/warnings.ts'
import { reconcileDisputes } from '../disputes/sync-dispute.ts'
import { idOf } from '../gateway.ts'
import { pendingPriceOf } from '../pending-change.ts'
import {
  customersAmong,
  invoicesAmong,
  invoicesWithoutFee,
  markCompared,
  refundsPostedAmong,
  subscriptionsAmong,
  uncomparedSubscriptions,
} from '../store.ts'
import { type SyncDeps, syncInvoice, syncPayment, syncSubscription } from '../sync.ts'

export const compareTask = 'plans.compare'
/** Stripe's largest page (https://docs.stripe.com/api/pagination). */
const limit = 100
/** Longer than a period with its attempts: events of older invoices would have been noticed already. */
const invoiceDays = 40

type Deps = SyncDeps & NightlyDeps
const since = (startedAt: Date) => ({ gte: Math.floor(startedAt.getTime() / 1000) - invoiceDays * 86_400 })
const after = (cursor: string | null) => (cursor === null ? {} : { starting_after: cursor })
const seconds = (date: Date | null): number | null => date && Math.floor(date.getTime() / 1000)

/** Syncs one object with Stripe; a failure is retried separately. */
function bring(deps: Deps, id: string): Promise<boolean> {
  return apart(deps, compareTask, id, () => {
    if (id.startsWith('in_')) return syncInvoice(deps, id)
    if (id.startsWith('cus_')) return compareCredit(deps, id)
    return id.startsWith('pi_') ? syncPayment(deps, id) : syncSubscription(deps, id)
  })
}

/** A page of Stripe's list, of which only differing objects are fetched one by one. */
async function page<T extends { id?: string | undefined }>(
  deps: Deps,
  { data, has_more: more }: Stripe.ApiList<T>,
  differing: (data: T[]) => Promise<string[]>,
): Promise<Page> {
  const ids = await differing(data)
  for (const id of ids) await bring(deps, id)
  return { cursor: (more && data.at(-1)?.id) || null, objects: data.length, differed: ids.length }
}

/** The subscriptions in a page that differ here or are missing. Foreign ones are ignored. */
async function differingSubscriptions(
  deps: Deps,
  data: Stripe.Subscription[],
  startedAt: Date,
): Promise<string[]> {
  const ids = data.map(s => s.id)
  const known = await subscriptionsAmong(deps.db, ids)
  const ours = await customersAmong(
    deps.db,
    data.map(s => idOf(s.customer) ?? ''),
  )
  await markCompared(deps.db, ids, startedAt)
  return data
    .filter(s => ours.has(idOf(s.customer) ?? ''))
    .filter(s => {
      const row = known.get(s.id)
      const item = s.items.data[0]
      return (
        row?.status !== s.status ||
        row.price_id !== item?.price.id ||
        row.pending_price_id !== pendingPriceOf(s) ||
        row.cancel_at_period_end !== s.cancel_at_period_end ||
        seconds(row.current_period_end) !== (item.current_period_end ?? null)
      )
    })
    .map(s => s.id)
}

async function differingInvoices(deps: Deps, data: Stripe.Invoice[]): Promise<string[]> {
  const ids = data.map(i => i.id ?? '')
  const known = await invoicesAmong(deps.db, ids)
  const ours = await customersAmong(
    deps.db,
    data.map(i => idOf(i.customer) ?? ''),
  )
  return data
    .filter(i => i.id && ours.has(idOf(i.customer) ?? ''))
    .filter(i => {
      const row = known.get(i.id ?? '')
      const cents = i.status === 'paid' ? i.amount_paid : i.amount_due
      return row?.status !== i.status || row?.amount_cents !== cents
    })
    .map(i => i.id ?? '')
}

/** The payments of refunds that are not in the ledger. */
async function unpostedRefunds(deps: Deps, data: Stripe.Refund[]): Promise<string[]> {
  const done = data.filter(r => r.status === 'succeeded')
  const posted = await refundsPostedAmong(
    deps.db,
    done.map(r => r.id),
  )
  return done.filter(r => !posted.has(r.id)).flatMap(r => idOf(r.payment_intent) ?? [])
}

/** The customers in a page whose credit is another one here. Foreign ones are ignored. */
async function differingCredit(deps: Deps, data: Stripe.Customer[]): Promise<string[]> {
  const here = await creditOf(
    deps.db,
    data.map(c => c.id),
  )
  return data.filter(({ id, balance }) => here.has(id) && here.get(id) !== -balance).map(({ id }) => id)
}

/** Syncs a customer's credit; admins get a notification if it still isn't the same as at Stripe. */
async function compareCredit(deps: Deps, customer: string): Promise<void> {
  await syncCredit(deps, customer)
  const known = await deps.stripe?.client.customers.retrieve(customer)
  const here = (await creditOf(deps.db, [customer])).get(customer) ?? 0
  if (!known || known.deleted || here === -known.balance) return
  await deps.db.transaction().execute(tx =>
    notifyAdmins(tx, {
      title: notices.creditTitle,
      message: notices.creditMessage({
        customer,
        here: toDollars(fromCents(here)),
        there: toDollars(fromCents(-known.balance)),
      }),
      eventKey: `credit_differs:${customer}:${here}:${-known.balance}`,
    }),
  )
  throw new Error(`The credit of ${customer} is ${here} here and ${-known.balance} at Stripe, in cents`)
}

/** A page of our own rows, each of which is fetched from Stripe. */
async function ownPage(deps: Deps, ids: readonly string[], size: number): Promise<Page> {
  for (const id of ids) await bring(deps, id)
  return {
    cursor: ids.length === size ? (ids.at(-1) as string) : null,
    objects: ids.length,
    differed: ids.length,
  }
}

/** A step without pages, which compares what it finds itself. */
const wholeStep = (deps: Deps, name: string, reconcile: typeof reconcileDisputes): Step => ({
  name,
  async page() {
    let objects = 0
    await reconcile(deps, async (id, work) => {
      objects += 1
      await apart(deps, `plans.${name}`, id, work)
    })
    return { cursor: null, objects, differed: objects }
  },
})

/** The steps of the nightly comparison, page by page, using Stripe's lists. */
export function comparisonSteps(deps: Deps, client: Stripe): Step[] {
  return [
    {
      name: 'subscriptions',
      page: async (cursor, startedAt) =>
        page(
          deps,
          // Ended subscriptions are left out; those active here but not in the list follow below.
          await client.subscriptions.list({ limit, ...after(cursor) }),
          data => differingSubscriptions(deps, data, startedAt),
        ),
    },
    {
      name: 'unlisted subscriptions',
      page: async (cursor, startedAt) =>
        ownPage(deps, await uncomparedSubscriptions(deps.db, startedAt, cursor, limit), limit),
    },
    {
      name: 'invoices',
      page: async (cursor, startedAt) =>
        page(deps, await client.invoices.list({ limit, created: since(startedAt), ...after(cursor) }), data =>
          differingInvoices(deps, data),
        ),
    },
    {
      name: 'refunds',
      page: async (cursor, startedAt) =>
        page(deps, await client.refunds.list({ limit, created: since(startedAt), ...after(cursor) }), data =>
          unpostedRefunds(deps, data),
        ),
    },
    {
      name: 'credit',
      page: async cursor =>
        page(deps, await client.customers.list({ limit, ...after(cursor) }), data =>
          differingCredit(deps, data),
        ),
    },
    {
      name: 'fees',
      page: async cursor => ownPage(deps, await invoicesWithoutFee(deps.db, cursor, limit), limit),
    },
    wholeStep(deps, 'disputes', reconcileDisputes),
    wholeStep(deps, 'warnings', reconcileWarnings),
  ]
}

/** Retries what failed in an earlier run and is due again. */
export async function compareAgain(deps: Deps): Promise<void> {
  for (const id of await failedBefore(deps, compareTask)) await bring(deps, id)
}
