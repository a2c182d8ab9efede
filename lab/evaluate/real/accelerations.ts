import { levelHz, levelMotion, travelMotion } from '#server/analysis/attitude/index.ts'
import { argMax, runs } from '#server/analysis/math.ts'
import { STANDARD_GRAVITY } from '#telemetry/derive.ts'
import { slack } from './score.ts'
import type { Recording } from './types.ts'

export interface Accelerations {
  /** strongest forward acceleration in each labeled acceleration, in g */
  labeled: number[]
  /** strongest forward accelerations in all other stretches, in g */
  others: number[]
}

/** How strong the accelerations in a recording feel, labeled or not. */
export function accelerationsOf({ telemetry, seconds, labels }: Recording): Accelerations {
  const level = levelMotion(telemetry.series.get('ACCL'), telemetry.series.get('GYRO'), seconds)
  if (!level) return { labeled: [], others: [] }
  const { forward } = travelMotion(level)
  const inG = (at: number) => forward[at]! / STANDARD_GRAVITY
  const wanted = labels
    .filter(label => label.wanted === 'acceleration')
    .map(({ start, end }) => ({
      from: Math.max(0, Math.round((start - slack) * levelHz)),
      to: Math.min(forward.length, Math.round((end + slack) * levelHz)),
    }))
  const others = runs(forward.length, i => forward[i]! > 1, levelHz)
    .map(({ from, to }) => argMax(forward, from, to))
    .filter(peak => !wanted.some(({ from, to }) => peak >= from && peak < to))
  return { labeled: wanted.map(({ from, to }) => inG(argMax(forward, from, to))), others: others.map(inG) }
}
