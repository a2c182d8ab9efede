import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type EvidenceText, evidenceTexts, planOf } from '#contract/money/constants.ts'
import type { DisputeDetail, EvidenceFile, evidenceBody, evidenceFileQuery } from '#contract/money/desk.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { micros, toDollars } from '#server/core/money.ts'
import type { Stripe } from '#server/core/stripe.ts'
import { findDispute } from '../disputes/store.ts'
import { syncDispute } from '../disputes/sync-dispute.ts'
import { isLost, needStripe, withMessage } from '../gateway.ts'
import { sentences } from '../sentences/sentences.ts'
import { unsafeFindInvoice } from '../store.ts'
import type { SyncDeps } from '../sync.ts'
import { isTooLarge, typeOfEvidence } from './rules.ts'
import { known } from './texts.ts'

const isOpenAt = ({ status, evidence_details: { due_by: due } }: Stripe.Dispute, now: Date): boolean =>
  status.endsWith('needs_response') && (due === null || due * 1000 > now.getTime())

async function needDispute({ db }: SyncDeps, disputeId: string) {
  const row = await findDispute(db, disputeId)
  if (!row) throw notFound('dispute')
  return row
}

/** A dispute's evidence as it is at Stripe, and what we know for the fields that are empty. */
export async function disputeOf(deps: SyncDeps, disputeId: string): Promise<DisputeDetail> {
  const row = await needDispute(deps, disputeId)
  const { client } = needStripe(deps.stripe)
  const dispute = await withMessage(client.disputes.retrieve(disputeId))
  const texts: Record<string, string> = {}
  for (const { field } of evidenceTexts) if (dispute.evidence[field]) texts[field] = dispute.evidence[field]
  const files = await deps.db
    .selectFrom('dispute_files')
    .select(['id', 'field', 'name', 'size'])
    .where('dispute_id', '=', disputeId)
    .orderBy('uploaded_at', 'desc')
    .execute()
  const used = new Set(Object.values(dispute.evidence))
  return {
    id: disputeId,
    status: dispute.status,
    texts,
    files: files.filter(f => used.has(f.id)) as EvidenceFile[],
    suggested: await knownAbout(deps.db, row),
    submissions: dispute.evidence_details.submission_count,
    open: isOpenAt(dispute, deps.clock.now()),
  }
}

