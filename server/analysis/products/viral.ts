import type { ExcitementCurve } from '#contract/analysis.ts'
import { sentences as advice } from '#sentences/advice.ts'
import { fromStored } from '#server/core/sentences.ts'
import { kindOf } from '../highlights/names.ts'
import { clamp, mean, median, round } from '../math.ts'
import { passing, stepsOf } from '../ride-state.ts'
import type { AnalysisInput, Highlight, RideFacts, Scene, ViralPotential } from '../types.ts'
import { focusPath } from './focus.ts'

type Part = ViralPotential['parts'][number]

const core = (highlight: Highlight) => highlight.evidence[0]?.core ?? highlight.start

const hookSeconds = 5
const lively = 0.5
/** Best lengths for feeds in seconds, and the lengths at which the benefit is zero. */
const fit = { shortest: 10, best: [15, 90], longest: 900 } as const

const byStrength = (a: Highlight, b: Highlight) => b.strength - a.strength
const strongest = (highlights: readonly Highlight[]) => highlights.toSorted(byStrength)[0]

function hook(curve: ExcitementCurve, highlights: readonly Highlight[]): Part {
  const steps = Math.round(hookSeconds / curve.stepSeconds)
  const window = Math.round(3 / curve.stepSeconds)
  const opening = curve.values.slice(0, steps)
  let value = 0
  for (let i = 0; i + window <= opening.length; i++)
    value = Math.max(value, mean(opening.slice(i, i + window)))
  const best = strongest(highlights)
  const late = best && core(best) > hookSeconds
  const opens = value < 0.35 ? advice.hookQuiet : value < 0.65 ? advice.hookSome : advice.hookFull
  return {
    name: 'hook',
    weight: 0.25,
    value,
    sentence: opens({ seconds: hookSeconds, share: round(value, 3) }),
    improvement: late ? advice.moveUp({ time: round(core(best), 1), name: kindOf(best) }) : null,
  }
}

function peak(highlights: readonly Highlight[]): Part {
  const best = strongest(highlights)
  const strength = best ? best.strength : 0
  return {
    name: 'peak',
    weight: 0.25,
    value: strength,
    sentence: best
      ? advice.strongest({ share: round(best.score, 3), highlight: fromStored(best.description) })
      : advice.noneStandsOut,
    improvement: best ? null : advice.addAction,
  }
}

function density(curve: ExcitementCurve): Part {
  const share = curve.values.filter(value => value >= lively).length / Math.max(1, curve.values.length)
  const value = clamp(share / 0.35, 0, 1)
  return {
    name: 'density',
    weight: 0.15,
    value,
    sentence: advice.shareOfAction({ share: round(share, 3) }),
    improvement: value < 0.7 ? advice.cutDown : null,
  }
}

function variety(highlights: readonly Highlight[], scenes: readonly Scene[]): Part {
  const kinds = new Set(highlights.map(({ evidence }) => evidence[0]?.type))
  const places = new Set(scenes.map(({ sceneType }) => sceneType))
  const value =
    highlights.length === 0
      ? 0
      : clamp(0.7 * ((kinds.size - 0.5) / 3.5) + 0.3 * ((places.size - 1) / 3), 0, 1)
  return {
    name: 'variety',
    weight: 0.1,
    value,
    sentence: advice.variety({ kinds: kinds.size, places: places.size }),
    improvement: value < 0.4 ? advice.mix : null,
  }
}

function picture({ signals }: RideFacts, input: AnalysisInput, interesting: number): Part {
  const { luma, lumaSd, colorfulness } = signals.picture
  const light = clamp(1 - Math.abs(median(luma) - 118) / 90, 0, 1)
  const contrast = clamp(median(lumaSd) / 50, 0, 1)
  const color = clamp(median(colorfulness) / 45, 0, 1)
  const detail = clamp(Math.min(input.width, input.height) / 1080, 0, 1)
  const quality = 0.3 * light + 0.2 * contrast + 0.25 * color + 0.25 * detail
  return {
    name: 'picture',
    weight: 0.1,
    value: quality * interesting,
    sentence: advice.picture({
      light: round(light, 3),
      contrast: round(contrast, 3),
      color: round(color, 3),
      lines: Math.min(input.width, input.height),
    }),
    improvement: light < 0.5 ? advice.correctExposure : color < 0.4 ? advice.raiseSaturation : null,
  }
}

function sound({ signals, heard }: RideFacts, interesting: number): Part {
  if (!heard || !signals.sound)
    return {
      name: 'sound',
      weight: 0.05,
      value: 0,
      sentence: advice.noSound,
      improvement: advice.addMusic,
    }
  const wind = median(signals.sound.low)
  const clear = clamp((0.95 - wind) / 0.5, 0.1, 1)
  return {
    name: 'sound',
    weight: 0.05,
    value: clear * interesting,
    sentence: advice.wind({ share: round(wind, 3) }),
    improvement: clear < 0.4 ? advice.filterWind : null,
  }
}

function length(durationSeconds: number, interesting: number): Part {
  const [from, to] = fit.best
  const value =
    durationSeconds < from
      ? clamp((durationSeconds - fit.shortest / 2) / (from - fit.shortest / 2), 0, 1)
      : durationSeconds <= to
        ? 1
        : clamp(1 - Math.log(durationSeconds / to) / Math.log(fit.longest / to), 0, 1)
  return {
    name: 'length',
    weight: 0.05,
    value: value * interesting,
    sentence: advice.lasts({ seconds: round(durationSeconds, 2), from, to }),
    improvement: durationSeconds > to ? advice.publishReel : null,
  }
}

