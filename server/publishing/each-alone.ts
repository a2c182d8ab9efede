import type { PublishingDeps } from './deps.ts'

/**
 * Does the work for each of several things by itself: what goes wrong with one is logged under its id, and the others
 * have their turn all the same.
 * @returns what the work gave for those that it went well for
 */
export async function eachAlone<Thing, Result>(
  { log }: Pick<PublishingDeps, 'log'>,
  things: readonly Thing[],
  idOf: (thing: Thing) => string,
  work: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const thing of things)
    try {
      results.push(await work(thing))
    } catch (error) {
      log.error({ err: error, id: idOf(thing) }, 'one of several failed; the others go on')
    }
  return results
}
