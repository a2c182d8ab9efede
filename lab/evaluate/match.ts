export interface Span {
  start: number
  end: number
}

/** Intersection over union of two time spans, 0 to 1. */
export function iou(a: Span, b: Span): number {
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start)
  if (shared <= 0) return 0
  return shared / (a.end - a.start + (b.end - b.start) - shared)
}

export interface Match<F, T> {
  found: F
  truth: T
}

/**
 * Greedy one-to-one matching as in detection benchmarks: the find with the best score chooses first and takes
 * the free true span that it overlaps most, if by at least `threshold`.
 * @returns pairs and the unmatched rest, both by descending score
 */
export function matchSpans<F extends Span & { score: number }, T extends Span>(
  found: readonly F[],
  truth: readonly T[],
  threshold: number,
): { pairs: Match<F, T>[]; missed: T[]; wrong: F[] } {
  const free = new Set(truth)
  const pairs: Match<F, T>[] = []
  const wrong: F[] = []
  for (const one of [...found].sort((a, b) => b.score - a.score)) {
    let best: T | undefined
    for (const candidate of free) if (iou(one, candidate) > (best ? iou(one, best) : 0)) best = candidate
    if (best && iou(one, best) >= threshold) {
      free.delete(best)
      pairs.push({ found: one, truth: best })
    } else wrong.push(one)
  }
  return { pairs, missed: [...free], wrong }
}
