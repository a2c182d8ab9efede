import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { fromKysely, PgBoss, type Queue, type QueueResult } from 'pg-boss'
import type { Queryable } from '#server/core/db/database.ts'
import { notInTransaction } from '#server/core/db/slow-calls.ts'
import { isDiskFull } from '#server/core/disk-full.ts'
import { inSpan, type SpanOf, traceparent } from '#server/core/tracing/trace.ts'
import {
  type JobDefinition,
  type JobHandler,
  NextRoundError,
  PermanentJobError,
  PostponedJobError,
} from './definition.ts'

const deadLetterOf = (queue: string) => `${queue}.dead`

// A worker without a sign of life for this long counts as dead, and its job goes to another.
const heartbeatSeconds = 15

const deadLetterOptions = { notify: true, retryLimit: 10, retryDelay: 5, retryBackoff: true }

const optionsOf = ({ name, retries, timeoutSeconds }: JobDefinition<object>) => ({
  retryLimit: retries,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: timeoutSeconds,
  heartbeatSeconds,
  deadLetter: deadLetterOf(name),
  notify: true,
})

/** How long a job waits after a full disk. The operator, or other jobs finishing, must free space. */
const diskFullMs = 5 * 60_000

/** How often a job that lets others go first checks whether it may start. */
const otherProcessesMs = 1000

/**
 * How often a process looks for jobs whose time has come; what is due at once is announced by a notification. One
 * query for all queues: a worker asking for each place of each queue made 30 a second in a server without work.
 */
const dueMs = 1000

/** Workers are woken for every job, so that they ask by themselves is only a last resort. */
const poll = { pollingIntervalSeconds: 60, notifyPollingIntervalSeconds: 60 }

/**
 * The turn number of a person's next job in a queue: start-time fair queueing with jobs of equal weight
 * (Goyal, Vin and Cheng, 1996). It follows the person's last waiting or running job, but is never before the
 * queue's current turn, so that no one is credited for time without requests. Lower turns come first; a turn
 * is stored as the job's negative priority.
 */
