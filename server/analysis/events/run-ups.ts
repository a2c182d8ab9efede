import type { Evidence } from '#contract/analysis.ts'

/**
 * A fast section ended by a hard brake within this many seconds is the approach to it, unless it is stronger
 * by this.
 */
const runUp = { seconds: 1, stronger: 0.1 }
const brakes = new Set<Evidence['type']>(['hard_braking', 'slowing'])

/** Whether a fast section is just the approach to a hard brake, which includes its speed as well. */
const runsInto = (run: Evidence, { type, start, end, strength }: Evidence) =>
  brakes.has(type) &&
  end > run.core &&
  start < run.end + runUp.seconds &&
  run.strength < strength + runUp.stronger

/** Fast sections that don't just lead to one of the given hard brakes. */
export const withoutRunUps = (runs: readonly Evidence[], changes: readonly Evidence[]): Evidence[] =>
  runs.filter(run => !changes.some(change => runsInto(run, change)))
