import type { Telemetry } from '#telemetry/types.ts'
import { findCuts, shotsOf } from './cuts/index.ts'
import { heardLevels } from './events/heard/sound-levels.ts'
import { seenRide } from './events/seen/seen-ride.ts'
import { paceOf, type Receiver, receiverOf } from './receiver.ts'
import { isSlow, joined, measurable } from './recorded.ts'
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
  Rides,
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
export function onOneClock(observed: Observed, input: AnalysisInput): Rides {
  const telemetry = joined(observed, input)
  const clock = rideClock(telemetry)
  const ride = (by: Telemetry | null) => rideOf(observed.signals, by, clock)
  return { whole: ride(telemetry), seen: telemetry && ride(null) }
}
