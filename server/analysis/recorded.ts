import { recordedAs } from '#contract/telemetry.ts'
import { merged } from '#telemetry/merge.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import type { AnalysisInput, Observed, Signals } from './types.ts'

/** Streams that a time lapse averages beyond use. */
const averaged = ['ACCL', 'GYRO', 'GRAV', 'CORI', 'IORI']

/** Whether the video shows its ride slower than it was. */
export const isSlow = (telemetry: Telemetry | null): telemetry is Telemetry & { pace: number } =>
  telemetry?.pace !== undefined && recordedAs(telemetry.pace) === 'slow'

/** Whether forces can't be measured, at the times of the video: a time lapse, in whole or in part. */
export const isTimeLapse = (telemetry: Telemetry | null): boolean =>
  telemetry?.pace !== undefined && telemetry.pace !== 1 && !isSlow(telemetry)

/** Telemetry without what its pace makes meaningless; also without the tags that a camera derives from that. */
export function measurable(telemetry: Telemetry | null): Telemetry | null {
  if (!telemetry || !isTimeLapse(telemetry)) return telemetry
  return {
    ...telemetry,
    series: new Map([...telemetry.series].filter(([name]) => !averaged.includes(name))),
    tags: telemetry.tags.filter(({ kind }) => kind === 'manual'),
  }
}

/** How the camera turned, as the picture shows it; null without enough frames. */
function turnsSeen({ ego }: Signals): TelemetrySeries | null {
  if (!ego) return null
  const { hz, yaw } = ego
  const times = Float64Array.from(yaw, (_, i) => i / hz)
  return { fourcc: 'GYRO', name: 'Turns in the picture', units: '', axes: 1, times, values: yaw }
}

/**
 * The camera's telemetry and the ride that was added, at the times of the video. Where the camera has no gyro, the ride is
 * laid by the turns in the picture, if that is known.
 */
export function joined(
  { own, added, signals }: Pick<Observed, 'own' | 'added'> & Partial<Observed>,
  { durationSeconds: seconds, clocks = [], rideOffset: chosen = null }: AnalysisInput,
): Telemetry | null {
  if (!added) return own
  const turns = signals && !own?.series.has('GYRO') ? turnsSeen(signals) : null
  return merged(own, added, { seconds, clocks, turns, chosen })
}
