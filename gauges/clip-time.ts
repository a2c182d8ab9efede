import type { Spans } from './measured.ts'

/**
 * Seconds of the video that a clip shows at `seconds` of its own: its parts follow each other.
 * @returns the end of the last part from there on; 0 without parts
 */
export function rideTimeAt(parts: Spans, seconds: number): number {
  let left = Math.max(0, seconds)
  for (const { start, end } of parts) {
    if (left < end - start) return start + left
    left -= end - start
  }
  return parts.at(-1)?.end ?? 0
}
