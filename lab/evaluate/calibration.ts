import { type Reliability, reliability } from '#server/analysis/calibration/index.ts'

export interface ScoredFind {
  /** the kind it was taken for */
  kind: string
  score: number
  right: boolean
}

/** Reliability of all found highlights together, under the name `all`, and of each kind. */
export function reliabilityByKind(finds: readonly ScoredFind[]): Record<string, Reliability> {
  const kinds = [...new Set(finds.map(find => find.kind))].sort()
  return Object.fromEntries([
    ['all', reliability(finds)],
    ...kinds.map(kind => [kind, reliability(finds.filter(find => find.kind === kind))] as const),
  ])
}
