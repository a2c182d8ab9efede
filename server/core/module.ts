import type { FastifyInstance } from 'fastify'
import type { Figure } from './http/metrics.ts'
import type { JobContext, JobDefinition } from './jobs/definition.ts'
import type { RecurringTask } from './jobs/recurring.ts'

/** A kind of job with its handler; `System` is what its slice needs from the running server. */
export interface JobOf<System> {
  definition: JobDefinition<object>
  run(system: System, data: object, context: JobContext): Promise<unknown>
  giveUp(system: System, data: object, context: JobContext): Promise<unknown>
}

/** Binds a job to its definition, whose schema types the data. */
export const jobOf = <System, Data extends object>(
  definition: JobDefinition<Data>,
  work: {
    run(system: System, data: Data, context: JobContext): Promise<unknown>
    giveUp(system: System, data: Data, context: JobContext): Promise<unknown>
  },
): JobOf<System> => ({ definition, ...work })

/** Work that continues in a worker process until it is stopped. */
export interface Service {
  start(): void
  stop(): Promise<void>
}

/** A slice as the server starts it. */
export interface Module<System> {
  name: string
  /** Runs before anything else on this server, in every role. */
  prepare?(system: System): Promise<unknown>
  /** Runs in worker processes before they take jobs: picks up what a stopped server left. */
  recover?(system: System): Promise<unknown>
  /** Registered as a separate Fastify plugin. */
  routes?(app: FastifyInstance, system: System): void | Promise<void>
  metrics?(system: System): readonly Figure[]
  /** Handled in worker processes; their queues exist everywhere. */
  jobs?: readonly JobOf<System>[]
  /** Repeated, in one worker process at a time. */
  recurring?: readonly RecurringTask<System>[]
  /** Repeated in every process, of every role, and at its start: what only it can do, with files of its own machine. */
  everywhere?: readonly RecurringTask<System>[]
  /** For the few features with their own queue (docs/decisions/012). */
  services?(system: System): readonly Service[]
}
