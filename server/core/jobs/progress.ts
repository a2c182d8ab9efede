import type { JobContext } from './definition.ts'

const everyMs = 1000

/**
 * Records how far a job is: at most once a second, one write after another. A write that fails is logged, and
 * the job goes on.
 * @param write receives whole percent, at most 99, because a job records its end itself
 */
export function recordProgress<Detail extends unknown[] = []>(
  log: JobContext['log'],
  write: (percent: number, ...detail: Detail) => Promise<unknown>,
) {
  let reportedAt = 0
  let writing: Promise<unknown> = Promise.resolve()
  return {
    /** @param fraction 0 to 1 */
    report(fraction: number, ...detail: Detail): void {
      if (Date.now() - reportedAt < everyMs) return
      reportedAt = Date.now()
      writing = writing
        .then(() => write(Math.min(99, Math.floor(fraction * 100)), ...detail))
        .catch(error => log.warn({ err: error }, 'progress was not recorded'))
    },
    /** Resolves when what was reported so far is written. */
    written: () => writing,
  }
}