async function nextTurn(db: Queryable, queue: string, person: string): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    select greatest(
      coalesce(
        max(-priority) filter (where state = 'active'),
        min(-priority) filter (where state < 'active' and start_after <= now()),
        0),
      coalesce(max(-priority) filter (where group_id = ${person}) + 1, 0)
    )::int as turn
    from jobs.job
    where name = ${queue} and state <= 'active'`.execute(db)
  return rows[0]?.turn ?? 0
}

/** Whether a job in the queues $1 is running, or waiting and ready to run: one row, `pending`. */
const pendingSql = `
  select exists (
    select from jobs.job
    where name = any($1::text[])
      and (state = 'active' or (state < 'active' and start_after <= now()))
  ) as pending`

/** The queues among $1 with a job that is ready to run: one row each, `name`. */
const dueSql = `
  select distinct name from jobs.job
  where name = any($1::text[]) and state < 'active' and not blocked and start_after <= now()`

/** A job's data as the queue keeps it: with the span that sent it, whose trace the job continues. */
function storedOf<Data extends object>(definition: JobDefinition<Data>, data: Data): object {
  const sentIn = traceparent()
  return { ...definition.schema.parse(data), ...(sentIn ? { traceparent: sentIn } : {}) }
}

const spanOf = (queue: string, stored: unknown): SpanOf => ({
  name: `job ${queue}`,
  kind: 'job',
  facts: { 'messaging.system': 'pg-boss', 'messaging.destination.name': queue },
  parent: (stored as { traceparent?: string }).traceparent,
})

const isFailedRun = (error: unknown) => !(error instanceof PostponedJobError)

/**
 * The job queue in PostgreSQL: jobs are enqueued in the same transaction as the state change that needs them.
 */
export class Jobs {
  readonly #boss: PgBoss
  readonly #log: FastifyBaseLogger
  readonly #stop = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #known = new Set<string>()
  /** The workers of this process by their queue. */
  readonly #workers = new Map<string, string[]>()
  #waking: Promise<void> | undefined
  /** Resolves when the next job of this process ends. */
  #oneEnded = Promise.withResolvers<void>()

  constructor(connectionString: string, log: FastifyBaseLogger) {
    this.#log = log
    this.#boss = new PgBoss({
      connectionString,
      schema: 'jobs',
      // Its statements are short, and each connection takes memory and a tenth of a second to be made.
      max: 2,
      useListenNotify: true,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      application_name: 'trailcut-jobs',
    })
    this.#boss.on('error', error => this.#logError(error))
    this.#boss.on('warning', warning => log.warn({ warning }, 'job queue warning'))
  }

  #logError(error: Error): void {
    // If the database stops right after us, it cuts connections that were closing anyway.
    const expected = this.#stop.signal.aborted && 'code' in error && error.code === '57P01'
    this.#log[expected ? 'debug' : 'error']({ err: error }, 'job queue error')
  }

  /** Creates the queue's tables, and for each definition a queue with its dead-letter queue, where they are missing. */
  async start(definitions: readonly JobDefinition<object>[]): Promise<void> {
    await this.#boss.start()
    const there = new Map((await this.#boss.getQueues()).map(queue => [queue.name, queue]))
    for (const definition of definitions) {
      await this.#openQueue(deadLetterOf(definition.name), deadLetterOptions, there)
      await this.#openQueue(definition.name, { policy: 'exclusive', ...optionsOf(definition) }, there)
      this.#known.add(definition.name)
    }
  }

  /** Each of these calls locks all queues, so one that is as it should be is left alone. */
  async #openQueue(
    name: string,
    { policy, ...options }: Omit<Queue, 'name'>,
    there: ReadonlyMap<string, QueueResult>,
  ): Promise<void> {
    const found = there.get(name)
    if (!found) await this.#boss.createQueue(name, { ...(policy ? { policy } : {}), ...options })
    else if (Object.entries(options).some(([key, value]) => found[key as keyof QueueResult] !== value))
      await this.#boss.updateQueue(name, options)
  }

  /**
   * Enqueues a job in the caller's transaction.
   * @returns false when the same job is already queued or running
   */
  async send<Data extends object>(
    tx: Queryable,
    definition: JobDefinition<Data>,
    data: Data,
  ): Promise<boolean> {
    if (!this.#known.has(definition.name)) throw new Error(`No queue ${definition.name}`)
    const person = await definition.personOf?.(tx, data)
    const id = await this.#boss.send(definition.name, storedOf(definition, data), {
      db: fromKysely(tx),
      singletonKey: definition.key(data),
      ...(person ? { group: { id: person }, priority: -(await nextTurn(tx, definition.name, person)) } : {}),
    })
    return id !== null
  }

  /**
   * Enqueues many jobs with one statement in the caller's transaction. For queues without turns by person.
   */
  async sendAll<Data extends object>(
    tx: Queryable,
    definition: JobDefinition<Data>,
    all: readonly Data[],
  ): Promise<void> {
    if (!this.#known.has(definition.name)) throw new Error(`No queue ${definition.name}`)
    if (definition.personOf) throw new Error(`The jobs of ${definition.name} are sent one by one`)
    if (all.length === 0) return
    await this.#boss.insert(
      definition.name,
      all.map(data => ({ data: storedOf(definition, data), singletonKey: definition.key(data) })),
      { db: fromKysely(tx) },
    )
  }

  /** Makes delayed jobs run now. In the caller's transaction. */
  async wakeAll<Data extends object>(
    tx: Queryable,
    definition: JobDefinition<Data>,
    all: readonly Data[],
  ): Promise<void> {
    // One that is locked is being taken or woken by another server.
    await sql`update jobs.job set start_after = now()
      where name = ${definition.name} and id in (
        select id from jobs.job
        where name = ${definition.name} and singleton_key = any(${all.map(data => definition.key(data))})
          and state in ('created', 'retry')
        for update skip locked)`.execute(tx)
  }

  /** Starts taking jobs. Resolves once the workers listen. */
  async work(handlers: readonly JobHandler<object>[]): Promise<void> {
    for (const handler of handlers) await this.#workOn(handler)
    this.#waking ??= this.#wakeDue()
  }

  /** Wakes the workers of all queues with a job whose time has come, until this process stops. */
  async #wakeDue(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        const { rows } = await this.#boss.getDb().executeSql(dueSql, [[...this.#workers.keys()]])
        for (const { name } of rows as { name: string }[])
          for (const worker of this.#workers.get(name) ?? []) this.#boss.notifyWorker(worker)
      } catch (error) {
        this.#logError(error as Error)
      }
      await setTimeout(dueMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Whether this process works on such jobs. */
  takes({ name }: Pick<JobDefinition<object>, 'name'>): boolean {
    return this.#workers.has(name)
  }

  async #workOn(handler: JobHandler<object>): Promise<void> {
    const { definition } = handler
    const turns = definition.personOf ? { localGroupConcurrency: 1 } : {}
    const options = { ...poll, ...turns, perJobResults: true as const }
    const workers: string[] = []
    for (let place = 0; place < definition.concurrency; place++) {
      let worker: string | undefined
      worker = await this.#boss.work(definition.name, options, async ([job]) => {
        if (!job) return []
        const log = this.#log.child({ job: definition.name, jobId: job.id })
        const data = definition.schema.parse(job.data)
        const span = { ...spanOf(definition.name, job.data), isFailure: isFailedRun }
        try {
          if (definition.behind) await this.#untilDone(definition.behind)
          await this.#track(inSpan(span, () => handler.run(data, { signal: this.#stop.signal, log })))
          return [{ id: job.id, status: 'completed' as const }]
        } catch (error) {
          if (this.#stop.signal.aborted) throw error
          if (error instanceof PostponedJobError) {
            log[error instanceof NextRoundError ? 'debug' : 'info']({ until: error.until }, 'job postponed')
            await this.#putBack(definition.name, job.id, error.until)
            // Has no effect, because it refers to the attempt that was put back.
            return [{ id: job.id, status: 'completed' as const }]
          }
          if (isDiskFull(error)) {
            const until = new Date(Date.now() + diskFullMs)
            log.error({ err: error, until }, 'the disk is full: the job waits, and loses no attempt')
            await this.#putBack(definition.name, job.id, until)
            return [{ id: job.id, status: 'completed' as const }]
          }
          log.error({ err: error }, 'job attempt failed')
          const status = error instanceof PermanentJobError ? ('deadletter' as const) : ('failed' as const)
          return [{ id: job.id, status, output: { message: (error as Error).message } }]
        } finally {
          this.#oneEnded.resolve()
          this.#oneEnded = Promise.withResolvers()
          // The pause is meant for an empty queue; after a job it would delay the next one.
          if (worker && !this.#stop.signal.aborted) this.#boss.notifyWorker(worker)
        }
      })
      workers.push(worker)
    }
    this.#workers.set(definition.name, workers)
    const dead = deadLetterOf(definition.name)
    const worker = await this.#boss.work(dead, poll, async ([job]) => {
      if (!job) return
      const log = this.#log.child({ job: dead, jobId: job.id })
      const data = definition.schema.parse(job.data)
      const span = spanOf(dead, job.data)
      await this.#track(inSpan(span, () => handler.giveUp(data, { signal: this.#stop.signal, log })))
    })
    this.#workers.set(dead, [worker])
  }

  /** Resolves when no job of these queues waits or runs. @throws the reason when the worker stops */
  async #untilDone(queues: readonly string[]): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      const ended = this.#oneEnded.promise
      const { rows } = await this.#boss.getDb().executeSql(pendingSql, [queues])
      if (!rows[0]?.pending) return
      // Other processes' jobs end without a notification.
      const pause = new AbortController()
      await Promise.race([
        ended,
        setTimeout(otherProcessesMs, undefined, { signal: AbortSignal.any([signal, pause.signal]) }).catch(
          () => undefined,
        ),
      ])
      pause.abort()
    }
    signal.throwIfAborted()
  }

  /**
   * Returns a running job to its queue without using up an attempt. It still gets a new attempt number:
   * pg-boss settles this process's jobs by that number, and another process may have the job by then.
   */
  async #putBack(name: string, id: string, until: Date): Promise<void> {
    await this.#boss.getDb().executeSql(
      `update jobs.job
       set state = 'retry', start_after = $3, started_on = null, heartbeat_on = null,
         retry_count = retry_count + 1, retry_limit = retry_limit + 1,
         keep_until = greatest(keep_until, $3::timestamptz + interval '14 days')
       where name = $1 and id = $2 and state = 'active'`,
      [name, id, until],
    )
  }

  /** Resolves when no job is running in this process: for tests and for shutting down. */
  async idle(): Promise<void> {
    while (this.#running.size) await Promise.allSettled(this.#running)
  }

  async #track(work: Promise<void>): Promise<void> {
    this.#running.add(work)
    try {
      await work
    } finally {
      this.#running.delete(work)
    }
  }

  /**
   * Releases the jobs of workers that are known to be dead, without waiting for their heartbeats to expire.
   * Only for a server that is the only one on its database.
   */
  async releaseOrphans(db: Queryable): Promise<number> {
    const { numAffectedRows } = await sql`
      update jobs.job set state = 'retry', start_after = now(), started_on = null, heartbeat_on = null
      where name = any(${[...this.#known]}) and state = 'active'`.execute(db)
    return Number(numAffectedRows ?? 0)
  }

  /** Statistics per queue for /metrics and /readyz. */
  async stats(): Promise<{ name: string; queued: number; active: number; failed: number }[]> {
    notInTransaction('The job queue')
    const queues = await this.#boss.getQueues()
    return queues.map(q => ({
      name: q.name,
      queued: q.queuedCount,
      active: q.activeCount,
      failed: q.failedCount,
    }))
  }

  /** Stops taking jobs, aborts the running ones (they are retried after the next start) and closes the pool. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#waking
    await this.idle()
    // If workers are still ending when pg-boss stops, it checks again only half a second later.
    await Promise.all(
      [...this.#known].flatMap(name => [name, deadLetterOf(name)]).map(name => this.#boss.offWork(name)),
    )
    await this.#boss.stop({ graceful: true, timeout: 5000, close: true })
  }
}