/** Share of a 16:9 picture's width kept by a 9:16 crop, and how far its center may be from the middle. */
const cropReach = 0.34
const fullHeight = 1080

function format(
  { signals }: RideFacts,
  highlights: readonly Highlight[],
  input: AnalysisInput,
  interesting: number,
): Part {
  const upright = input.height > input.width
  const ranked = highlights.toSorted(byStrength).slice(0, 3)
  const points = ranked.flatMap(highlight => focusPath(signals, highlight))
  const aside = points.length > 0 ? mean(points.map(({ x }) => Math.abs(x - 0.5))) : cropReach
  const lines = Math.min(1, input.height / fullHeight)
  const value = upright ? 1 : clamp(1 - aside / cropReach, 0, 1) * lines
  return {
    name: 'format',
    weight: 0.05,
    value: value * interesting,
    sentence: upright ? advice.vertical : advice.offCenter({ share: round(aside, 3), lines: input.height }),
    improvement: upright || value >= 0.5 ? null : lines < 0.7 ? advice.recordLarger : advice.keepCentered,
  }
}

/**
 * Viral potential: a weighted sum of a video's merits, each part with its measurement and what would raise
 * it. It is not trained on views and doesn't promise any. Merits of form count only as far as there is
 * something to see, so a video without highlights stays near 0.
 */
export function viralPotentialOf(
  facts: RideFacts,
  highlights: readonly Highlight[],
  curve: ExcitementCurve,
  scenes: readonly Scene[],
  input: AnalysisInput,
): ViralPotential {
  const best = Math.max(0, ...highlights.map(highlight => highlight.strength))
  const interesting = 0.15 + 0.85 * clamp(best / 0.7, 0, 1)
  const parts = [
    hook(curve, highlights),
    peak(highlights),
    density(curve),
    variety(highlights, scenes),
    picture(facts, input, interesting),
    sound(facts, interesting),
    length(facts.durationSeconds, interesting),
    format(facts, highlights, input, interesting),
  ].map(part => ({ ...part, value: round(clamp(part.value, 0, 1), 3) }))
  return {
    score: round(
      clamp(
        parts.reduce((sum, { weight, value }) => sum + weight * value, 0),
        0,
        1,
      ),
      3,
    ),
    parts,
  }
}

/** From this speed (m/s) or vibration (g) on, telemetry claims a moving ride. */
const claimed = { speed: 3, vibration: 0.1 } as const
/**
 * Confirming half of the claims is enough: the picture may shake too hard, or show too much sky, for its
 * motion to be read.
 */
const enough = 0.5
/**
 * Mean luma below which a picture is too dark to show motion, and how many dB a ride is above its quietest
 * second.
 */
const dark = 24
const louder = 6

/** Whether each step of the ride's state has its share of sound above the quietest part; null without sound. */
function loudSteps({ signals, state }: RideFacts): boolean[] | null {
  const { sound } = signals
  if (!sound) return null
  const levels = Array.from({ length: state.length }, (_, i) => {
    const from = Math.floor((i / state.hz) * sound.hz)
    return mean(sound.db.subarray(from, Math.max(from + 1, Math.ceil(((i + 1) / state.hz) * sound.hz))))
  })
  const quiet = Math.min(...levels.filter(level => !Number.isNaN(level)))
  return levels.map(level => level >= quiet + louder)
}

/**
 * How far picture and sound confirm the telemetry: the share, 0 to 1, of the time in which it claims a ride
 * or found a highlight, and in which the picture moves. Where the picture is too dark, the sound decides. 1
 * when nothing is claimed.
 * @param moments what was found with the telemetry, seconds
 */
export function corroboration(facts: RideFacts, moments: readonly { start: number; end: number }[]): number {
  const { state, signals } = facts
  const asked = Array.from(
    { length: state.length },
    (_, i) => (state.speed?.[i] ?? 0) >= claimed.speed || (state.vibration?.[i] ?? 0) >= claimed.vibration,
  )
  for (const { start, end } of moments) {
    const { from, to } = stepsOf(state, start, end)
    asked.fill(true, from, to)
  }
  const loud = median(signals.picture.luma) < dark ? loudSteps(facts) : null
  let claims = 0
  let borneOut = 0
  for (const [i, claim] of asked.entries()) {
    if (!claim) continue
    claims++
    if (state.motion[i]! >= passing / 2 || loud?.[i]) borneOut++
  }
  return claims === 0 ? 1 : borneOut / claims
}

/**
 * The viral potential of a video with telemetry, with each part limited to what picture and sound show plus
 * the share they confirm. Anyone can write a telemetry file, and the score sets what a view earns.
 * @param seen the potential from picture and sound alone @param share from corroboration()
 */
export function capByPicture(full: ViralPotential, seen: ViralPotential, share: number): ViralPotential {
  const trust = round(clamp(share / enough, 0, 1), 3)
  const parts = full.parts.map(part => {
    const alone = seen.parts.find(({ name }) => name === part.name)?.value ?? 0
    const value = part.value > alone ? alone + trust * (part.value - alone) : part.value
    return { ...part, value: round(value, 3) }
  })
  const score = parts.reduce((sum, { weight, value }) => sum + weight * value, 0)
  return {
    score: round(clamp(score, 0, 1), 3),
    parts,
    seen: seen.score,
    trust,
    doubt: trust < 1 ? advice.doubt({ moves: round(share, 3), counts: trust }) : null,
  }
}