/** Sends a file to Stripe. The same file again is the same upload. */
export async function uploadEvidence(
  deps: SyncDeps,
  by: Auditor,
  disputeId: string,
  { field, name }: z.infer<typeof evidenceFileQuery>,
  data: Buffer,
): Promise<EvidenceFile> {
  await needDispute(deps, disputeId)
  if (isTooLarge(data.length)) throw new AppError('too_large', sentences.evidenceTooLarge)
  const type = typeOfEvidence(data)
  if (!type) throw new AppError('invalid_input', sentences.evidenceType)
  const { client } = needStripe(deps.stripe)
  const digest = createHash('sha256').update(`${field} ${name} `).update(data).digest('hex')
  const file = await withMessage(
    client.files.create(
      { purpose: 'dispute_evidence', file: { data, name, type } },
      { idempotencyKey: `evidence:${disputeId}:${digest}` },
    ),
  )
  await deps.db.transaction().execute(async tx => {
    const fresh = await tx
      .insertInto('dispute_files')
      .values({
        id: file.id,
        dispute_id: disputeId,
        field,
        name,
        size: data.length,
        uploaded_by: by.actorId ?? '',
        uploaded_at: deps.clock.now(),
      })
      .onConflict(c => c.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (fresh)
      await record(tx, {
        ...by,
        action: 'dispute.file',
        objectType: 'dispute',
        objectId: disputeId,
        after: { field, name, size: data.length, file: file.id },
      })
  })
  return { id: file.id, field, name, size: data.length }
}

/** Whether Stripe has this evidence, after an answer was lost. */
async function arrived(
  client: Stripe,
  disputeId: string,
  evidence: Record<string, string>,
  { submit, before }: { submit: boolean; before: number },
): Promise<boolean> {
  const now = await client.disputes.retrieve(disputeId)
  const kept: Record<string, unknown> = { ...now.evidence }
  return (
    Object.entries(evidence).every(([field, value]) => (kept[field] ?? '') === value) &&
    (!submit || now.evidence_details.submission_count > before)
  )
}

/**
 * Saves evidence at Stripe as a draft, or submits it for good. The same evidence again is the same call; when the
 * answer is lost, Stripe is asked what it has.
 * @throws AppError not_found; conflict: closed, or a file of another dispute; unavailable
 */
export async function sendEvidence(
  deps: SyncDeps,
  by: Auditor,
  disputeId: string,
  { texts, files, submit }: z.infer<typeof evidenceBody>,
): Promise<DisputeDetail> {
  await needDispute(deps, disputeId)
  const { client } = needStripe(deps.stripe)
  const ours = await deps.db
    .selectFrom('dispute_files')
    .select(['id', 'field'])
    .where('dispute_id', '=', disputeId)
    .execute()
  for (const [field, id] of Object.entries(files))
    if (!ours.some(f => f.id === id && f.field === field))
      throw new AppError('conflict', sentences.foreignFile)
  const dispute = await withMessage(client.disputes.retrieve(disputeId))
  if (!isOpenAt(dispute, deps.clock.now())) throw new AppError('conflict', sentences.evidenceClosed)
  const evidence: Record<string, string> = { ...texts, ...files }
  if (submit && Object.values(evidence).every(value => !value) && !dispute.evidence_details.has_evidence)
    throw new AppError('conflict', sentences.evidenceEmpty)
  const before = dispute.evidence_details.submission_count
  const digest = createHash('sha256')
    .update(JSON.stringify([Object.entries(evidence).sort(), submit, before, dispute.evidence]))
    .digest('hex')
  try {
    await client.disputes.update(
      disputeId,
      { evidence, submit },
      { idempotencyKey: `evidence:${disputeId}:${digest}` },
    )
  } catch (error) {
    if (!isLost(error) || !(await arrived(client, disputeId, evidence, { submit, before })))
      await withMessage(Promise.reject(error))
  }
  await record(deps.db, {
    ...by,
    action: submit ? 'dispute.submit' : 'dispute.draft',
    objectType: 'dispute',
    objectId: disputeId,
    after: { fields: Object.keys(evidence).filter(field => evidence[field]) },
  })
  await syncDispute(deps, disputeId)
  return disputeOf(deps, disputeId)
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const mostDays = 200

/** Evidence that we can give ourselves: who the rider is, and how they used the plan. No network addresses. */
async function knownAbout(
  db: Queryable,
  { user_id: userId, invoice_id: invoiceId }: { user_id: string | null; invoice_id: string | null },
): Promise<Partial<Record<EvidenceText, string>>> {
  const invoice = invoiceId ? await unsafeFindInvoice(db, invoiceId) : undefined
  const user = userId
    ? await db.selectFrom('users').select(['name', 'created_at']).where('id', '=', userId).executeTakeFirst()
    : undefined
  if (!user || !userId) return {}
  const lines = [known.signedUp(dayOf(user.created_at))]
  const plan = invoice?.tier ? planOf(invoice.tier) : null
  const { paid_at: paidAt, period_start: from, period_end: to } = invoice ?? {}
  if (plan && paidAt && from && to) lines.push(known.paid(plan.name, dayOf(paidAt), dayOf(from), dayOf(to)))
  const { rows: days } = await sql<{ day: string }>`
    select distinct to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day from sessions
    where user_id = ${userId} order by day limit ${mostDays}`.execute(db)
  if (days.length) lines.push(known.signedIn(days.map(d => d.day)))
  if (from && to) lines.push(...(await usageOf(db, userId, from, to)))
  return {
    customer_name: user.name,
    access_activity_log: lines.join('\n'),
    ...(plan
      ? { product_description: known.product(plan.name, plan.price.toFixed(2), plan.multiplier) }
      : {}),
  }
}

/** On which days the plan multiplied what views earned. */
async function usageOf(db: Queryable, userId: string, from: Date, to: Date): Promise<string[]> {
  const { rows } = await sql<{ day: string; views: string; multiplier: string; earned: string }>`
    select to_char(occurred_at at time zone 'utc', 'YYYY-MM-DD') as day, sum(views)::text as views,
      max(facts ->> 'planMultiplier') as multiplier, sum(creator_amount)::text as earned
    from ledger_entries where user_id = ${userId} and occurred_at >= ${from} and occurred_at < ${to}
      and type like 'premium\\_view%' group by 1 having sum(views) > 0 order by 1 limit ${mostDays}`.execute(
    db,
  )
  if (rows.length === 0) return [known.unused]
  const dollars = (amount: string | bigint) => toDollars(micros(amount)).toFixed(2)
  const views = rows.reduce((sum, r) => sum + Number(r.views), 0)
  const earned = rows.reduce((sum, r) => sum + BigInt(r.earned), 0n)
  return [
    known.used(views, dollars(earned), rows.length),
    ...rows.map(r => known.usedOn(r.day, Number(r.views), r.multiplier ?? '1', dollars(r.earned))),
  ]
}
