/** The median; null for an empty list. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Ranks from 1, ties share their mean rank. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value)
  const found = new Array<number>(values.length)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to < order.length && order[to]!.value === order[from]!.value) to++
    for (let at = from; at < to; at++) found[order[at]!.index] = (from + to + 1) / 2
    from = to
  }
  return found
}

/** Spearman's rank correlation, −1 to 1; null for fewer than 3 pairs or where one side is constant. */
export function spearman(xs: readonly number[], ys: readonly number[]): number | null {
  if (xs.length !== ys.length) throw new RangeError(`${xs.length} values against ${ys.length}`)
  if (xs.length < 3) return null
  const [rx, ry] = [ranks(xs), ranks(ys)]
  const middle = (xs.length + 1) / 2
  let [xy, xx, yy] = [0, 0, 0]
  for (let at = 0; at < xs.length; at++) {
    const [dx, dy] = [rx[at]! - middle, ry[at]! - middle]
    xy += dx * dy
    xx += dx * dx
    yy += dy * dy
  }
  return xx === 0 || yy === 0 ? null : xy / Math.sqrt(xx * yy)
}

/**
 * Average precision: area under the precision-recall curve with precision made monotone (PASCAL VOC 2010 on).
 * @param ranked all finds with their score and whether each is right
 * @param truths number of true highlights
 */
export function averagePrecision(
  ranked: readonly { score: number; right: boolean }[],
  truths: number,
): number | null {
  if (truths === 0) return null
  const sorted = [...ranked].sort((a, b) => b.score - a.score)
  let right = 0
  const points = sorted.map((find, index) => {
    if (find.right) right++
    return { precision: right / (index + 1), recall: right / truths }
  })
  let area = 0
  let best = 0
  for (let at = points.length - 1; at >= 0; at--) {
    best = Math.max(best, points[at]!.precision)
    area += best * (points[at]!.recall - (points[at - 1]?.recall ?? 0))
  }
  return area
}
