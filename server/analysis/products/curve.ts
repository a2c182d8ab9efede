import type { ExcitementCurve } from '#contract/analysis.ts'
import { clamp, logistic, median, round, smooth } from '../math.ts'
import { isTimeLapse } from '../recorded.ts'
import { stateHz, toStateRate } from '../ride-state.ts'
import type { Evidence, RideFacts } from '../types.ts'

/** A bump for one piece of evidence: its strength inside, falling off within a second outside. */
const falloffSeconds = 0.8
/** The maximum from motion, shaking and sound alone. */
const ground = 0.45

/**
 * Strength over the video, 4 values a second: a base of motion, shaking and sound, plus the evidence. People see it as
 * `shownCurve`.
 */
export function strengthOver(facts: RideFacts, evidence: readonly Evidence[]): ExcitementCurve {
  const { state, signals, telemetry } = facts
  // What moves fast in a time lapse wasn't: it counts as a ride on which nothing shakes.
  const unmeasured = isTimeLapse(telemetry) ? 0 : Number.NaN
  const level = signals.sound ? toStateRate(signals.sound.db, signals.sound.hz, state.length, 1) : null
  const usual = level ? median(level) : 0
  const values = new Float32Array(state.length)
  for (let i = 0; i < state.length; i++) {
    const parts = [logistic(state.motion[i]!, 0.15, 0.06)]
    if (level) parts.push(logistic(level[i]! - usual, 4, 2))
    const shake = state.vibration?.[i] ?? unmeasured
    if (!Number.isNaN(shake)) parts.push(logistic(shake, 0.4, 0.15))
    const mean = parts.reduce((a, b) => a + b, 0) / parts.length
    values[i] = ground * mean * (state.moving[i] ? 1 : 0.3)
  }
  for (const { start, end, strength } of evidence) {
    const from = Math.max(0, Math.floor((start - 2) * stateHz))
    const to = Math.min(state.length, Math.ceil((end + 2) * stateHz))
    for (let i = from; i < to; i++) {
      const time = i / stateHz
      const away = Math.max(0, start - time, time - end)
      values[i] = Math.max(values[i]!, strength * Math.exp(-((away / falloffSeconds) ** 2)))
    }
  }
  return { stepSeconds: 1 / stateHz, values: Array.from(smooth(values, 3), v => round(clamp(v, 0, 1), 3)) }
}
