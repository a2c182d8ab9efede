import type { TimeSpan } from '#contract/analysis.ts'
import type { Telemetry } from '#telemetry/types.ts'
import type { CalibrationModel } from './calibration/model.ts'
import { choose } from './choose.ts'
import { onOneClock } from './clock.ts'
import { describeRide } from './describe.ts'
import { detect } from './detect.ts'
import { type ObserveOptions, observe } from './observe.ts'
import { type KeptRide, keptRide } from './ride-data/kept.ts'
import { printsOf } from './same-ride/prints.ts'
import { startTagging } from './tagger/index.ts'
import type { AnalysisInput, AnalysisResult, Progress, Ride, Rides, Signals } from './types.ts'
import { weigh } from './weigh.ts'

/** Increment when the same file gives another result. */
export const analysisVersion = 20

export interface KeptTelemetry extends KeptRide {
  /** when the texts that others see use no GPS measurements */
  hidden: readonly TimeSpan[]
  /** prints that identify a copy of the recording; empty without telemetry */
  prints: number[]
  /** when the video began by satellite time, Unix seconds; null without a fix */
  satellite: number | null
}

export interface Analysis {
  result: AnalysisResult
  /** what is stored of the telemetry besides the result */
  kept: KeptTelemetry
  /** why something is missing from the analysis: sentences for the log */
  notes: string[]
}

export interface AnalysisOptions extends ObserveOptions {
  /** converts strengths to scores; the built-in one by default */
  calibration?: CalibrationModel
  /** folder of a model that labels highlights; without one nothing is loaded or kept for it */
  taggerDir?: string | undefined
}

/**
 * From a video file to highlights with evidence. The same file gives the same result.
 * @param onProgress share of the work from 0 to 1, and the current step
 * @throws UnusableVideoError, MediaProcessError; TelemetryError of an added file; the signal's reason when
 * aborted
 */
export async function analyzeVideo(
  input: AnalysisInput,
  onProgress: Progress,
  options: AnalysisOptions = {},
): Promise<Analysis> {
  await using tagging = options.taggerDir ? await startTagging(options.taggerDir, options) : null
  const observed = await observe(input, onProgress, options, tagging?.tap)
  onProgress(0.97, 'Finding the moments')
  const rides = onOneClock(observed, input)
  const { result: found, hidden } = resultOf(rides, input, options.calibration)
  const { telemetry, shown } = rides.whole
  const kept = {
    ...keptRide(shown.telemetry, shown.durationSeconds),
    hidden,
    prints: printsOf(telemetry),
    satellite: telemetry?.satellite ?? null,
  }
  if (tagging) onProgress(0.98, 'Naming what the moments show')
  const { result, notes } = tagging ? await tagging.tag(found) : { result: found, notes: [] }
  onProgress(1, 'Done')
  return { result, kept, notes: [...observed.notes, ...notes] }
}

/** Everything derived from the measurements; pure. */
export const conclude = (
  input: AnalysisInput,
  signals: Signals,
  telemetry: Telemetry | null,
  calibration?: CalibrationModel,
): AnalysisResult =>
  resultOf(onOneClock({ signals, own: telemetry, added: null, notes: [] }, input), input, calibration).result

function resultOf({ whole, seen }: Rides, input: AnalysisInput, calibration?: CalibrationModel) {
  const chosenIn = (ride: Ride) => {
    const evidence = weigh(detect(ride.ridden), ride.ridden)
    return { ride, choice: choose(evidence, ride, calibration) }
  }
  const { result, hidden } = describeRide(chosenIn(whole), seen && chosenIn(seen), input)
  return { result: { version: analysisVersion, ...result }, hidden }
}
