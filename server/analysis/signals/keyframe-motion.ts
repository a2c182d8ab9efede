import { clamp, movingMedian } from '../math.ts'
import type { PictureFeatures } from '../types.ts'
import { lookColumns, lookRows, lookSize } from './planes.ts'

/**
 * Mean change of the 16 × 9 picture between keyframes above which a ride is moving; a parked one has a
 * quarter of it.
 */
const underway = 0.02
const window = 8

/** Change of each frame's small picture since the previous one, luma only, 0 to 1. */
function changes(looks: Uint8Array): Float32Array {
  const cells = lookColumns * lookRows
  const out = new Float32Array(looks.length / lookSize)
  for (let frame = 1; frame < out.length; frame++) {
    let sum = 0
    for (let i = 0; i < cells; i++)
      sum += Math.abs(looks[frame * lookSize + i]! - looks[(frame - 1) * lookSize + i]!)
    out[frame] = sum / (cells * 255)
  }
  return out
}

/**
 * Replaces block motion, which is meaningless between keyframes, with motion from packet sizes. Sizes are
 * relative, so the differences between keyframes determine whether anything moves at all.
 */
export function moveByPackets(features: PictureFeatures, flow: Float32Array, hz: number): void {
  const seen = changes(features.looks)
  // Frames between keyframes repeat, so each uses the last change.
  let last = 0
  const held = seen.map(change => {
    if (change > 0) last = change
    return last
  })
  const usual = movingMedian(held, window * hz)
  features.flow = flow.map((value, i) => value * clamp((usual[i] ?? 0) / underway, 0.05, 1))
  for (const list of [
    features.flowX,
    features.flowY,
    features.spread,
    features.divergence,
    features.residual,
    features.motionColumns,
  ])
    list.fill(0)
}
