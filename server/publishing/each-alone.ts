import type { PublishingDeps } from './deps.ts'

/**
 * Runs the work for each item separately: a failure is logged under the item's id, and the others continue.
 * @returns the results of the items that succeeded
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
