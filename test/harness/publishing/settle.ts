import { unfinishedStates } from '#contract/publishing/constants.ts'
import { PublishingWorker } from '#server/publishing/index.ts'
import type { PublishingWorld } from './world.ts'

/**
 * Works until nothing is due, advancing the time to each next due item, up to a day.
 * @returns the seconds of each advance, in order
 */
export async function settle(
  world: PublishingWorld,
  { rounds = 60, atOnce = 4, workers = 1 }: { rounds?: number; atOnce?: number; workers?: number } = {},
): Promise<number[]> {
  const crew = Array.from({ length: workers }, () => new PublishingWorker(world.deps, { atOnce }))
  const waits: number[] = []
  for (let i = 0; i < rounds; i++) {
    await Promise.all(crew.map(worker => worker.fill()))
    await Promise.all(crew.map(worker => worker.idle()))
    const next = await world.db
      .selectFrom('publications')
      .select(eb => eb.fn.min('next_at').as('at'))
      .where('state', 'in', unfinishedStates)
      .executeTakeFirst()
    if (!next?.at) return waits
    const wait = (next.at.getTime() - (await world.deps.time(world.db)).getTime()) / 1000
    if (wait <= 0) continue
    waits.push(wait)
    world.advance(wait + 0.001)
  }
  throw new Error('It does not come to an end')
}
