import { recordedAs } from '#contract/telemetry.ts'
import { merged } from '#telemetry/merge.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import { findCuts, shotsOf } from './cuts/index.ts'
import { heardLevels } from './events/heard/sound-levels.ts'
import { seenRide } from './events/seen/seen-ride.ts'
import { paceOf, type Receiver, receiverOf } from './receiver.ts'
import { rideState } from './ride-state.ts'
import { feltAcceleration } from './sensors.ts'
import type {
  AnalysisInput,
  EgoMotion,
  Evidence,
  Observed,
  PictureFeatures,
  Ride,
  RideFacts,
  Shot,
  Signals,
} from './types.ts'

/**
 * Sensors and picture on one clock.
 *
 * Videos that don't show their ride in real time. Slow motion is measured by the ride's clock, where a second of
 * flight is a second, and what is found is then put where the video shows it. A time lapse keeps its speeds and places;
 * its motion sensors have one averaged value per frame (https://github.com/gopro/gpmf-parser/issues/118), and nothing in
 * it happens as fast as it looks, so forces, turns and changes of speed are not measured.
 */

/** Streams that a time lapse averages beyond use. */
const averaged = ['ACCL', 'GYRO', 'GRAV', 'CORI', 'IORI']

const isSlow = (telemetry: Telemetry | null): telemetry is Telemetry & { pace: number } =>
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

/** Seconds of the ride's clock, on which it is measured, per second of the video. */
const rideClock = (telemetry: Telemetry | null): number => (isSlow(telemetry) ? telemetry.pace : 1)

/** A part of a video, or evidence in it, with its times multiplied. */
export function spanOn<T extends { start: number; end: number } & Partial<Pick<Evidence, 'core'>>>(
  span: T,
  clock: number,
): T {
  const { start, end, core } = span
  return {
    ...span,
    start: start * clock,
    end: end * clock,
    ...(core === undefined ? {} : { core: core * clock }),
  }
}

function telemetryOn(telemetry: Telemetry, clock: number): Telemetry {
  const { pace = 1, series, tags } = telemetry
  return {
    ...telemetry,
    series: new Map(
      [...series].map(([name, one]) => [name, { ...one, times: one.times.map(time => time * clock) }]),
    ),
    tags: tags.map(tag => ({ ...spanOn(tag, clock), time: tag.time * clock })),
    pace: pace / clock,
  }
}

/** Telemetry of a video on its ride's clock. */
const onRideClock = (telemetry: Telemetry | null, clock: number): Telemetry | null =>
  telemetry && clock !== 1 ? telemetryOn(telemetry, clock) : telemetry

/** What was compared on the ride's clock, at the times of the video. */
const receiverShown = (receiver: Receiver, clock: number): Receiver =>
  clock === 1
    ? receiver
    : {
        ...receiver,
        telemetry: receiver.telemetry && telemetryOn(receiver.telemetry, 1 / clock),
        lag: receiver.lag / clock,
        felt: seconds => receiver.felt(seconds * clock),
      }

/** Motions per second of the video, which are faster on the ride's clock. */
const pictureRates = ['flow', 'flowX', 'flowY', 'spread', 'divergence', 'motionColumns'] as const
const egoRates = ['yaw', 'pitch', 'farPitch', 'roll', 'growth'] as const

const faster = <T extends PictureFeatures | EgoMotion, K extends keyof T>(
  lists: T & Record<K, Float32Array>,
  names: readonly K[],
  clock: number,
): T => ({
  ...lists,
  ...Object.fromEntries(names.map(name => [name, lists[name].map(rate => rate / clock)])),
})

/** Signals of a video on its ride's clock. */
function signalsOn(signals: Signals, clock: number): Signals {
  const { durationSeconds, pictureHz, picture, sound, ego, closeups } = signals
  return {
    ...signals,
    durationSeconds: durationSeconds * clock,
    pictureHz: pictureHz / clock,
    picture: faster(picture, pictureRates, clock),
    sound: sound && { ...sound, hz: sound.hz / clock },
    ego: ego && { ...faster(ego, egoRates, clock), hz: ego.hz / clock },
    closeups: closeups.map(one => (one.kind === 'cut' ? { ...one, time: one.time * clock } : one)),
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

/** What detectors know of a ride. All of it is on one clock. */
export function factsOf(signals: Signals, receiver: Receiver, shots: Shot[]): RideFacts {
  const { telemetry, level } = receiver
  const accl = telemetry?.series.get('ACCL')
  const felt = accl ? feltAcceleration(accl) : null
  const pace = paceOf(receiver, shots)
  const state = rideState(signals, pace, felt)
  return {
    ...{ durationSeconds: signals.durationSeconds, signals, telemetry, level, pace, felt, shots, state },
    ...{ seen: seenRide(signals, state), heard: heardLevels(signals.sound) },
  }
}

function rideOf(signals: Signals, telemetry: Telemetry | null, clock: number): Ride {
  const measured = measurable(telemetry)
  const ridden = receiverOf(onRideClock(measured, clock), signals.durationSeconds * clock)
  const shown = receiverShown(ridden, clock)
  const shots = shotsOf(findCuts(signals, measured, shown.lag), signals.durationSeconds)
  const facts = factsOf(signals, shown, shots)
  const spans = shots.map(shot => spanOn(shot, clock))
  return {
    ...{ telemetry, clock, shown: facts },
    ridden: clock === 1 ? facts : factsOf(signalsOn(signals, clock), ridden, spans),
  }
}

/** What was observed, with sensors and picture on one clock. */
export function onOneClock(observed: Observed, input: AnalysisInput): Ride {
  const telemetry = joined(observed, input)
  return rideOf(observed.signals, telemetry, rideClock(telemetry))
}

/** A ride as its picture and its sound tell it. */
export const withoutSensors = ({ shown, clock }: Ride): Ride => rideOf(shown.signals, null, clock)
