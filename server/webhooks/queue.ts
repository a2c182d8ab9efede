import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/api-constants.ts'
import type { Queryable } from '#server/core/db/database.ts'

/** What an event is about: ids only, so that a message tells no more than the API, and addresses are added on the way. */
export interface WebhookFacts {
  videoId?: string
  payoutId?: string
  /** where a published video is live: a path of ours or an address */
  link?: string
}

/**
 * Notes an event for every webhook of a person that wants it, in the transaction of what happened. A suspended or
 * deleted account gets none, and the same event is sent once.
 * @param key what happened, unique for its type
 */
export async function queueWebhooks(
  tx: Queryable,
  { userId, type, key, data }: { userId: string; type: WebhookEvent; key: string; data: WebhookFacts },
): Promise<void> {
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_key, type, data)
    select gen_random_uuid(), w.id, ${`${type}:${key}`}, ${type}, ${JSON.stringify(data)}::jsonb
    from webhooks w join users u on u.id = w.user_id
    where w.user_id = ${userId} and w.disabled_at is null and ${type} = any(w.events)
      and u.suspended_at is null and u.deleted_at is null
    on conflict (webhook_id, event_key) do nothing`.execute(tx)
}
