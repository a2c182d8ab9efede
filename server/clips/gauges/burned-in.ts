import type { ClipGauges } from '#contract/clips.ts'
import { sentences } from '#sentences/clips.ts'
import { gaugeDataFor } from '#server/analysis/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { VideoRow } from '#server/videos/index.ts'
import type { BurnedIn, Part } from '../rules.ts'

/** What of the ride the wanted gauges show in the parts. @throws AppError conflict when there is nothing to show */
export async function gaugesOf(
  tx: Tx,
  video: VideoRow,
  { gauges: choice, byRider = false }: { gauges?: ClipGauges; byRider?: boolean },
  parts: readonly Part[],
): Promise<BurnedIn | null> {
  if (!choice || choice === 'none') return null
  const { ride } = await gaugeDataFor(tx, video, parts, { byRider })
  if (!ride) throw new AppError('conflict', sentences.noGauges)
  return { choice, ride, byRider }
}
