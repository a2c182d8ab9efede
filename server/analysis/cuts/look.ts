import { lookColumns, lookRows, lookSize } from '../signals/planes.ts'

const lumaCells = lookColumns * lookRows
const chromaWeight = 2
const weights = lumaCells + chromaWeight * (lookSize - lumaCells)

/** Distance of two frames' looks: mean difference of their cells, 0 to 1, with chroma weighted twice. */
export function lookDistance(looks: Uint8Array, a: number, b: number): number {
  let sum = 0
  const at = a * lookSize
  const bt = b * lookSize
  for (let i = 0; i < lookSize; i++)
    sum += Math.abs(looks[at + i]! - looks[bt + i]!) * (i < lumaCells ? 1 : chromaWeight)
  return sum / (255 * weights)
}

/** After a flash, a look returns within this time, and to within this share of the change. */
const flash = { seconds: 1.1, share: 0.6 }

/**
 * Whether the picture returns to what it was around a change between two frames: sun flare, a flash, a jolt,
 * an exposure change. The end of a flash is its start seen backward.
 */
export function comesBack(looks: Uint8Array, hz: number, before: number, after: number): boolean {
  const length = looks.length / lookSize
  const reach = Math.round(flash.seconds * hz)
  const same = flash.share * lookDistance(looks, before, after)
  for (let i = after + 1; i <= Math.min(length - 1, after + reach); i++)
    for (let k = Math.max(0, before - 1); k <= before; k++) if (lookDistance(looks, k, i) < same) return true
  for (let i = Math.max(0, before - reach); i < before; i++)
    if (lookDistance(looks, i, after) < same) return true
  return false
}
