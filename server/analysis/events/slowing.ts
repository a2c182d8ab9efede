import type { Evidence } from '#contract/analysis.ts'
import { withinOneShot } from '../cuts/index.ts'
import { clamp, median, round, smooth } from '../math.ts'
import { movingShare } from '../ride-state.ts'
import { measured } from '../sentences/measured.ts'
import type { RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'
import { over, usualLevel } from './sound-levels.ts'

/**
 * Braking from picture and sound, without GPS: the picture grows more slowly (its growth is speed divided by
 * the distance of the scene), and the engine falls with the wheels. Each alone has other causes, a wider view
 * or a lifted throttle; both at once, within seconds and while moving, are braking. Shares, dB and seconds.
 */
const rules = {
  loss: 0.4,
  quieter: 8,
  /** minimum growth per second of a picture that indicates speed */
  growth: 0.1,
  before: { from: 3.5, to: 1.5 },
  after: { from: -0.25, to: 1 },
  heardBefore: { from: 3.5, to: 2 },
  heardAfter: { from: 0.5, to: 0.25 },
  apart: 4,
  step: 0.125,
  longest: 3.5,
  shortest: 1,
}
/**
 * After braking, the ride continues: wheels this many dB below the usual in the second afterwards belong to a
 * vehicle that stops.
 */
const rollsOut = { quieter: 11, seconds: 1 }
/** After a jump or a burst every ride is slower, and slowing down for a view or to stop isn't a highlight. */
const explained = { after: 4, beforeView: 4, stopsWithin: 3 }

interface Slowing {
  /** end time, seconds */
  end: number
  /** share of the forward motion that is lost */
  loss: number
  /** dB by which the engine falls */
  quieter: number
}

function candidates(facts: RideFacts, engine: Float32Array, soundHz: number): Slowing[] {
  const { signals, durationSeconds } = facts
  const { pictureHz: hz, picture } = signals
  const between = (values: Float32Array, rate: number, from: number, to: number) =>
    median(values.subarray(Math.max(0, Math.round(from * rate)), Math.max(0, Math.round(to * rate))))
  const usual = Math.max(rules.growth, median(picture.divergence))
  const found: Slowing[] = []
  for (let end = rules.before.from; end < durationSeconds - rules.after.to; end += rules.step) {
    const grew = between(picture.divergence, hz, end - rules.before.from, end - rules.before.to)
    if (!(grew >= usual)) continue
    const grows = between(picture.divergence, hz, end + rules.after.from, end + rules.after.to)
    const loss = 1 - Math.max(0, grows) / grew
    if (!(loss >= rules.loss)) continue
    const heard = between(engine, soundHz, end - rules.heardBefore.from, end - rules.heardBefore.to)
    const hears = between(engine, soundHz, end - rules.heardAfter.from, end + rules.heardAfter.to)
    if (heard - hears >= rules.quieter) found.push({ end, loss, quieter: heard - hears })
  }
  const kept: Slowing[] = []
  for (const one of found.toSorted((a, b) => b.loss * b.quieter - a.loss * a.quieter || a.end - b.end))
    if (kept.every(other => Math.abs(other.end - one.end) > rules.apart)) kept.push(one)
  return kept
}

/**
 * When the engine started to fall: the last time at which it was within a fifth of the fall from its starting
 * level.
 */
function startOf({ end, quieter }: Slowing, engine: Float32Array, hz: number): number {
  const at = (seconds: number) => engine[Math.round(seconds * hz)] ?? Number.NaN
  const low = at(end)
  for (let time = end - rules.shortest; time > end - rules.longest; time -= rules.step)
    if (at(time) - low >= 0.8 * quieter) return time
  return end - rules.longest
}

/**
 * Braking from picture and sound, for rides without GPS.
 * @param others other evidence, which may explain why the ride slows down
 */
export function slowingEvidence(facts: RideFacts, others: readonly Evidence[]): Evidence[] {
  const { signals, state, shots, heard } = facts
  if (state.speed || signals.quality !== 'full' || !heard) return []
  const { engine: level, rush, hz } = heard
  const wheels = over(rush, hz, 0.5)
  const usualWheels = usualLevel(facts, wheels, hz).middle
  const engine = over(smooth(level, 3), hz, 0.5)
  return candidates(facts, engine, hz).flatMap(one => {
    const { end, loss } = one
    const start = startOf(one, engine, hz)
    if (!withinOneShot(shots, start - 1, end + 0.5)) return []
    if (movingShare(state, start - 1, start) < 0.5) return []
    const wheelsAfter = median(
      wheels.subarray(Math.round(end * hz), Math.round((end + rollsOut.seconds) * hz)),
    )
    const stops =
      movingShare(state, end + 1, end + explained.stopsWithin) < 0.5 ||
      wheelsAfter < usualWheels - rollsOut.quieter
    const isExplained = others.some(other =>
      other.type === 'scenic'
        ? other.start < end + explained.beforeView && other.end > start
        : other.end > start - explained.after && other.start < start,
    )
    if (stops || isExplained) return []
    const percent = 100 * clamp(loss, 0, 1)
    return evidenceOf({
      type: 'slowing',
      source: 'picture',
      start,
      end,
      core: (start + end) / 2,
      value: percent,
      says: measured.slowing({
        percent: round(percent, 1),
        seconds: round(end - start, 3),
        quieter: round(one.quieter, 1),
      }),
    })
  })
}
