import type { TruthCut } from './types.ts'

/**
 * One-to-one matching of shot changes, nearest first. A hard cut counts as found within `tolerance` seconds;
 * a fade or dissolve anywhere in its span plus the tolerance, as TRECVID counts gradual transitions.
 */
export function matchCuts(
  found: readonly number[],
  truth: readonly TruthCut[],
  tolerance = 0.26,
): { hits: number; wrong: number; missed: number } {
  const distance = (time: number, cut: TruthCut) => Math.max(0, cut.start - time, time - cut.end)
  const pairs = found
    .flatMap((time, f) =>
      truth.map((cut, t) => ({ f, t, far: distance(time, cut), off: Math.abs(time - cut.time) })),
    )
    .filter(({ far }) => far <= tolerance)
    .sort((a, b) => a.far - b.far || a.off - b.off)
  const usedFound = new Set<number>()
  const usedTruth = new Set<number>()
  for (const { f, t } of pairs)
    if (!usedFound.has(f) && !usedTruth.has(t)) {
      usedFound.add(f)
      usedTruth.add(t)
    }
  return { hits: usedTruth.size, wrong: found.length - usedFound.size, missed: truth.length - usedTruth.size }
}
