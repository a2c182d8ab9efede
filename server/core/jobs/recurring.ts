import { z } from 'zod'
import type { Queryable } from '#server/core/db/database.ts'
import { defineJob, type JobContext, type JobHandler, NextRoundError } from './definition.ts'
import type { Jobs } from './jobs.ts'

/** Work that repeats, in only one server at a time. */
export interface RecurringTask<System> {
  /** Unique across all modules. */
  name: string
  everySeconds: number
  run(system: System, context: JobContext): Promise<unknown>
}

/** A task that failed, or that only a newer server knows, is retried within this time. */
const againSeconds = 300

/** One row per task; after a run it is scheduled for its next time. */
export const recurringJob = defineJob({
  name: 'recurring',
  schema: z.object({ task: z.string() }),
  key: ({ task }) => task,
  retries: 100,
  timeoutSeconds: 3600,
  concurrency: 3,
})

/** Runs the tasks. A failure is logged and skips one run; the task continues. */
export function recurringHandler<System>(
  system: System,
  tasks: readonly RecurringTask<System>[],
): JobHandler<{ task: string }> {
  const byName = new Map(tasks.map(task => [task.name, task]))
  if (byName.size < tasks.length) throw new Error('Two recurring tasks have one name')
  return {
    definition: recurringJob,
    async run({ task: name }, context) {
      const task = byName.get(name)
      let seconds = Math.min(againSeconds, task?.everySeconds ?? againSeconds)
      try {
        await task?.run(system, context)
        seconds = task?.everySeconds ?? againSeconds
      } catch (error) {
        if (context.signal.aborted) throw error
        context.log.error({ err: error, task: name }, 'a recurring task failed')
      }
      throw new NextRoundError(new Date(Date.now() + seconds * 1000))
    },
    giveUp: async ({ task }, { log }) =>
      log.error({ task }, 'a recurring task stopped; a restart brings it back'),
  }
}

/** Makes every task run now and then at its own interval. */
export async function startRecurring(
  jobs: Jobs,
  db: Queryable,
  tasks: readonly Pick<RecurringTask<never>, 'name'>[],
): Promise<void> {
  const all = tasks.map(({ name }) => ({ task: name }))
  // In this order: a task that was just sent may have run already and must keep its next time.
  await jobs.wakeAll(db, recurringJob, all)
  await jobs.sendAll(db, recurringJob, all)
}
