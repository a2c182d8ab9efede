import { ConfigError } from '#server/core/settings/config.ts'
import type { WorkedQueue } from '#server/core/settings/operator-settings.ts'
import type { JobDefinition, JobHandler } from './core/jobs/definition.ts'
import { recurringHandler, recurringJob, startRecurring } from './core/jobs/recurring.ts'
import { modules } from './modules.ts'
import type { Closing } from './resources.ts'
import type { System } from './system.ts'

const jobs = modules.flatMap(({ name, jobs: its = [] }) => its.map(job => ({ slice: name, ...job })))
const recurring = modules.flatMap(module => module.recurring ?? [])

/** All kinds of jobs. Every role needs them: a queue must exist before a job is sent to it. */
export const jobDefinitions: JobDefinition<object>[] = [
  ...jobs.map(({ definition }) => definition),
  recurringJob,
]

/** What WORKER_QUEUES may name: slices with background work, and single queues. */
const workNames = [
  ...modules.filter(({ jobs: its, services }) => its || services).map(module => module.name),
  ...jobDefinitions.map(definition => definition.name),
].sort()

/**
 * What this process works on, as a function from a queue and its slice to the setting that names them, the queue first;
 * null: not on this one.
 * @throws ConfigError naming what doesn't exist
 */
function chosenWork(wanted: readonly WorkedQueue[]) {
  const unknown = wanted.filter(({ name }) => !workNames.includes(name))
  if (unknown.length)
    throw new ConfigError(
      `WORKER_QUEUES: there is no ${unknown.map(({ name }) => name).join(', ')}. There are ${workNames.join(', ')}`,
    )
  const everything = { concurrency: undefined }
  return (...names: string[]): Pick<WorkedQueue, 'concurrency'> | null => {
    if (wanted.length === 0) return everything
    const found = names.map(name => wanted.find(one => one.name === name))
    return found.find(one => one !== undefined) ?? null
  }
}

/** Background work: jobs, recurring tasks and the few services with their own queue. */
export async function startWorker(system: System, closing: Closing): Promise<void> {
  // No other server uses this database, so the previous owners of these jobs are dead.
  if (!system.config.databaseUrl) await system.jobs.releaseOrphans(system.db)
  for (const module of modules) await module.recover?.(system)
  const chosen = chosenWork(system.config.workerQueues)
  const handlers = jobs.flatMap(({ slice, definition, run, giveUp }): JobHandler<object>[] => {
    const setting = chosen(definition.name, slice)
    if (!setting) return []
    const { concurrency = definition.concurrency } = setting
    return [
      {
        definition: { ...definition, concurrency },
        run: async (data, context) => void (await run(system, data, context)),
        giveUp: async (data, context) => void (await giveUp(system, data, context)),
      },
    ]
  })
  const repeats = chosen(recurringJob.name)
  await system.jobs.work([...handlers, ...(repeats ? [recurringHandler(system, recurring)] : [])])
  await startRecurring(system.jobs, system.db, recurring)
  const services = modules
    .filter(module => chosen(module.name))
    .flatMap(module => module.services?.(system) ?? [])
  for (const service of services) {
    service.start()
    closing.push(() => service.stop())
  }
}
