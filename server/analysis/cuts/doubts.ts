import type { Telemetry } from '#telemetry/types.ts'
import { mad, median } from '../math.ts'
import type { Closeup, Doubt, SharpCloseup, Signals } from '../types.ts'
import { lightChanges } from './brightness.ts'
import { contrastWithin, dissolves } from './dissolves.ts'
import { hardCuts } from './hard-cuts.ts'
import { leapCuts } from './leaps.ts'

/**
 * Eight frames a second can't distinguish a cut from a turn of the head: neither leaves a match. At the
 * video's own frame rate they are very different, so uncertain changes get a second look (closeups/).
 */
const rules = {
  /** frames around a change that serve as its baseline */
  beside: 6,
  /**
   * loss of matching blocks above the usual, the share that its neighbors may have, and its spreads above
   * theirs
   */
  rise: 0.05,
  alone: 0.7,
  spreads: 2,
  restless: 0.015,
  /**
   * rise in spreads (at least this many) times the change of colors relative to the usual, limited to this
   * factor
   */
  strength: { least: 5, restless: 0.02, colors: 0.01, mostColors: 3 },
  /**
   * how many changes of each kind are examined: one per this many seconds of video, within these limits;
   * possible changes use the remaining slots. A flickering film or a jumping receiver can't request more.
   */
  every: { seeming: 4, possible: 12 },
  atLeast: 6,
  atMost: 150,
  /**
   * a cut keeps less than this share of the corners that are usually kept, and the rest move together no more
   * than by chance; where hardly any are usually kept, there is no answer
   */
  cut: 0.6,
  aligned: 0.29,
  tells: 0.35,
  /**
   * a change of color is a cut whatever lines stay, such as the vehicle's, the horizon and the road's edges: at least
   * this share of the picture, this many times what changes beside it. Some corners go as well; light leaves them all.
   */
  recolored: { share: 0.04, ratio: 3, usual: 0.01, kept: 0.8 },
  /**
   * share of corners followed both ways below which it is a dissolve; also when half of the fine contrast is
   * lost, as in a mix
   */
  followed: 0.5,
  followedDeep: 0.85,
  deep: 0.55,
}

/** Frames at which more blocks lose their match than around them, and by how much. */
function losses({
  picture: { residual, histogramDistance },
}: Signals): { frame: number; strength: number }[] {
  const found: { frame: number; strength: number }[] = []
  for (let i = 2; i < residual.length - 2; i++) {
    if (residual[i]! < residual[i - 1]! || residual[i]! < residual[i + 1]!) continue
    const around = (values: Float32Array) =>
      [
        values.subarray(Math.max(1, i - rules.beside), i),
        values.subarray(i + 1, i + 1 + rules.beside),
      ] as const
    const [left, right] = around(residual)
    const [before, after] = [median(left), median(right)]
    const rise = residual[i]! - Math.max(before, after)
    const restless = Math.max(mad(left, before), mad(right, after))
    const isAlone =
      residual[i - 1]! < before + rules.alone * rise && residual[i + 1]! < after + rules.alone * rise
    if (rise < rules.rise || rise < rules.spreads * Math.max(rules.restless, restless) || !isAlone) continue
    const { restless: floor, colors, mostColors, least } = rules.strength
    const usual = Math.max(colors, median(around(histogramDistance).flatMap(values => [...values])))
    const strength = (rise / Math.max(floor, restless)) * Math.min(mostColors, histogramDistance[i]! / usual)
    if (strength >= least) found.push({ frame: i, strength })
  }
  return found.sort((a, b) => b.strength - a.strength)
}

/**
 * What needs a second look: apparent shot changes, possible ones, strongest first, and jumps in the
 * telemetry.
 */
export function doubtfulChanges(signals: Signals, telemetry: Telemetry | null): Doubt[] {
  if (signals.quality !== 'full') return []
  const light = lightChanges(signals)
  const seeming = hardCuts(signals).filter(frame => !light.at(frame))
  const possible = losses(signals)
    .map(({ frame }) => frame)
    .filter(frame => !seeming.some(other => Math.abs(other - frame) <= 1))
  const room = (every: number) =>
    Math.min(rules.atMost, Math.max(rules.atLeast, Math.ceil(signals.durationSeconds / every)))
  const looked = seeming.slice(0, room(rules.every.seeming))
  const frames = [...looked, ...possible.slice(0, Math.max(0, room(rules.every.possible) - looked.length))]
  const mixed = dissolves(signals)
    .filter(({ middle, half }) => !light.over(middle, half))
    .slice(0, room(rules.every.possible))
  const leaps = (telemetry ? leapCuts(signals, telemetry) : [])
    .filter(leap => !leap.certain && !frames.some(frame => Math.abs(frame - leap.frame) <= 1))
    .slice(0, room(rules.every.possible))
  return [
    ...frames.sort((a, b) => a - b).map(frame => ({ kind: 'cut' as const, by: 'picture' as const, frame })),
    ...leaps.map(({ frame }) => ({ kind: 'cut' as const, by: 'telemetry' as const, frame })),
    ...mixed.map(({ middle, half }) => ({ kind: 'dissolve' as const, middle, half })),
  ]
}

/** Whether other colors follow at once, which light, haze and the camera's settings don't explain. */
function isRecolored({ usual, kept, recolored }: SharpCloseup): boolean {
  const { share, ratio, usual: least, kept: most } = rules.recolored
  return (
    kept < most * usual &&
    recolored.share >= share &&
    recolored.share >= ratio * Math.max(least, recolored.usual)
  )
}

/** Whether a closer look shows that the shot changes; null when it gives no answer. */
export function isChange(closeup: Closeup, { picture: { sharpness } }: Signals): boolean | null {
  if (closeup.kind === 'cut') {
    const { usual, kept, aligned } = closeup
    if (usual < rules.tells) return null
    return isRecolored(closeup) || (kept < rules.cut * usual && !(aligned > rules.aligned))
  }
  if (Number.isNaN(closeup.followed)) return null
  const { middle, half, followed } = closeup
  return (
    followed < (contrastWithin(sharpness, middle, half) < rules.deep ? rules.followedDeep : rules.followed)
  )
}
