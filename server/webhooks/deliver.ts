import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { DeliveryProblem, WebhookEvent } from '#contract/api-constants.ts'
import { api, videoPage } from '#contract/paths.ts'
import { OutgoingError, postOutgoing } from '#server/core/http/outgoing.ts'
import { defineJob } from '#server/core/jobs/definition.ts'
import { jobOf } from '#server/core/module.ts'
import { unseal } from '#server/core/seal.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueMail } from '#server/mail/index.ts'
import type { WebhookFacts } from './queue.ts'
import { isOver, retryAt } from './rules.ts'
import { outgoingRules, secretPurpose } from './store.ts'

export type DeliverDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets' | 'publicUrl' | 'jobs'>

/** One attempt of one delivery. The row says whether it is still due, so a job too many sends nothing. */
const deliverJob = defineJob({
  name: 'webhooks.deliver',
  schema: z.object({ deliveryId: z.uuid() }),
  key: ({ deliveryId }) => deliveryId,
  retries: 2,
  timeoutSeconds: 60,
  concurrency: 5,
  // A slow receiver holds up only its own rider's messages.
  personOf: async (db, { deliveryId }) => {
    const row = await db
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
      .select('w.user_id')
      .where('d.id', '=', deliveryId)
      .executeTakeFirst()
    return row?.user_id ?? null
  },
})

/** Deliveries that one round passes to the queue, of each webhook. */
const atOnce = 10

/** Passes the deliveries that are due to the workers; those of suspended people wait. */
export async function sendDue({ db, clock, jobs }: DeliverDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select d.id, row_number() over (partition by d.webhook_id order by d.next_at) as place
      from webhook_deliveries d
      join webhooks w on w.id = d.webhook_id join users u on u.id = w.user_id
      where d.next_at <= ${clock.now()} and u.suspended_at is null
    ) due
    where place <= ${atOnce}`.execute(db)
  for (const { id } of rows) await jobs.send(db, deliverJob, { deliveryId: id })
}

/** The message as Standard Webhooks describes it, with addresses where the facts can be read. */
export function messageOf(
  publicUrl: string,
  { id, type, createdAt, data }: { id: string; type: WebhookEvent; createdAt: Date; data: WebhookFacts },
): string {
  const at = (address: string) => new URL(address, publicUrl).href
  const { videoId, payoutId, link } = data
  return JSON.stringify({
    id,
    type,
    timestamp: createdAt.toISOString(),
    data: {
      ...(videoId ? { videoId, api: at(api.video(videoId)), page: at(link ?? videoPage(videoId)) } : {}),
      ...(payoutId ? { payoutId, api: at(api.payoutHistory), page: at('/earnings') } : {}),
    },
  })
}

/**
 * The headers that prove who sent a message: an HMAC with SHA-256 over id, time and body
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 * @param secret `whsec_` and the key in base64
 */
export function signedHeaders(secret: string, id: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

interface Attempt {
  status: number | null
  problem: DeliveryProblem | null
}

const hasArrived = ({ status }: Attempt) => status !== null && status >= 200 && status < 300

const findDue = ({ db, clock }: DeliverDeps, deliveryId: string) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .select(['d.id', 'd.type', 'd.data', 'd.created_at', 'd.attempts', 'd.webhook_id'])
    .select(['w.url', 'w.secret', 'w.user_id', 'w.failing_since'])
    .where('d.id', '=', deliveryId)
    .where('d.next_at', '<=', clock.now())
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst()

type Due = NonNullable<Awaited<ReturnType<typeof findDue>>>

/** One attempt: sends the message if it is still due, and notes what came back. */
export async function deliver(deps: DeliverDeps, deliveryId: string): Promise<void> {
  const due = await findDue(deps, deliveryId)
  if (!due) return
  const { type, data, created_at: createdAt } = due
  const body = messageOf(deps.publicUrl, { id: due.id, type, data, createdAt })
  const began = deps.clock.now()
  const secret = unseal(deps.secrets, secretPurpose, due.webhook_id, due.secret)
  const headers = {
    ...signedHeaders(secret, due.id, body, began),
    'content-type': 'application/json',
    'user-agent': 'Trailcut-Webhooks/1',
  }
  const from = performance.now()
  const attempt = await postOutgoing(due.url, { headers, body }, outgoingRules(deps)).then(
    ({ status }): Attempt => ({ status, problem: null }),
    (error: unknown): Attempt => {
      if (error instanceof OutgoingError) return { status: null, problem: error.problem }
      throw error
    },
  )
  await keepAttempt(deps, due, attempt, Math.round(performance.now() - from))
}

/** Stores what an attempt got; after days without success the webhook is switched off and its owner notified. */
function keepAttempt(
  { db, clock }: DeliverDeps,
  due: Due,
  attempt: Attempt,
  milliseconds: number,
): Promise<void> {
  const now = clock.now()
  const arrived = hasArrived(attempt)
  const failingSince = due.failing_since ?? now
  const attempts = due.attempts + 1
  const next = arrived ? null : retryAt(attempts, now)
  return db.transaction().execute(async tx => {
    await tx
      .updateTable('webhook_deliveries')
      .set({
        attempts,
        state: arrived ? 'delivered' : next ? 'waiting' : 'failed',
        next_at: next,
        last_at: now,
        last_status: attempt.status,
        last_problem: attempt.problem,
        last_ms: milliseconds,
      })
      .where('id', '=', due.id)
      .execute()
    const webhook = tx.updateTable('webhooks').where('id', '=', due.webhook_id)
    if (arrived) {
      await webhook.set({ failing_since: null }).where('failing_since', 'is not', null).execute()
      return
    }
    await webhook.set({ failing_since: failingSince }).where('failing_since', 'is', null).execute()
    if (!isOver(failingSince, attempt.status, now)) return
    const off = await webhook.set({ disabled_at: now }).where('disabled_at', 'is', null).executeTakeFirst()
    if (off.numUpdatedRows === 0n) return
    await sql`update webhook_deliveries set state = 'failed', next_at = null
      where webhook_id = ${due.webhook_id} and state = 'waiting'`.execute(tx)
    await enqueueMail(
      tx,
      {
        userId: due.user_id,
        videoId: null,
        template: 'webhook_off',
        data: { host: new URL(due.url).host, since: failingSince.toISOString() },
        eventKey: `webhook_off:${due.webhook_id}:${now.toISOString()}`,
      },
      now,
    )
  })
}

export const deliverHandler = jobOf<DeliverDeps, { deliveryId: string }>(deliverJob, {
  run: (deps, { deliveryId }) => deliver(deps, deliveryId),
  // The row is still due, so the next round sends it again.
  giveUp: async (_deps, { deliveryId }, { log }) => log.error({ deliveryId }, 'a webhook could not be sent'),
})
