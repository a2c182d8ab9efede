const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long something has waited, in the largest unit of which it has waited at least one; null: not a minute. */
export function waited(seconds: number): { unit: 'day' | 'hour' | 'minute'; count: number } | null {
  for (const [unit, length] of units)
    if (seconds >= length) return { unit, count: Math.floor(seconds / length) }
  return null
}
