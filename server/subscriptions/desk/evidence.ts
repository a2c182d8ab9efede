import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { evidenceTexts } from '#contract/money/constants.ts'
import type { DisputeDetail, EvidenceFile, evidenceBody, evidenceFileQuery } from '#contract/money/desk.ts'
import { sentences } from '#sentences/subscriptions.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Stripe } from '#server/core/stripe.ts'
import { findDispute } from '../disputes/store.ts'
import { syncDispute } from '../disputes/sync-dispute.ts'
import { isLost, needStripe, withMessage } from '../gateway.ts'
import type { SyncDeps } from '../sync.ts'
import { knownAbout } from './known.ts'
import { isTooLarge, typeOfEvidence } from './rules.ts'

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
