import type { AnalysisResult, TimeSpan } from '#contract/analysis.ts'
import { told } from '#server/core/db/told.ts'
import { TelemetryError } from '#telemetry/index.ts'
import { merged } from '#telemetry/merge.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import { type CalibrationModel, standardModel } from './calibration/index.ts'
import { observe } from './closeups/index.ts'
import { capByPicture, corroboration } from './corroborate.ts'
import { findCuts, shotsOf } from './cuts/index.ts'
import { suggestEdits } from './edits.ts'
import { findEvidence, heardLevels, seenRide } from './events/index.ts'
import { chooseHighlights } from './highlights/index.ts'
import { round } from './math.ts'
import { everything } from './private-places/hidden-spans.ts'
import { factsShown } from './private-places/shown.ts'
import { excitementOf } from './products/curve.ts'
import { focusPath } from './products/focus.ts'
import { planReels } from './products/reels.ts'
import { recommendThumbnails } from './products/thumbnails.ts'
import { viralPotentialOf } from './products/viral.ts'
import { paceOf, type Receiver, receiverOf } from './receiver/index.ts'
import { measurable, onRideClock, receiverShown, rideClock, signalsOn, spanOn } from './ride-clock.ts'
import { type KeptRide, keptRide } from './ride-data/kept.ts'
import { measureTrack } from './ride-data/measure.ts'
import { rideState } from './ride-state.ts'
import { isOfHarm, safetyNotes } from './safety/index.ts'
import { printsOf } from './same-ride/prints.ts'
import { describeScenes } from './scenes/index.ts'
import { feltAcceleration } from './sensors.ts'
import { startTagging } from './tagger/index.ts'
import { readAddedInProcess, readTelemetryInProcess } from './telemetry-process/index.ts'
import { telemetrySentence } from './telemetry-sentence.ts'
import { summarizeTelemetry } from './telemetry-summary.ts'
import { writeTexts } from './texts/index.ts'
import type { AnalysisInput, Progress, RideFacts, Shot, Signals } from './types.ts'

/** Increment when the same file gives another result. */
export const analysisVersion = 17

export interface KeptTelemetry extends KeptRide {
  /** when the texts that others see use no GPS measurements */
  hidden: readonly TimeSpan[]
  /** prints that identify a copy of the recording; empty without telemetry */
  prints: number[]
}

export interface AnalysisOptions {
  /** 'ignore' leaves out telemetry and camera tags, as if the file had none */
  telemetry?: 'auto' | 'ignore'
  signal?: AbortSignal
  /** converts strengths to scores; the built-in one by default */
  calibration?: CalibrationModel
  /** folder of a model that labels highlights; without one nothing is loaded or kept for it */
  taggerDir?: string | undefined
  /** receives why something is missing from the analysis: a sentence for the log */
  note?: (reason: string) => void
  /** receives what is stored of the telemetry besides the result */
  keep?: (kept: KeptTelemetry) => void
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
): Promise<AnalysisResult> {
  onProgress(0, "Reading the camera's telemetry")
  const { own, added } = await telemetryOf(input, options)
  const lay = (turns: TelemetrySeries | null) => laid(input, { own, added, turns })
  let telemetry = lay(null)
  options.signal?.throwIfAborted()
  await using tagging = options.taggerDir ? await startTagging(options.taggerDir, options) : null
  const signals = await observe(
    input,
    measurable(telemetry),
    (fraction, stage) => onProgress(0.02 + 0.94 * fraction, stage),
    options.signal,
    tagging?.tap,
  )
  // A camera without a gyro shows its turns.
  if (added && !own?.series.has('GYRO')) telemetry = lay(turnsSeen(signals))
  onProgress(0.97, 'Finding the moments')
  const sensors = sensorsOf(telemetry, signals.durationSeconds)
  const seen = { ...input, durationSeconds: signals.durationSeconds }
  const result = concludeFrom(seen, signals, sensors, options.calibration)
  options.keep?.({
    ...keptRide(sensors.shown.telemetry, seen.durationSeconds),
    hidden: hiddenIn(seen, sensors.shown.telemetry),
    prints: printsOf(telemetry),
  })
  if (tagging) onProgress(0.98, 'Naming what the moments show')
  const labeled = tagging ? await tagging.tag(result) : result
  onProgress(1, 'Done')
  return labeled
}

interface Given {
  own: Telemetry | null
  added: Telemetry | null
}

/**
 * The file's telemetry, and what the rider added. A video whose own telemetry is damaged is still analyzed, without it, and
 * `note` receives the reason.
 */
async function telemetryOf(input: AnalysisInput, options: AnalysisOptions): Promise<Given> {
  if (options.telemetry === 'ignore') return { own: null, added: null }
  const own = await ownTelemetryOf(input, options)
  if (!input.sidecarPath) return { own, added: null }
  return { own, added: await readAddedInProcess(input.sidecarPath, { signal: options.signal }) }
}

/** Both as one. @param turns of the camera, where another source than its gyro has them */
function laid(
  { durationSeconds: seconds, clocks = [], rideOffset: chosen = null }: AnalysisInput,
  { own, added, turns }: Given & { turns: TelemetrySeries | null },
): Telemetry | null {
  return added ? merged(own, added, { seconds, clocks, turns, chosen }) : own
}

