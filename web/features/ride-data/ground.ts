import type { Drawn } from '#gauges/geometry.ts'
import { linesOf, terrain } from '../../ui/contours/contour-lines.ts'

/** Pixels per cell of the grid that the ground is computed on. */
const cell = 12
/** Points of the ride that the ground is drawn from. */
const samples = 160
/** Share of the drawing over which a measured height has an effect. */
const spread = 0.16
/** Weight of the made-up hills: full where the ride never went, slight where it did. */
const ripple = 0.4

/**
 * Contour lines below the track, as path data in pixels of the drawing: the ride's heights spread out around its track
 * (Nadaraya 1964, Gaussian kernel), over made-up hills that fade in where nothing was measured. Decoration only: it
 * reveals no places beyond the ride's own. @param heightAt 0 to 1 over the ride's heights at seconds of the video; null
 * where unknown
 */
export function groundLines(
  drawn: Drawn,
  heightAt: (time: number) => number | null,
  { width, height }: { width: number; height: number },
): { thin: string; index: string } {
  const columns = Math.ceil(width / cell) + 2
  const rows = Math.ceil(height / cell) + 2
  const heights = terrain(23, columns, rows)
  const step = Math.max(1, Math.floor(drawn.times.length / samples))
  const known: { x: number; y: number; high: number }[] = []
  for (let i = 0; i < drawn.times.length; i += step) {
    const high = heightAt(drawn.times[i] as number)
    if (high !== null) known.push({ x: drawn.xs[i] as number, y: drawn.ys[i] as number, high })
  }
  const reach = 2 * (spread * Math.max(width, height)) ** 2
  for (let i = 0; i < heights.length; i++) {
    const x = ((i % columns) + 0.5) * cell
    const y = (Math.floor(i / columns) + 0.5) * cell
    let [sum, weights] = [0, 0]
    for (const place of known) {
      const weight = Math.exp(-((place.x - x) ** 2 + (place.y - y) ** 2) / reach)
      sum += weight * place.high
      weights += weight
    }
    const measured = Math.min(1, weights)
    const hill = ripple * (heights[i] as number)
    heights[i] = hill + (weights > 0 ? (measured * sum) / weights : 0)
  }
  return linesOf(heights, columns, rows, cell)
}
