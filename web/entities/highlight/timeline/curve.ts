/** The curve's drawing space; it is stretched to its container. */
export const space = { width: 1000, height: 100 } as const

/**
 * At most `count` values of the curve, each the highest of its section: a peak must not vanish because the
 * timeline is narrow.
 */
export function peaks(values: readonly number[], count: number): number[] {
  if (values.length <= count) return [...values]
  const stretch = values.length / count
  return Array.from({ length: count }, (_, i) =>
    Math.max(
      ...values.slice(
        Math.floor(i * stretch),
        Math.max(Math.floor(i * stretch) + 1, Math.floor((i + 1) * stretch)),
      ),
    ),
  )
}

/**
 * Path data of the excitement curve (0 to 1) over the whole width.
 * Monotone cubic interpolation (Fritsch and Carlson 1980): the line never rises above what was measured.
 */
export function curvePaths(values: readonly number[]): { line: string; area: string } {
  const n = values.length
  if (n < 2) return { line: '', area: '' }
  const step = space.width / (n - 1)
  const y = values.map(value => space.height * (1 - Math.min(1, Math.max(0, value))))
  const slope = Array.from({ length: n - 1 }, (_, i) => ((y[i + 1] as number) - (y[i] as number)) / step)
  const tangent = y.map((_, i) => {
    const before = slope[i - 1]
    const after = slope[i]
    if (before === undefined || after === undefined) return before ?? after ?? 0
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  })
  let line = `M0 ${(y[0] as number).toFixed(2)}`
  for (let i = 0; i < n - 1; i++) {
    const [x0, x1] = [i * step, (i + 1) * step]
    const [y0, y1] = [y[i] as number, y[i + 1] as number]
    const [m0, m1] = [tangent[i] as number, tangent[i + 1] as number]
    line += `C${(x0 + step / 3).toFixed(2)} ${(y0 + (m0 * step) / 3).toFixed(2)} ${(x1 - step / 3).toFixed(2)} ${(y1 - (m1 * step) / 3).toFixed(2)} ${x1.toFixed(2)} ${y1.toFixed(2)}`
  }
  return { line, area: `${line}V${space.height}H0Z` }
}
