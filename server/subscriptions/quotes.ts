import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { sentences } from '#sentences/subscriptions.ts'
import type { Database, Queryable } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { PlanQuotes } from '../../db/schema.generated.ts'
import { quoteMinutes } from './rules.ts'

export type QuoteRow = Selectable<PlanQuotes>
type Offer = Omit<QuoteRow, 'id' | 'created_at' | 'expires_at' | 'used_at'>

/** How long quotes are kept after they expired, to distinguish a late one from a made-up one. */
const keptMs = 24 * 3600_000

/** Saves an offer for 10 minutes. Deletes the person's expired quotes. */
export async function saveQuote(db: Database, offer: Offer, now: Date): Promise<QuoteRow> {
  return db.transaction().execute(async tx => {
    await tx
      .deleteFrom('plan_quotes')
      .where('user_id', '=', offer.user_id)
      .where('expires_at', '<', new Date(now.getTime() - keptMs))
      .execute()
    return tx
      .insertInto('plan_quotes')
      .values({
        ...offer,
        id: randomUUID(),
        created_at: now,
        expires_at: new Date(now.getTime() + quoteMinutes * 60_000),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/**
 * Uses up a person's quote in one statement: of two requests, one gets it. It stays used whatever happens to
 * the change, so that nothing can be charged twice with it.
 * @throws AppError not_found for someone else's quote; conflict when it is for another plan, used or expired
 */
export async function takeQuote(
  db: Database,
  { id, userId, priceId }: { id: string; userId: string; priceId: string },
  now: Date,
): Promise<QuoteRow> {
  const taken = await db
    .updateTable('plan_quotes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('to_price_id', '=', priceId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (taken) return taken
  const known = await db
    .selectFrom('plan_quotes')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!known) throw notFound('quote')
  if (known.to_price_id !== priceId) throw new AppError('conflict', sentences.quoteOfOtherPlan)
  if (known.used_at) throw new AppError('conflict', sentences.quoteUsed)
  throw new AppError('conflict', sentences.quoteExpired)
}

/** A person's quoted prices, newest first, for their own data export. */
export async function quotesOf(db: Queryable, userId: string): Promise<QuoteRow[]> {
  return db
    .selectFrom('plan_quotes')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
}
