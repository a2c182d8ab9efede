import type { Evidence, Highlight } from '#contract/analysis.ts'
import { sentences as names } from '#sentences/evidence.ts'
import { sentences as measured } from '#sentences/measured.ts'
import { told } from '#server/core/db/told.ts'
import type { Sentence } from '#server/core/sentences.ts'
import {
  type CalibrationModel,
  type CalibrationSource,
  calibrate,
  standardModel,
} from '../calibration/index.ts'
import { clamp, logistic, round } from '../math.ts'
import { motionBetween, stepsOf } from '../ride-state.ts'
import type { RideFacts } from '../types.ts'
import { containment, overlap } from './boundaries.ts'
import { byWeight, headline } from './describe.ts'
import { groupEvidence, type Moment } from './group.ts'
import { rawScoreOf, type Witnesses } from './score.ts'

/** The minimum strength of a visible highlight. */
export const leastStrength = 0.45
const sameMoment = 0.35
const inside = 0.6
const limits = { perMinute: 6, atLeast: 3, atMost: 40 }

const witnessesOf = ({ telemetry, signals }: RideFacts): Witnesses => ({
  imu: telemetry?.series.has('ACCL') ?? false,
  gps: (telemetry?.series.has('GPS5') || telemetry?.series.has('GPS9')) ?? false,
  sound: signals.sound !== null,
})

/** How much the camera moves, 0 to 1: from the picture, and from the sensor's shaking if available. */
function motionLevel({ state }: RideFacts, start: number, end: number): number {
  const seen = logistic(motionBetween(state, start, end), 0.15, 0.05)
  if (!state.vibration) return seen
  const { from, to } = stepsOf(state, start, end)
  const shaken = logistic(
    Math.max(...state.vibration.subarray(from, to).filter(v => !Number.isNaN(v)), 0),
    0.4,
    0.15,
  )
  return 0.5 * seen + 0.5 * shaken
}

interface Candidate extends Highlight {
  strength: number
}

function present(moment: Moment, facts: RideFacts, has: Witnesses, model: CalibrationModel): Candidate {
  const { lead, window } = moment
  const items = [
    lead,
    ...moment.items.filter(item => item !== lead).toSorted((a, b) => b.strength - a.strength),
  ]
  const strength = round(clamp(rawScoreOf(items, has, facts.signals.quality), 0, 1), 3)
  const source: CalibrationSource = has.imu || has.gps ? 'telemetry' : 'picture'
  const score = calibrate(model, lead.type, strength, source)
  return {
    ...told({ description: headline(lead, items) }),
    score,
    scoreModel: model.version,
    strength,
    start: round(window.start, 2),
    end: round(window.end, 2),
    clipType: lead.type === 'scenic' ? 'scenic' : 'action',
    motionLevel: round(motionLevel(facts, window.start, window.end), 3),
    // The contract has two names for one measure: what is shown as excitement is the score.
    excitementLevel: score,
    evidence: byWeight(lead, items),
  }
}

/** Keeps the best of duplicate highlights, and as many as a viewer would want for this length of video. */
function select(candidates: readonly Candidate[], durationSeconds: number): Highlight[] {
  const kept: Candidate[] = []
  for (const candidate of candidates.toSorted((a, b) => b.strength - a.strength || a.start - b.start))
    if (!kept.some(other => overlap(candidate, other) > sameMoment || containment(candidate, other) > inside))
      kept.push(candidate)
  const most = clamp(Math.ceil((limits.perMinute * durationSeconds) / 60), limits.atLeast, limits.atMost)
  return kept.slice(0, most).sort((a, b) => a.start - b.start)
}

export interface HighlightChoice {
  highlights: Highlight[]
  /** why there is none; null when there is one */
  abstained: Sentence | null
}

function reason(best: Candidate | undefined): Sentence {
  if (!best) return measured.nothing
  const { strength, start, evidence } = best
  const name = { within: names[evidence[0]!.type] }
  return measured.tooWeak({ name, strength, seconds: start, needed: leastStrength })
}

/**
 * The highlights in time order, or the reason why there are none. Strength alone selects them; the model says
 * how much each of them is to be believed.
 */
export function chooseHighlights(
  evidence: readonly Evidence[],
  facts: RideFacts,
  model: CalibrationModel = standardModel,
): HighlightChoice {
  const has = witnessesOf(facts)
  const all = groupEvidence(evidence, facts.shots).map(moment => present(moment, facts, has, model))
  const highlights = select(
    all.filter(({ strength, start, end }) => strength >= leastStrength && end - start >= 1),
    facts.durationSeconds,
  )
  if (highlights.length > 0) return { highlights, abstained: null }
  return { highlights, abstained: reason(all.toSorted((a, b) => b.strength - a.strength)[0]) }
}
