import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Correction, correctionBody } from '#contract/money/accounting.ts'
import type { Correctable } from '#contract/money/constants.ts'
import { sentences as refusals } from '#sentences/accounting.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { fromCents, minus } from '#server/core/money.ts'
import type { Deps } from '#server/deps.ts'
import { post } from '#server/ledger/index.ts'
import { closedMonths, listCorrections, lockCorrection } from './store.ts'

type CorrectDeps = Pick<Deps, 'db' | 'clock'>

/** Corrections for admins, newest first. */
export const correctionsFor = async (db: Queryable, actorId: string): Promise<Correction[]> =>
  (await listCorrections(db)).map(c => ({
    id: c.id,
    month: c.month,
    reason: c.reason,
    debit: c.debit_account,
    credit: c.credit_account,
    amount: c.cents / 100,
    state: c.state,
    proposedBy: c.proposer ?? '',
    proposedAt: c.proposed_at.toISOString(),
    decidedBy: c.decider,
    decidedAt: c.decided_at?.toISOString() ?? null,
    own: c.proposed_by === actorId,
  }))

/** Proposes a correction of a closed month. @throws AppError conflict for an open month */
export async function proposeCorrection(
  { db, clock }: CorrectDeps,
  by: Auditor,
  { month, reason, debit, credit, amount }: z.infer<typeof correctionBody>,
): Promise<string> {
  if (!(await closedMonths(db)).some(m => m.month === month))
    throw new AppError('conflict', refusals.monthOpen({ month }))
  const id = randomUUID()
  await db.transaction().execute(async tx => {
    await tx
      .insertInto('ledger_corrections')
      .values({
        id,
        month: sql<Date>`${`${month}-01`}::date`,
        reason,
        debit_account: debit,
        credit_account: credit,
        cents: Math.round(amount * 100),
        proposed_by: by.actorId ?? '',
        proposed_at: clock.now(),
      })
      .execute()
    await record(tx, {
      ...by,
      action: 'correction.propose',
      objectType: 'correction',
      objectId: id,
      after: { month, reason, debit, credit, amount },
    })
  })
  return id
}

const line = (kind: Correctable, amount: ReturnType<typeof fromCents>) => ({ account: { kind }, amount })

/**
 * Posts a correction today, or drops it. Posting takes a second admin; the proposer may drop it.
 * @throws AppError not_found; conflict: already decided, or their own
 */
export async function decideCorrection(
  { db, clock }: CorrectDeps,
  by: Auditor,
  id: string,
  accept: boolean,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const c = await lockCorrection(tx, id)
    if (!c) throw notFound('correction')
    if (c.state !== 'proposed') throw new AppError('conflict', refusals.correctionDecided({ state: c.state }))
    if (accept && c.proposed_by === by.actorId) throw new AppError('conflict', refusals.ownCorrection)
    const amount = fromCents(c.cents)
    const now = clock.now()
    const written = accept
      ? await post(tx, [
          {
            sourceEvent: `correction:${id}`,
            type: 'correction',
            facts: { month: c.month, reason: c.reason, proposedBy: c.proposed_by, decidedBy: by.actorId },
            occurredAt: now,
            lines: [line(c.debit_account, minus(amount)), line(c.credit_account, amount)],
          },
        ])
      : null
    await tx
      .updateTable('ledger_corrections')
      .set({
        state: accept ? 'posted' : 'rejected',
        decided_by: by.actorId,
        decided_at: now,
        entry_id: written?.get(`correction:${id}`) ?? null,
      })
      .where('id', '=', id)
      .execute()
    await record(tx, {
      ...by,
      action: accept ? 'correction.post' : 'correction.reject',
      objectType: 'correction',
      objectId: id,
      after: { month: c.month, reason: c.reason },
    })
  })
}