/** How the camera turned, as the picture shows it; null without enough frames. */
function turnsSeen({ ego }: Signals): TelemetrySeries | null {
  if (!ego) return null
  const { hz, yaw } = ego
  const times = Float64Array.from(yaw, (_, i) => i / hz)
  return { fourcc: 'GYRO', name: 'Turns in the picture', units: '', axes: 1, times, values: yaw }
}

async function ownTelemetryOf(
  input: AnalysisInput,
  { note, signal }: AnalysisOptions,
): Promise<Telemetry | null> {
  try {
    return await readTelemetryInProcess(input.path, note, { signal })
  } catch (error) {
    if (!(error instanceof TelemetryError)) throw error
    note?.(String(telemetrySentence(error.problem)))
    return null
  }
}

interface Sensors {
  telemetry: Telemetry | null
  /** what of it can be measured, at the times of the video */
  measured: Telemetry | null
  /** seconds of the ride per second of the video */
  clock: number
  /** the same on the ride's clock and at the times of the video, both at the times at which it was true */
  ridden: Receiver
  shown: Receiver
}

function sensorsOf(
  telemetry: Telemetry | null,
  durationSeconds: number,
  clock = rideClock(telemetry),
): Sensors {
  const measured = measurable(telemetry)
  const ridden = receiverOf(onRideClock(measured, clock), durationSeconds * clock)
  return { telemetry, measured, clock, ridden, shown: receiverShown(ridden, clock) }
}

function factsOf(signals: Signals, receiver: Receiver, shots: Shot[]): RideFacts {
  const { durationSeconds } = signals
  const { telemetry, level } = receiver
  const accl = telemetry?.series.get('ACCL')
  const felt = accl ? feltAcceleration(accl) : null
  const pace = paceOf(receiver, shots)
  const state = rideState(signals, pace, felt)
  return {
    ...{ durationSeconds, signals, telemetry, level, pace, felt, shots, state },
    ...{ seen: seenRide(signals, state), heard: heardLevels(signals.sound) },
  }
}

/** What is found in a ride, and how strong it is. */
function assess(
  input: AnalysisInput,
  signals: Signals,
  { measured, clock, ridden, shown }: Sensors,
  calibration: CalibrationModel,
) {
  const shots = shotsOf(findCuts(signals, measured, shown.lag), signals.durationSeconds)
  const facts = factsOf(signals, shown, shots)
  const ride =
    clock === 1
      ? facts
      : factsOf(
          signalsOn(signals, clock),
          ridden,
          shots.map(shot => spanOn(shot, clock)),
        )
  const notes = safetyNotes(ride)
  const evidence = findEvidence(ride)
    .filter(item => !isOfHarm(notes, item))
    .map(item => spanOn(item, 1 / clock))
  const safety = notes.map(note => ({ ...note, time: round(note.time / clock, 2) }))
  const { highlights, abstained } = chooseHighlights(evidence, facts, calibration)
  const curve = excitementOf(facts, evidence)
  const scenes = describeScenes(facts)
  const viralPotential = viralPotentialOf(facts, highlights, curve, scenes, input)
  return { facts, safety, highlights, abstained, curve, scenes, viralPotential }
}

/** Everything derived from the measurements; pure. */
export const conclude = (
  input: AnalysisInput,
  signals: Signals,
  telemetry: Telemetry | null,
  calibration?: CalibrationModel,
): AnalysisResult => concludeFrom(input, signals, sensorsOf(telemetry, signals.durationSeconds), calibration)

function concludeFrom(
  input: AnalysisInput,
  signals: Signals,
  sensors: Sensors,
  calibration: CalibrationModel = standardModel,
): AnalysisResult {
  const { durationSeconds } = signals
  const { telemetry } = sensors
  const { facts, safety, highlights, abstained, curve, scenes, viralPotential } = assess(
    input,
    signals,
    sensors,
    calibration,
  )
  const visible = factsShown({ highlights, scenes }, hiddenIn(input, facts.telemetry))
  return {
    version: analysisVersion,
    durationSeconds,
    quality: signals.quality,
    telemetry: summarizeTelemetry(telemetry),
    curve,
    scenes,
    highlights: highlights.map(h => ({ ...h, focus: focusPath(signals, h) })),
    ...told({ abstained }),
    editingSuggestions: suggestEdits(facts, highlights, curve, input),
    viralPotential: telemetry
      ? capByPicture(
          viralPotential,
          assess(input, signals, sensorsOf(null, durationSeconds, sensors.clock), calibration).viralPotential,
          corroboration(facts, highlights),
        )
      : viralPotential,
    thumbnails: recommendThumbnails(facts, highlights),
    compilations: planReels(highlights, scenes, visible.highlights),
    texts: writeTexts({ input, ...visible, durationSeconds }),
    safety,
  }
}

/** When the texts that others see say nothing that GPS measured, at the times of the evidence. */
export function hiddenIn(
  { hide = track => (track.length > 0 ? everything : []), durationSeconds }: AnalysisInput,
  telemetry: Telemetry | null,
) {
  return hide(measureTrack(telemetry, durationSeconds))
}
