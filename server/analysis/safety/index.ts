import { sentences as measured } from '#sentences/measured.ts'
import { movingMean } from '#telemetry/derive.ts'
import { overturns } from '../events/rollover.ts'
import { argMax, round, runs } from '../math.ts'
import { movingShare, stepsOf } from '../ride-state.ts'
import type { Evidence, RideFacts, SafetyNote } from '../types.ts'

/**
 * A ride that ends in a hit or a rollover, with nobody moving for long after: somebody may lie there. That is a note to
 * people, never a moment to watch. A stop after a hard landing looks the same for its first seconds, so the stillness
 * has to begin soon and to last.
 */
const rules = {
  /** g of a hit, in 20 ms: harder than the landing of a jump of a meter */
  hit: 5,
  /** share of the seconds before in which it moved */
  before: { seconds: 3, share: 0.5 },
  /** seconds within which it lies still, for how long, and in how much of that time at most it seems to move */
  within: 4,
  still: 10,
  stirs: 0.1,
  /** seconds before the hit that belong to it */
  leadsTo: 2,
}

interface Blow {
  kind: SafetyNote['kind']
  time: number
  value: number
}

/** What may have thrown the rider: hits by felt acceleration, and the camera turned over. */
function blows(facts: RideFacts): Blow[] {
  if (!facts.felt) return []
  const { times, values } = movingMean(facts.felt, 0.02)
  const hits = runs(times.length, i => values[i]! >= rules.hit, 80).map(({ from, to }) => {
    const peak = argMax(values, from, to)
    return { kind: 'impact' as const, time: times[peak]!, value: values[peak]! }
  })
  const turns = overturns(facts).map(({ start, value }) => ({
    kind: 'rollover' as const,
    time: start,
    value,
  }))
  return [...hits, ...turns].sort((a, b) => a.time - b.time)
}

/** Seconds of stillness that begin soon after a time; 0 if the ride continues. */
function stillAfter({ state, shots }: RideFacts, time: number): number {
  const shotEnd = shots.find(shot => time < shot.end)?.end ?? state.length / state.hz
  const { from, to } = stepsOf(state, time, shotEnd)
  const latest = Math.min(to, from + rules.within * state.hz)
  let first = from
  while (first < latest && state.moving[first]) first++
  if (first >= latest) return 0
  let end = first
  let stirred = 0
  let lastStill = first
  while (end < to) {
    if (state.moving[end]) stirred++
    else lastStill = end
    if (stirred > Math.max(state.hz, rules.stirs * (end - first))) break
    end++
  }
  return (lastStill + 1 - first) / state.hz
}

const described = ({ kind, value }: Blow, seconds: number) =>
  kind === 'impact'
    ? measured.stillAfterHit({ g: round(value, 1), seconds: round(seconds, 1) })
    : measured.stillAfterTurn({ degrees: round(value, 1), seconds: round(seconds, 1) })

/** Times at which somebody may have been hurt; none without a motion sensor. One note for each stillness. */
export function safetyNotes(facts: RideFacts): SafetyNote[] {
  const notes: SafetyNote[] = []
  for (const blow of blows(facts)) {
    const { kind, time, value } = blow
    const last = notes.at(-1)
    if (last && time < last.time + rules.within + last.stillSeconds) continue
    if (movingShare(facts.state, Math.max(0, time - rules.before.seconds), time) < rules.before.share)
      continue
    const seconds = stillAfter(facts, time)
    if (seconds < rules.still) continue
    notes.push({
      ...{ kind, time: round(time, 2), stillSeconds: round(seconds, 1), value: round(value, 1) },
      text: described(blow, seconds),
    })
  }
  return notes
}

/** Whether evidence tells of a moment in which somebody may have been hurt: no moment to watch. */
export const isOfHarm = (notes: readonly SafetyNote[], { start, end }: Pick<Evidence, 'start' | 'end'>) =>
  notes.some(
    ({ time, stillSeconds }) => end > time - rules.leadsTo && start < time + rules.within + stillSeconds,
  )
