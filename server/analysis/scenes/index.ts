import { sentences as measured } from '#sentences/measured.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { axisOf, resample } from '#telemetry/derive.ts'
import { mean, median, quantile, round } from '../math.ts'
import { speedOf } from '../quantities.ts'
import { toStateRate } from '../ride-state.ts'
import type { RideFacts, Scene } from '../types.ts'
import { mergeShortSegments, segment } from './segment.ts'
import { type SceneSample, type SceneType, sceneScores, sceneTypes } from './types.ts'

/** Sum of scores by which a new type must win: about four seconds of a clear lead. */
const changeCost = 8
/**
 * Minimum seconds of a scene, unless it is a separate take: a pause at the trailside belongs to the
 * surrounding ride.
 */
const shortestScene = 20

/** Shares of the camera's scene classes per step, by FourCC. */
function cameraClasses({ telemetry, state, durationSeconds }: RideFacts): Map<string, Float32Array> | null {
  const series = telemetry?.series.get('SCEN')
  if (!series?.columns) return null
  return new Map(
    series.columns.map(name => [name, resample(axisOf(series, name), state.hz, durationSeconds, 2)]),
  )
}

/** Share of the voice band and the variation of its level in a second around each step. */
function voiceAt({ signals, state }: RideFacts): ((step: number) => SceneSample['voice']) | null {
  const { sound } = signals
  if (!sound) return null
  const share = toStateRate(sound.voice, sound.hz, state.length, 1)
  const half = Math.round(sound.hz / 2)
  return step => {
    const center = Math.round((step / state.hz) * sound.hz)
    const around = sound.db.subarray(Math.max(0, center - half), center + half)
    return { share: share[step]!, swing: quantile(around, 0.9) - quantile(around, 0.1) }
  }
}

/** How well every scene type fits each step, step after step. */
function scoreSteps(facts: RideFacts): Float32Array {
  const { state, signals } = facts
  const { picture, pictureHz } = signals
  const at = (values: Float32Array) => toStateRate(values, pictureHz, state.length, 1)
  const luma = at(picture.luma)
  const bottomLuma = at(picture.bottomLuma)
  const bottomU = at(picture.bottomU)
  const bottomV = at(picture.bottomV)
  const camera = cameraClasses(facts)
  const voice = voiceAt(facts)
  const scores = new Float32Array(state.length * sceneTypes.length)
  for (let i = 0; i < state.length; i++) {
    const classes = camera && new Map([...camera].map(([name, values]) => [name, values[i]!]))
    const fits = sceneScores({
      moving: state.moving[i] === 1,
      luma: luma[i]!,
      bottomLuma: bottomLuma[i]!,
      bottomU: bottomU[i]!,
      bottomV: bottomV[i]!,
      voice: voice && !state.moving[i] ? voice(i) : null,
      camera: classes && [...classes.values()].every(share => !Number.isNaN(share)) ? classes : null,
    })
    for (const [index, type] of sceneTypes.entries()) scores[i * sceneTypes.length + index] = fits[type]
  }
  return scores
}

/**
 * Motion (frame widths per second) and growth of the picture (per second) of a stationary handheld camera.
 */
const atRest = { motion: 0.02, growth: 0.03 }

/** GPS shows it; otherwise the vehicle is stationary only if the picture neither moves nor grows. */
function standsStill({ state, signals }: RideFacts, from: number, to: number): boolean {
  if (state.speed) return true
  const { divergence } = signals.picture
  const frame = (step: number) => Math.round((step / state.hz) * signals.pictureHz)
  const growth = Math.abs(median(divergence.subarray(frame(from), frame(to))))
  return median(state.motion.subarray(from, to)) < atRest.motion && !(growth > atRest.growth)
}

function describeScene(facts: RideFacts, type: SceneType, from: number, to: number): Sentence {
  const { state } = facts
  const speed = state.speed ? median(state.speed.subarray(from, to)) : Number.NaN
  const moved = state.moving.subarray(from, to).some(m => m === 1) && speed > 1.5
  const shaking = state.vibration ? mean(state.vibration.subarray(from, to)) : Number.NaN
  return measured.scene({
    sight: type === 'parked' && !standsStill(facts, from, to) ? measured.hardlyMoving : measured[type],
    speed: moved ? speedOf(speed * 3.6) : null,
    shaking: shaking >= 0.3 ? round(shaking, 3) : null,
  })
}

/** The video's scenes in order, each with its type and measurements; they cover the whole video. */
export function describeScenes(facts: RideFacts): Scene[] {
  const { state, shots, durationSeconds } = facts
  const starts = new Set(shots.map(shot => Math.round(shot.start * state.hz)))
  const cut = (step: number) => starts.has(step)
  const segments = segment(scoreSteps(facts), sceneTypes.length, changeCost, cut)
  return mergeShortSegments(segments, shortestScene * state.hz, cut).map(({ from, to, label }) => {
    // A scene that starts with a shot starts at the cut, not at the next quarter of a second.
    const edge = (step: number) =>
      shots.find(shot => Math.round(shot.start * state.hz) === step)?.start ?? step / state.hz
    const type = sceneTypes[label]!
    return {
      timestamp: round(edge(from), 2),
      end: round(to >= state.length ? durationSeconds : edge(to), 2),
      sceneType: type,
      description: describeScene(facts, type, from, to),
    }
  })
}
