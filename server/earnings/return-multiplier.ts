import { sql } from 'kysely'
import { planOf, type Tier } from '#contract/money/constants.ts'
import type { Deps } from '#server/deps.ts'
import { lockCreators, type NewEntry, post, reversalOf } from '#server/ledger/index.ts'
import { notify } from '#server/notifications/index.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inWords, micros, minus, plus } from '#server/platform/money.ts'
import { type GivenBack, returnTerms, unreturnedInvoices } from '#server/subscriptions/index.ts'
import { findCounters, saveCounters } from './counters.ts'
import { type TermFacts, termsFromFacts, termsOf } from './policy.ts'
import { sentences } from './sentences/sentences.ts'
import { batchOf, earningOf } from './view-entries.ts'

type Repriced = { tierWithout: (at: Date) => Tier; plan: GivenBack }
const inTenths = (tier: Tier) => termsOf(0, planOf(tier)).planMultiplier

interface Standing {
  id: number
  video_id: string
  platform: string
  facts: TermFacts & { from: number; to: number; sampledAt: string }
}

/** Unreversed entries of views that earn by the plan in its period. */
async function viewsOf(tx: Tx, { userId, plan, from, to }: GivenBack): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select e.id, e.video_id, e.platform, e.facts from ledger_entries e
    where e.user_id = ${userId} and e.type in ('premium_view_revenue', 'premium_view_repriced')
      and (e.facts ->> 'planMultiplier')::numeric = ${plan.multiplier}
      and (e.facts ->> 'sampledAt')::timestamptz >= ${from} and (e.facts ->> 'sampledAt')::timestamptz < ${to}
      and not exists (select from ledger_entries r where r.reverses = e.id)
    order by e.id`.execute(tx)
  return rows
}

/** Corrections are computed from samples, so the samples lose the plan as well. */
async function repriceSamples(tx: Tx, { plan: given, tierWithout }: Repriced): Promise<void> {
  const { rows } = await sql<{ video_id: string; platform: string; sampled_at: Date }>`
    select s.video_id, s.platform, s.sampled_at from view_samples s
    join view_counters c on c.video_id = s.video_id and c.platform = s.platform
    where c.user_id = ${given.userId} and s.plan_multiplier = ${inTenths(given.plan.tier)}
      and s.sampled_at >= ${given.from} and s.sampled_at < ${given.to}`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update view_samples s set plan_multiplier = n.multiplier
    from unnest(${rows.map(r => r.video_id)}::uuid[], ${rows.map(r => r.platform)}::text[],
      ${rows.map(r => r.sampled_at.toISOString())}::timestamptz[],
      ${rows.map(r => inTenths(tierWithout(r.sampled_at)))}::integer[]) as n (video_id, platform, sampled_at, multiplier)
    where s.video_id = n.video_id and s.platform = n.platform and s.sampled_at = n.sampled_at`.execute(tx)
}

/**
 * Reverses the plan's views and posts them again with the multiplier they have without it; nothing else
 * changes.
 */
async function reprice(tx: Tx, repriced: Repriced, now: Date): Promise<void> {
  const { plan: given, tierWithout } = repriced
  await repriceSamples(tx, repriced)
  const standing = await viewsOf(tx, given)
  if (standing.length === 0) return
  const counters = await findCounters(
    tx,
    standing.map(e => ({ videoId: e.video_id, platform: e.platform })),
  )
  const why = { invoiceId: given.invoiceId, ...(given.disputed ? { disputed: true } : {}) }
  const entries: NewEntry[] = []
  for (const { id, video_id, platform, facts } of standing) {
    const counter = counters.get(`${platform}:${video_id}`)
    if (!counter) throw new Error(`Entry ${id} is of a counter that is not there`)
    const sampledAt = new Date(facts.sampledAt)
    const planMultiplier = inTenths(tierWithout(sampledAt))
    const back = await reversalOf(tx, id, { occurredAt: now, facts: why })
    const segment = { from: facts.from, to: facts.to, sampledAt, ...termsFromFacts(facts), planMultiplier }
    const anew = earningOf(counter, segment, now)
    entries.push({ ...back, type: 'premium_view_refunded' })
    entries.push({
      ...anew,
      type: anew.type === 'view_revenue' ? 'view_repriced' : 'premium_view_repriced',
      facts: { ...anew.facts, ...why },
    })
  }
  await post(tx, [...batchOf(entries, now), ...entries])
  await saveCounters(tx, [...counters.values()])
  const taken = minus(
    plus(
      ...entries.flatMap(e =>
        e.lines.filter(line => line.account.kind === 'creator_pending').map(line => line.amount),
      ),
    ),
  )
  if (taken > 0n) await tell(tx, given, inWords(micros(taken)))
}

const tell = (tx: Tx, { userId, plan, invoiceId, disputed }: GivenBack, amount: string): Promise<void> =>
  notify(tx, {
    userId,
    type: 'payout_processed',
    title: sentences.planReturnedTitle({ plan: plan.name, disputed: disputed === true }),
    message: sentences.planReturnedMessage({ amount }),
    link: '/earnings',
    eventKey: `plan_refunded:${invoiceId}`,
  })

/**
 * Reverses the multiplier of every plan whose payment was refunded in full or lost in a dispute, once each:
 * its views earn what they would have earned without it. A failure for one is logged and retried in the next
 * round.
 */
export async function returnMultipliers({
  db,
  clock,
  log,
}: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  for (const { id: invoiceId } of await unreturnedInvoices(db))
    try {
      const now = clock.now()
      const lock = (tx: Tx, userId: string) => lockCreators(tx, [userId])
      await returnTerms(db, { invoiceId, now }, lock, (tx, plan, tierWithout) =>
        reprice(tx, { plan, tierWithout }, now),
      )
    } catch (error) {
      log.error(
        { err: error, invoiceId },
        'the multiplier of a plan that was paid back could not be returned',
      )
    }
}
