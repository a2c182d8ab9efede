import type { ScoreWeightsState } from '#contract/learning.ts'

/** A share of 1 as shown: whole points of 100. */
export const points = (share: number): number => Math.round(share * 100)

export interface HistoryRow {
  version: number
  /** null: built-in, chosen by nobody */
  used: { at: string; by: string } | null
  /** whether it can be used again from here: the newest row of a version that is not in use */
  again: boolean
}

/** Which weights were used when, newest first, ending with the built-in ones. */
export function historyRows({ inUse, history }: Pick<ScoreWeightsState, 'inUse' | 'history'>): HistoryRow[] {
  const seen = new Set([inUse.version])
  const isNew = (version: number) => {
    const first = !seen.has(version)
    seen.add(version)
    return first
  }
  return [
    ...history.map(({ version, usedAt, usedBy }) => ({
      version,
      used: { at: usedAt, by: usedBy },
      again: isNew(version),
    })),
    { version: 0, used: null, again: isNew(0) },
  ]
}
