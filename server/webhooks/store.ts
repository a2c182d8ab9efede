import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Webhook, WebhookDelivery } from '#contract/api-access.ts'
import { deliveriesShown, mostWebhooks, type WebhookEvent } from '#contract/api-constants.ts'
import { sentences } from '#sentences/webhooks.ts'
import { lockConfirmed } from '#server/accounts/index.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { readOutgoing } from '#server/core/http/outgoing.ts'
import { seal } from '#server/core/seal.ts'
import type { Deps } from '#server/deps.ts'
import { keptMs } from './rules.ts'

/** The purpose of the key that encrypts signing secrets. */
export const secretPurpose = 'webhooks'
const secretPrefix = 'whsec_'

/** A sandbox that only this machine reaches may call this machine; nothing else may. */
export const outgoingRules = ({ config }: Pick<Deps, 'config'>) => ({
  allowLoopback: config.mode === 'sandbox' && config.sandboxPassword === undefined,
})

const columns = ['id', 'url', 'events', 'created_at', 'failing_since', 'disabled_at'] as const

const present = (row: {
  id: string
  url: string
  events: WebhookEvent[]
  created_at: Date
  failing_since: Date | null
  disabled_at: Date | null
}): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  createdAt: row.created_at.toISOString(),
  failingSince: row.failing_since?.toISOString() ?? null,
  disabledAt: row.disabled_at?.toISOString() ?? null,
})

/** The person's webhooks, oldest first. */
export async function listWebhooks(db: Queryable, userId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(present)
}

/** @throws AppError not_found for another person's */
async function ownWebhook(db: Queryable, userId: string, id: string): Promise<Webhook> {
  const row = await db
    .selectFrom('webhooks')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('webhook')
  return present(row)
}

/**
 * Adds a webhook. @returns it with its signing secret, which no later answer contains
 * @throws AppError invalid_input (address), forbidden (address not confirmed, suspended), conflict (too many)
 */
export async function createWebhook(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>,
  by: Auditor,
  userId: string,
  given: { url: string; events: readonly WebhookEvent[] },
): Promise<Webhook & { secret: string }> {
  const url = readOutgoing(given.url, outgoingRules(deps))
  if (!url) throw new AppError('invalid_input', sentences.badAddress, { field: 'url' })
  const secret = secretPrefix + randomBytes(24).toString('base64')
  return deps.db.transaction().execute(async tx => {
    await lockConfirmed(tx, userId, sentences.confirmFirst)
    if ((await listWebhooks(tx, userId)).length >= mostWebhooks)
      throw new AppError('conflict', sentences.tooMany({ most: mostWebhooks }))
    const id = randomUUID()
    const row = await tx
      .insertInto('webhooks')
      .values({
        id,
        user_id: userId,
        url: url.href,
        events: [...new Set(given.events)],
        secret: seal(deps.secrets, secretPurpose, id, secret),
        created_at: deps.clock.now(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    const after = { webhookId: id, host: url.host, events: row.events }
    await record(tx, { ...by, action: 'webhook.create', objectType: 'user', objectId: userId, after })
    return { ...present(row), secret }
  })
}

/** Deletes a webhook with its deliveries. @throws AppError not_found */
export function deleteWebhook(
  { db }: Pick<Deps, 'db'>,
  by: Auditor,
  { userId, webhookId }: { userId: string; webhookId: string },
): Promise<void> {
  return db.transaction().execute(async tx => {
    const { url } = await ownWebhook(tx, userId, webhookId)
    await tx.deleteFrom('webhooks').where('id', '=', webhookId).execute()
    const before = { webhookId, host: new URL(url).host }
    await record(tx, { ...by, action: 'webhook.delete', objectType: 'user', objectId: userId, before })
  })
}

/** Switches a webhook on again. @throws AppError not_found */
export async function enableWebhook(db: Queryable, userId: string, webhookId: string): Promise<Webhook> {
  await db
    .updateTable('webhooks')
    .set({ disabled_at: null, failing_since: null })
    .where('id', '=', webhookId)
    .where('user_id', '=', userId)
    .execute()
  return ownWebhook(db, userId, webhookId)
}

const deliveryColumns = [
  'id',
  'type',
  'state',
  'attempts',
  'created_at',
  'next_at',
  'last_at',
  'last_status',
  'last_problem',
  'last_ms',
] as const

const deliveriesOf = (db: Queryable, webhookId: string) =>
  db.selectFrom('webhook_deliveries').select(deliveryColumns).where('webhook_id', '=', webhookId)

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveriesOf>['executeTakeFirstOrThrow']>>

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  lastAttemptAt: row.last_at?.toISOString() ?? null,
  nextAttemptAt: row.next_at?.toISOString() ?? null,
  lastStatus: row.last_status,
  lastProblem: row.last_problem,
  lastDuration: row.last_ms,
})

/** The newest deliveries of a person's webhook. @throws AppError not_found */
export async function listDeliveries(
  db: Queryable,
  userId: string,
  webhookId: string,
): Promise<WebhookDelivery[]> {
  await ownWebhook(db, userId, webhookId)
  const rows = await deliveriesOf(db, webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(deliveriesShown)
    .execute()
  return rows.map(presentDelivery)
}

/** Sends a delivery again as the same message. @throws AppError not_found, conflict while it waits or the webhook is off */
export function replayDelivery(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<WebhookDelivery> {
  return db.transaction().execute(async tx => {
    const { disabledAt } = await ownWebhook(tx, userId, webhookId)
    const row = await deliveriesOf(tx, webhookId).where('id', '=', deliveryId).forUpdate().executeTakeFirst()
    if (!row) throw notFound('webhookDelivery')
    if (disabledAt) throw new AppError('conflict', sentences.isOff)
    if (row.state === 'waiting') throw new AppError('conflict', sentences.waits)
    const again = await tx
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', attempts: 0, next_at: clock.now() })
      .where('id', '=', deliveryId)
      .returning(deliveryColumns)
      .executeTakeFirstOrThrow()
    return presentDelivery(again)
  })
}

/** Deletes what was delivered, or given up, long ago. */
export async function sweepDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await sql`delete from webhook_deliveries
    where created_at < ${new Date(clock.now().getTime() - keptMs)} and state <> 'waiting'`.execute(db)
}
