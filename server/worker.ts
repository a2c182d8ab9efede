import type { JobDefinition, JobHandler } from './core/jobs/definition.ts'
import { recurringHandler, recurringJob, startRecurring } from './core/jobs/recurring.ts'
import { modules } from './modules.ts'
import type { Closing } from './resources.ts'
import type { System } from './system.ts'

const jobs = modules.flatMap(module => module.jobs ?? [])
const recurring = modules.flatMap(module => module.recurring ?? [])

/** All kinds of jobs. Every role needs them: a queue must exist before a job is sent to it. */
export const jobDefinitions: JobDefinition<object>[] = [
  ...jobs.map(({ definition }) => definition),
  recurringJob,
]

/** Background work: jobs, recurring tasks and the few services with their own queue. */
export async function startWorker(system: System, closing: Closing): Promise<void> {
  // No other server uses this database, so the previous owners of these jobs are dead.
  if (!system.config.databaseUrl) await system.jobs.releaseOrphans(system.db)
  for (const module of modules) await module.recover?.(system)
  const handlers = jobs.map(
    ({ definition, run, giveUp }): JobHandler<object> => ({
      definition,
      run: async (data, context) => void (await run(system, data, context)),
      giveUp: async (data, context) => void (await giveUp(system, data, context)),
    }),
  )
  await system.jobs.work([...handlers, recurringHandler(system, recurring)])
  await startRecurring(system.jobs, system.db, recurring)
  for (const service of modules.flatMap(module => module.services?.(system) ?? [])) {
    service.start()
    closing.push(() => service.stop())
  }
}
