/** The next of 1, 2, 2.5, 5 × 10ⁿ, for the end of an axis. */
export function axisEnd(largest: number): number {
  if (largest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(largest))
  return power * ([1, 2, 2.5, 5, 10].find(step => step * power >= largest) ?? 10)
}
