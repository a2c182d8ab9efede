import { mean } from './math.ts'
import { lookColumns, lookRows, lookSize } from './signals/planes.ts'
import type { Cut, Shot, Signals } from './types.ts'

/** Limits of the cut rules. Distances are shares 0 to 1, times in seconds. */
export const cutRules = {
  /** evidence of one frame, and how far it must stand out of its neighbours' */
  least: 0.12,
  ratio: 2.2,
  neighbours: 2,
  /** looks this close to each other are one shot */
  sameLook: 0.6,
  /** a flash is over within this time */
  flashSeconds: 1.1,
  blackLuma: 24,
  whiteLuma: 224,
  flatSd: 9,
}

const lumaCells = lookColumns * lookRows

/** Distance of two frames' looks: mean difference of their cells, 0 to 1, chroma counted twice. */
export function lookDistance(looks: Uint8Array, a: number, b: number): number {
  let sum = 0
  const at = a * lookSize
  const bt = b * lookSize
  for (let i = 0; i < lookSize; i++)
    sum += Math.abs(looks[at + i]! - looks[bt + i]!) * (i < lumaCells ? 1 : 2)
  return sum / (255 * (lumaCells + 2 * (lookSize - lumaCells)))
}

/**
 * Whether the picture comes back to what it was within flashSeconds: sun flare, a flash or a jump of exposure.
 * Then frame `at` is no cut.
 */
function isFlash(signals: Signals, at: number): boolean {
  const { picture, pictureHz } = signals
  const length = picture.luma.length
  const reach = Math.round(cutRules.flashSeconds * pictureHz)
  const jump = lookDistance(picture.looks, at - 1, at)
  for (let before = Math.max(0, at - 2); before < at; before++)
    for (let after = at + 1; after <= Math.min(length - 1, at + reach); after++)
      if (lookDistance(picture.looks, before, after) < cutRules.sameLook * jump) return true
  // The end of a flash looks like its beginning, seen backwards.
  for (let before = Math.max(0, at - reach); before < at - 1; before++)
    if (lookDistance(picture.looks, before, at) < cutRules.sameLook * jump) return true
  return false
}

function hardCuts(signals: Signals): number[] {
  const { picture, pictureHz } = signals
  const length = picture.luma.length
  const evidence = picture.histogramDistance.map((distance, i) => Math.sqrt(distance * picture.residual[i]!))
  const reach = Math.max(2, Math.round((cutRules.neighbours * pictureHz) / 8))
  const cuts: number[] = []
  for (let i = 1; i < length - 1; i++) {
    if (evidence[i]! < cutRules.least || evidence[i]! < evidence[i - 1]! || evidence[i]! < evidence[i + 1]!)
      continue
    const around = [
      ...evidence.subarray(Math.max(1, i - reach), i),
      ...evidence.subarray(i + 1, i + 1 + reach),
    ]
    if (evidence[i]! < cutRules.ratio * Math.max(0.02, mean(around))) continue
    if (!isFlash(signals, i)) cuts.push(i)
  }
  return cuts
}

/** Stretches of frames that are one flat black or white: the bottom of a fade. */
function fades(signals: Signals): { from: number; to: number }[] {
  const { luma, lumaSd } = signals.picture
  const found: { from: number; to: number }[] = []
  for (let i = 0; i < luma.length; i++) {
    const flat =
      lumaSd[i]! < cutRules.flatSd && (luma[i]! < cutRules.blackLuma || luma[i]! > cutRules.whiteLuma)
    if (!flat) continue
    const last = found.at(-1)
    if (last && last.to === i) last.to = i + 1
    else found.push({ from: i, to: i + 1 })
  }
  return found.filter(({ from, to }) => from > 0 && to < luma.length)
}

/** All changes of shot, in order. */
export function findCuts(signals: Signals): Cut[] {
  const seconds = (frame: number) => frame / signals.pictureHz
  const faded: Cut[] = fades(signals).map(({ from, to }) => ({
    time: seconds((from + to) / 2),
    start: seconds(from),
    end: seconds(to),
    kind: 'fade',
  }))
  const hard: Cut[] = hardCuts(signals)
    .map(frame => ({
      time: seconds(frame),
      start: seconds(frame),
      end: seconds(frame),
      kind: 'cut' as const,
    }))
    .filter(cut => !faded.some(fade => cut.time > fade.start - 0.8 && cut.time < fade.end + 0.8))
  return [...faded, ...hard].sort((a, b) => a.time - b.time)
}

/** The takes between the changes; together they cover the video. */
export function shotsOf(cuts: readonly Cut[], durationSeconds: number): Shot[] {
  const edges = [0, ...cuts.map(cut => cut.time).filter(t => t > 0 && t < durationSeconds), durationSeconds]
  return edges.slice(1).map((end, i) => ({ start: edges[i]!, end }))
}

/** The shot that holds a time; the last one for times past the end. */
export function shotAt(shots: readonly Shot[], time: number): Shot {
  return shots.find(shot => time < shot.end) ?? shots.at(-1)!
}

/** Whether an interval lies in one shot. */
export const withinOneShot = (shots: readonly Shot[], start: number, end: number) =>
  !shots.some(shot => shot.end > start && shot.end < end)
