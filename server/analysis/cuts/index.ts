import type { Telemetry } from '#telemetry/types.ts'
import { type Run, runs } from '../math.ts'
import type { Closeup, Cut, SharpCloseup, Shot, Signals } from '../types.ts'
import { lightChanges } from './brightness.ts'
import { dissolves } from './dissolves.ts'
import { isChange } from './doubts.ts'
import { fades, isBlank } from './fades.ts'
import { hardCuts, keyframeCuts } from './hard-cuts.ts'
import { leapCuts, rideContinues } from './leaps.ts'

export { doubtfulChanges } from './doubts.ts'
export { rideContinues } from './leaps.ts'
export { lookDistance } from './look.ts'

/** A hard change this close to a fade or dissolve is part of it. */
const absorbs = 0.8

/**
 * Telemetry jumps this close to another change, in seconds, belong to it: a fade's middle is not sharp, and
 * GPS lags by up to a second.
 */
const sameChange = { sharp: 0.3, gradual: 0.8, lag: 1.2 }

const isSharp = (closeup: Closeup): closeup is SharpCloseup => closeup.kind === 'cut'

/**
 * Hard cuts in seconds: those confirmed by a closer look, and among the unexamined ones those that look like
 * cuts.
 */
function sharpCuts(signals: Signals): number[] {
  if (signals.quality !== 'full') return keyframeCuts(signals).map(frame => frame / signals.pictureHz)
  const light = lightChanges(signals)
  const closeups = signals.closeups.filter(isSharp).filter(({ by }) => by === 'picture')
  const judged = closeups.filter(closeup => isChange(closeup, signals) !== null)
  const seeming = hardCuts(signals).filter(
    frame => !light.at(frame) && !judged.some(closeup => Math.abs(closeup.frame - frame) <= 1),
  )
  return [
    ...seeming.map(frame => frame / signals.pictureHz),
    ...judged.filter(closeup => isChange(closeup, signals)).map(closeup => closeup.time),
  ]
    .sort((a, b) => a - b)
    .filter((time, i, all) => i === 0 || time - all[i - 1]! > 1 / signals.pictureHz)
}

/** Telemetry jumps in seconds, without those where a closer look shows a continuous picture. */
function leapTimes(signals: Signals, telemetry: Telemetry): number[] {
  if (signals.quality !== 'full') return []
  const closeups = signals.closeups.filter(isSharp)
  return leapCuts(signals, telemetry).flatMap(({ frame, certain }) => {
    const closeup = certain ? undefined : closeups.find(other => Math.abs(other.frame - frame) <= 1)
    const change = closeup ? isChange(closeup, signals) : null
    if (change === false) return []
    return [change && closeup ? closeup.time : frame / signals.pictureHz]
  })
}

/** Whether it is a mix with black or white: the end of a fade, at the start or end of the video. */
function fadesOut({ picture: { luma, lumaSd }, pictureHz }: Signals, middle: number, half: number): boolean {
  const away = half + Math.round(pictureHz / 2)
  return [middle - away, middle + away].some(frame => isBlank(luma[frame] ?? 0, lumaSd[frame] ?? 0))
}

/** Dissolves not explained by light or by a closer look. */
function mixedCuts(signals: Signals): Cut[] {
  if (signals.quality !== 'full') return []
  const light = lightChanges(signals)
  const closeups = signals.closeups.filter(closeup => closeup.kind === 'dissolve')
  return dissolves(signals)
    .filter(({ middle, half }) => !light.over(middle, half) && !fadesOut(signals, middle, half))
    .filter(({ middle }) => {
      const closeup = closeups.find(other => other.middle === middle)
      return !closeup || isChange(closeup, signals) !== false
    })
    .map(({ middle, half }) => ({
      time: middle / signals.pictureHz,
      start: (middle - half) / signals.pictureHz,
      end: (middle + half) / signals.pictureHz,
      kind: 'dissolve' as const,
    }))
}

/**
 * All shot changes, in order. Times are exact to a video frame if confirmed by a closer look, otherwise to a
 * picture step (1/8 s in full quality). Telemetry adds those that the picture leaves uncertain, and removes
 * dissolves during which the ride continues.
 * @param lag the GPS receiver's delay in seconds
 */
export function findCuts(signals: Signals, telemetry: Telemetry | null, lag = 0): Cut[] {
  const seconds = (frame: number) => frame / signals.pictureHz
  const faded: Cut[] = fades(signals).map(({ from, to }) => ({
    time: seconds((from + to) / 2),
    start: seconds(from),
    end: seconds(to),
    kind: 'fade',
  }))
  const hard: Cut[] = sharpCuts(signals)
    .map(time => ({ time, start: time, end: time, kind: 'cut' as const }))
    .filter(cut => !faded.some(fade => cut.time > fade.start - absorbs && cut.time < fade.end + absorbs))
  const sharp = [...faded, ...hard]
  const mixed = mixedCuts(signals).filter(
    cut =>
      !sharp.some(other => other.end > cut.start - 0.25 && other.start < cut.end + 0.25) &&
      !(telemetry && rideContinues(telemetry, cut.time + lag)),
  )
  const seen = [...sharp, ...mixed]
  const isSame = (cut: Cut, other: Cut) => {
    const reach = other.kind === 'cut' ? sameChange.sharp : sameChange.gradual
    return other.end > cut.time - Math.max(reach, sameChange.lag) && other.start < cut.time + reach
  }
  const leaps: Cut[] = telemetry
    ? leapTimes(signals, telemetry)
        .map(time => ({ time, start: time, end: time, kind: 'cut' as const }))
        .filter(cut => !seen.some(other => isSame(cut, other)))
        .filter((cut, i, all) => i === 0 || cut.time - all[i - 1]!.time > sameChange.sharp)
    : []
  return [...seen, ...leaps].sort((a, b) => a.time - b.time)
}

/** The takes between the changes; together they cover the video. */
export function shotsOf(cuts: readonly Cut[], durationSeconds: number): Shot[] {
  const edges = [0, ...cuts.map(cut => cut.time).filter(t => t > 0 && t < durationSeconds), durationSeconds]
  return edges.slice(1).map((end, i) => ({ start: edges[i]!, end }))
}

/** The shot that contains a time; the last one for times past the end. */
export function shotAt(shots: readonly Shot[], time: number): Shot {
  return shots.find(shot => time < shot.end) ?? shots.at(-1)!
}

/** The values of a list with `hz` values a second that lie within a shot. */
export const framesOf = ({ start, end }: Shot, hz: number, length: number): Run => ({
  from: Math.ceil(start * hz),
  to: Math.min(length, Math.floor(end * hz)),
})

/**
 * Ranges of a list with `hz` values a second where `inside` holds, as found by `runs`, none across a cut,
 * whose two sides differ in place and time.
 */
export function runsInShots(
  shots: readonly Shot[],
  hz: number,
  length: number,
  inside: (index: number) => boolean,
  gap = 0,
  least = 1,
): (Run & { shot: Run })[] {
  return shots.flatMap((one, index) => {
    const { from, to: end } = framesOf(one, hz, length)
    const to = index === shots.length - 1 ? length : end
    return runs(Math.max(0, to - from), i => inside(from + i), gap, least).map(run => ({
      from: from + run.from,
      to: from + run.to,
      shot: { from, to },
    }))
  })
}

/** Whether an interval lies within one shot. */
export const withinOneShot = (shots: readonly Shot[], start: number, end: number) =>
  !shots.some(shot => shot.end > start && shot.end < end)
