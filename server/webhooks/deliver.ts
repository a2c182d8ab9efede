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

/** Whether a delivery `d` of a webhook `w` of a person `u` is to be sent: those of suspended people wait. */
const isDue = (now: Date) =>
  sql<boolean>`(d.next_at <= ${now} and w.disabled_at is null and u.suspended_at is null)`

/** Passes the deliveries that are due to the workers. */
export async function sendDue({ db, clock, jobs }: DeliverDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select d.id, row_number() over (partition by d.webhook_id order by d.next_at) as place
      from webhook_deliveries d
      join webhooks w on w.id = d.webhook_id join users u on u.id = w.user_id
      where ${isDue(clock.now())}
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

/**
 * Takes a delivery that is due for one attempt, which counts from then on: whatever becomes of it, the next one is planned.
 * @returns null when it isn't due
 */
function takeDue({ db, clock }: DeliverDeps, deliveryId: string) {
  const now = clock.now()
  return db.transaction().execute(async tx => {
    const due = await tx
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
      .innerJoin('users as u', 'u.id', 'w.user_id')
      .select(['d.id', 'd.type', 'd.data', 'd.created_at', 'd.attempts', 'd.webhook_id'])
      .select(['w.url', 'w.secret', 'w.user_id'])
      .where('d.id', '=', deliveryId)
      .where(isDue(now))
      .forUpdate('d')
      .executeTakeFirst()
    if (!due) return null
    const attempts = due.attempts + 1
    await tx
      .updateTable('webhook_deliveries')
      .set({ attempts, last_at: now, last_status: null, last_problem: null, last_ms: null })
      .set(planOf(attempts, now))
      .where('id', '=', due.id)
      .execute()
    return { ...due, attempts }
  })
}

/** What is next for a delivery that has not arrived after this many attempts. */
function planOf(attempts: number, now: Date) {
  const next = retryAt(attempts, now)
  return { state: next ? ('waiting' as const) : ('failed' as const), next_at: next }
}

type Due = NonNullable<Awaited<ReturnType<typeof takeDue>>>

/** One attempt: sends the message if it is due, and notes what came back. */
export async function deliver(deps: DeliverDeps, deliveryId: string): Promise<void> {
  const due = await takeDue(deps, deliveryId)
  if (!due) return
  const { type, data, created_at: createdAt } = due
  const body = messageOf(deps.publicUrl, { id: due.id, type, data, createdAt })
  const secret = unseal(deps.secrets, secretPurpose, due.webhook_id, due.secret)
  const headers = {
    ...signedHeaders(secret, due.id, body, deps.clock.now()),
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

/**
 * Stores what an attempt got; after days without success the webhook is switched off and its owner notified. The webhook
 * is read here, because other deliveries may have arrived, or switched it off, while this one was under way.
 */
function keepAttempt(
  { db, clock }: DeliverDeps,
  due: Due,
  attempt: Attempt,
  milliseconds: number,
): Promise<void> {
  const now = clock.now()
  const arrived = hasArrived(attempt)
  return db.transaction().execute(async tx => {
    const webhook = await tx
      .selectFrom('webhooks')
      .select(['failing_since', 'disabled_at'])
      .where('id', '=', due.webhook_id)
      .forUpdate()
      .executeTakeFirst()
    if (!webhook) return
    const answer = { last_status: attempt.status, last_problem: attempt.problem, last_ms: milliseconds }
    // Not if it is sent again meanwhile, which is a later attempt.
    const delivery = tx
      .updateTable('webhook_deliveries')
      .where('id', '=', due.id)
      .where('attempts', '=', due.attempts)
    await delivery
      .set({ ...answer, ...(arrived ? { state: 'delivered' as const, next_at: null } : {}) })
      .execute()
    const changed = tx.updateTable('webhooks').where('id', '=', due.webhook_id)
    if (arrived) {
      if (webhook.failing_since) await changed.set({ failing_since: null }).execute()
      return
    }
    // The pause begins now; one that was given up or switched off meanwhile stays so.
    await delivery.where('state', '=', 'waiting').set(planOf(due.attempts, now)).execute()
    const since = webhook.failing_since ?? now
    const off = webhook.disabled_at === null && isOver(since, attempt.status, now)
    await changed.set({ failing_since: since, ...(off ? { disabled_at: now } : {}) }).execute()
    if (!off) return
    await sql`update webhook_deliveries set state = 'failed', next_at = null
      where webhook_id = ${due.webhook_id} and state = 'waiting'`.execute(tx)
    await enqueueMail(
      tx,
      {
        userId: due.user_id,
        videoId: null,
        template: 'webhook_off',
        data: { host: new URL(due.url).host, since: since.toISOString() },
        eventKey: `webhook_off:${due.webhook_id}:${now.toISOString()}`,
      },
      now,
    )
  })
}

export const deliverHandler = jobOf<DeliverDeps, { deliveryId: string }>(deliverJob, {
  run: (deps, { deliveryId }) => deliver(deps, deliveryId),
  // The row says when the next round sends it again.
  giveUp: async (_deps, { deliveryId }, { log }) => log.error({ deliveryId }, 'a webhook could not be sent'),
})
