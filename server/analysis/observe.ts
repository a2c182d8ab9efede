import { TelemetryError } from '#telemetry/index.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { readCloseups } from './closeups/read.ts'
import { doubtfulChanges } from './cuts/index.ts'
import { joined, measurable } from './recorded.ts'
import { readSignals } from './signals/index.ts'
import type { Tap } from './signals/pipes.ts'
import { planDecode } from './signals/plan.ts'
import { readAddedInProcess, readTelemetryInProcess, telemetrySentence } from './telemetry-process/index.ts'
import type { AnalysisInput, Observed, Progress, Signals } from './types.ts'

export interface ObserveOptions {
  /** 'ignore' leaves out telemetry and camera tags, as if the file had none */
  telemetry?: 'auto' | 'ignore'
  signal?: AbortSignal
}

/**
 * Reads all that a video and what was added to it tell: its sensors, then picture and sound in one pass.
 * @param tap receives what the pass decodes
 * @throws as readSignals; TelemetryError of an added file
 */
export async function observe(
  input: AnalysisInput,
  onProgress: Progress,
  { telemetry, signal }: ObserveOptions,
  tap?: Tap,
): Promise<Observed> {
  onProgress(0, "Reading the camera's telemetry")
  const sensors = telemetry === 'ignore' ? noSensors : await readSensors(input, signal)
  signal?.throwIfAborted()
  const signals = await measureSignals(
    input,
    measurable(joined(sensors, input)),
    (fraction, stage) => onProgress(0.02 + 0.94 * fraction, stage),
    signal,
    tap,
  )
  return { ...sensors, signals }
}

type Sensors = Omit<Observed, 'signals'>

const noSensors: Sensors = { own: null, added: null, notes: [] }

/** A video whose own telemetry is damaged is still analyzed, without it. */
async function readSensors(
  { path, sidecarPath }: AnalysisInput,
  signal: AbortSignal | undefined,
): Promise<Sensors> {
  const { telemetry: own, notes } = await readTelemetryInProcess(path, { signal }).catch(error => {
    if (!(error instanceof TelemetryError)) throw error
    return { telemetry: null, notes: [String(telemetrySentence(error.problem))] }
  })
  const added = sidecarPath ? await readAddedInProcess(sidecarPath, { signal }) : null
  return { own, added, notes }
}

/** Share of the work done by the pass over the whole video; the rest are closer looks. */
const passShare = 0.95

/**
 * Measures a video's picture and sound: one pass over all of it, then a closer look at shot changes that are
 * uncertain after the pass, or that only the telemetry suggests.
 * @param tap receives what the pass decodes
 * @throws as readSignals
 */
export async function measureSignals(
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
