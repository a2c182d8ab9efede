/** What a slice writes about its jobs: their definitions, handlers, and the errors with which a run ends. */
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Queryable } from '#server/core/db/database.ts'

/** A job without its handler. */
export interface JobDefinition<Data extends object> {
  name: string
  schema: z.ZodType<Data>
  /** Jobs with the same key are never queued or running twice. */
  key(data: Data): string
  /** Attempts after the first. */
  retries: number
  /** A longer run counts as lost. */
  timeoutSeconds: number
  /** How many run concurrently in one worker process. */
  concurrency: number
  /**
   * The person the job belongs to. People take turns, and each has at most one of these jobs running per
   * worker process. Without it, or when null, jobs run in the order they were enqueued.
   */
  personOf?(db: Queryable, data: Data): Promise<string | null>
  /** Queues with precedence: a job waits while any of their jobs waits or runs. */
  behind?: readonly string[]
}

export interface JobContext {
  /** Aborted when the worker stops; an aborted run's output stays under the attempt's own path. */
  signal: AbortSignal
  log: FastifyBaseLogger
}

export interface JobHandler<Data extends object> {
  definition: JobDefinition<Data>
  run(data: Data, context: JobContext): Promise<void>
  /** Called once after every attempt has failed; notifies the person concerned. */
  giveUp(data: Data, context: JobContext): Promise<void>
}

export const defineJob = <Data extends object>(definition: JobDefinition<Data>): JobDefinition<Data> =>
  definition

/** A failure that a retry can't fix: goes straight to giveUp. */
export class PermanentJobError extends Error {
  override name = 'PermanentJobError'
}

/** Postpones the job until then, without using up an attempt. */
export class PostponedJobError extends Error {
  override name = 'PostponedJobError'
  readonly until: Date
  constructor(until: Date) {
    super(`Postponed until ${until.toISOString()}`)
    this.until = until
  }
}

/** Done for now; the same job runs again at its next time. */
export class NextRoundError extends PostponedJobError {}
