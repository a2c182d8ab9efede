import { sentences as names } from '#sentences/evidence.ts'
import { sentences as measured } from '#sentences/measured.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { scoreOf } from './calibration/excitement.ts'
import { type CalibrationModel, type CalibrationSource, standardModel } from './calibration/model.ts'
import { spanOn } from './clock.ts'
import { shotAt } from './cuts/index.ts'
import { containment, overlap, type Window, windowOf } from './highlights/boundaries.ts'
import { byWeight, headline } from './highlights/names.ts'
import { rawScoreOf, type Witnesses } from './highlights/score.ts'
import { clamp, logistic, round } from './math.ts'
import { motionBetween, stepsOf } from './ride-state.ts'
import { isOfHarm, safetyNotes } from './safety/index.ts'
import type { Evidence, Highlight, Ride, RideFacts, SafetyNote, Shot } from './types.ts'

/** What a ride's evidence comes to, at the times of the video. */
export interface Choice {
  /** all of it, except where somebody may have been hurt */
  evidence: Evidence[]
  /** times at which somebody may have been hurt */
  safety: SafetyNote[]
  highlights: Highlight[]
  /** why there is no highlight; null when there is one */
  abstained: Sentence | null
}

/** The evidence of one highlight; the lead names it and sets its bounds. */
interface Moment {
  lead: Evidence
  items: Evidence[]
  window: Window
}

const bySensor = new Set<Evidence['source']>(['imu', 'gps'])
/** These say that something was strong, but not what. */
const vague = new Set<Evidence['type']>(['motion_burst', 'sound_burst', 'camera_tag'])
/**
 * Sensors locate bounds better than picture and sound, and specific evidence better than a mere burst, so
 * they lead even when slightly weaker.
 */
const advantage = { sensor: 0.25, shape: 0.2 }
/** A landing belongs to its jump, which names the highlight. */
const followsJump = 0.5
const belongs = 0.5
/** Seconds that have to be left of a view beside what the sensors measure in it. */
const leastView = 3

const rankOf = (item: Evidence) =>
  item.strength +
  (bySensor.has(item.source) ? advantage.sensor : 0) +
  (vague.has(item.type) ? 0 : advantage.shape) +
  (item.type === 'hard_landing' ? -followsJump : 0)

const lengthOf = ({ start, end }: Window) => end - start

/** The longer part of a window before or after another. */
function besides({ start, end }: Window, other: Window): Window {
  const [before, after] = [
    { start, end: Math.min(end, other.start) },
    { start: Math.max(start, other.end), end },
  ]
  return lengthOf(after) > lengthOf(before) ? after : before
}

/** Groups evidence that overlaps in time around the strongest. Nothing is grouped across a cut. */
function groupEvidence(evidence: readonly Evidence[], shots: readonly Shot[]): Moment[] {
  const moments: Moment[] = []
  for (const item of evidence.toSorted((a, b) => rankOf(b) - rankOf(a) || a.core - b.core)) {
    const window = windowOf(item, shots)
    const shot = shotAt(shots, item.core)
    const homes = moments.filter(
      moment =>
        shotAt(shots, moment.lead.core) === shot &&
        ((item.core >= moment.window.start && item.core <= moment.window.end) ||
          containment(window, moment.window) >= belongs ||
          overlap(window, moment.window) > 0.3),
    )
    // No sensor measures a view. It goes with braking for it or leaving it, and the rest is a moment of its own.
    if (item.type === 'scenic' && homes.length > 0 && homes.every(({ lead }) => bySensor.has(lead.source))) {
      const rest = homes.reduce((left, home) => besides(left, home.window), window)
      if (lengthOf(rest) >= leastView) moments.push({ lead: item, items: [item], window: rest })
    }
    const [home] = homes
    if (home) home.items.push(item)
    else moments.push({ lead: item, items: [item], window })
  }
  return moments
}

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

/** What scores of a ride are based on. */
export function sourceOf(facts: RideFacts): CalibrationSource {
  const has = witnessesOf(facts)
  return has.imu || has.gps ? 'telemetry' : 'picture'
}

function present(moment: Moment, facts: RideFacts, has: Witnesses, model: CalibrationModel): Candidate {
  const { lead, window } = moment
  const items = [
    lead,
    ...moment.items.filter(item => item !== lead).toSorted((a, b) => b.strength - a.strength),
  ]
  const strength = round(clamp(rawScoreOf(items, has, facts.signals.quality), 0, 1), 3)
  const { score, ...parts } = scoreOf(model, lead.type, strength, sourceOf(facts))
  return {
    description: headline(lead, items),
    score,
    ...parts,
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

function reason(best: Candidate | undefined): Sentence {
  if (!best) return measured.nothing
  const { strength, start, evidence } = best
  const name = { within: names[evidence[0]!.type] }
  return measured.tooWeak({ name, strength, seconds: start, needed: leastStrength })
}

/**
 * The highlights in time order, or the reason why there are none. Strength alone selects them; the model says
 * how sure each of them is.
 */
export function chooseHighlights(
  evidence: readonly Evidence[],
  facts: RideFacts,
  model: CalibrationModel = standardModel,
): Pick<Choice, 'highlights' | 'abstained'> {
  const has = witnessesOf(facts)
  const all = groupEvidence(evidence, facts.shots).map(moment => present(moment, facts, has, model))
  const highlights = select(
    all.filter(({ strength, start, end }) => strength >= leastStrength && end - start >= 1),
    facts.durationSeconds,
  )
  if (highlights.length > 0) return { highlights, abstained: null }
  return { highlights, abstained: reason(all.toSorted((a, b) => b.strength - a.strength)[0]) }
}

/**
 * The highlights of a ride, from its weighed evidence. What happened where somebody may have been hurt is a note to
 * people and no moment to watch.
 */
export function choose(
  weighed: readonly Evidence[],
  { ridden, shown, clock }: Ride,
  model?: CalibrationModel,
): Choice {
  const notes = safetyNotes(ridden)
  const evidence = weighed.filter(item => !isOfHarm(notes, item)).map(item => spanOn(item, 1 / clock))
  const safety = notes.map(note => ({ ...note, time: round(note.time / clock, 2) }))
  return { evidence, safety, ...chooseHighlights(evidence, shown, model) }
}
