import type { Telemetry } from '#telemetry/types.ts'
import { doubtfulChanges } from '../cuts/index.ts'
import { readSignals } from '../signals/index.ts'
import { planDecode } from '../signals/plan.ts'
import type { Tap } from '../signals/tap.ts'
import type { AnalysisInput, Progress, Signals } from '../types.ts'
import { readCloseups } from './read.ts'

/** Share of the work done by the pass over the whole video; the rest are closer looks. */
const passShare = 0.95

/**
 * Measures a video's picture and sound: one pass over all of it, then a closer look at shot changes that are
 * uncertain after the pass, or that only the telemetry suggests.
 * @param tap receives what the pass decodes
 * @throws as readSignals
 */
export async function observe(
  input: AnalysisInput,
  telemetry: Telemetry | null,
  onProgress: Progress,
  signal?: AbortSignal,
  tap?: Tap,
): Promise<Signals> {
  const plan = planDecode(input)
  const pass = await readSignals(
    input,
    (fraction, stage) => onProgress(passShare * fraction, stage),
    signal,
    plan,
    tap,
  )
  onProgress(passShare, 'Checking the cuts')
  signal?.throwIfAborted()
  return {
    ...pass,
    closeups: await readCloseups(input, plan, pass, doubtfulChanges(pass, telemetry), signal),
  }
}
