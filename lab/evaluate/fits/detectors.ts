import type { EvidenceType } from '#contract/evidence.ts'
import { possibleCheers } from '#server/analysis/events/heard/cheers.ts'
import { possibleRushes } from '#server/analysis/events/heard/rushes.ts'
import { possibleSplashes } from '#server/analysis/events/heard/splashes.ts'
import { possibleBrakes } from '#server/analysis/events/seen/brakes.ts'
import { possibleFastStretches } from '#server/analysis/events/seen/fast-stretches.ts'
import { type Hill, possibleHills } from '#server/analysis/events/seen/hills.ts'
import { possibleLandings } from '#server/analysis/events/seen/landings.ts'
import {
  type Candidate,
  type FittedKind,
  type HeardKind,
  silentTwins,
} from '#server/analysis/events/seen/likelihood.ts'
import { possibleShakenStretches } from '#server/analysis/events/seen/shaken-stretches.ts'
import { possibleSwings } from '#server/analysis/events/seen/swings.ts'
import { possibleViews } from '#server/analysis/events/seen/views.ts'
import type { RideFacts } from '#server/analysis/types.ts'

/** A kind of candidate, what it may be, and what speaks for it. Signs that no one would expect are left out. */
export interface Detector {
  kind: FittedKind
  /** types of the true moments */
  truth: readonly string[]
  /** type of the evidence, for the clip's margins */
  evidence: EvidenceType
  signs: readonly string[]
  candidates: (facts: RideFacts) => Candidate[]
}

const withoutSound = (facts: RideFacts): RideFacts => ({
  ...facts,
  ...{ signals: { ...facts.signals, sound: null }, heard: null },
})

/** A detector for videos with sound and its twin for those without, which learns from the same videos muted. */
const withTwin = (
  { kind, candidates, ...detector }: Omit<Detector, 'kind' | 'signs'> & { kind: HeardKind },
  signs: { seen: readonly string[]; heard: readonly string[]; silent?: readonly string[] },
): Detector[] => [
  {
    ...detector,
    kind,
    signs: [...signs.seen, ...signs.heard],
    candidates: facts => (facts.heard ? candidates(facts) : []),
  },
  {
    ...detector,
    kind: silentTwins[kind],
    signs: [...signs.seen, ...(signs.silent ?? [])],
    candidates: facts => candidates(withoutSound(facts)),
  },
]

const hill = {
  kind: 'hill',
  signs: ['sky', 'drop', 'together', 'lastingSky', 'lastingDrop', 'uneven', 'turn'],
} as const
const hillsOf = (type: Hill['type']) => (facts: RideFacts) =>
  possibleHills(facts).filter(found => found.type === type)

/** Detectors of one kind share its signs and weights. */
export const detectors: readonly Detector[] = [
  ...withTwin(
    { kind: 'landing', truth: ['jump'], evidence: 'air_then_thump', candidates: possibleLandings },
    { seen: ['jolt', 'kick', 'nod'], heard: ['thump', 'wheels', 'together'], silent: ['calm'] },
  ),
  ...withTwin(
    { kind: 'fastStretch', truth: ['speed'], evidence: 'fast_stretch', candidates: possibleFastStretches },
    { seen: ['pace', 'length', 'shake', 'blur'], heard: ['engine'] },
  ),
  ...withTwin(
    {
      ...{ kind: 'shakenStretch', truth: ['rough'], evidence: 'shaken_picture' },
      candidates: possibleShakenStretches,
    },
    { seen: ['shake', 'length', 'pace', 'even', 'parallax', 'turn'], heard: ['wheels'] },
  ),
  ...withTwin(
    {
      ...{ kind: 'brake', truth: ['brake'], evidence: 'slowing' },
      candidates: possibleBrakes,
    },
    { seen: ['fall', 'length', 'fast', 'turn', 'together', 'stops'], heard: ['engine', 'quieter'] },
  ),
  {
    ...{ kind: 'swing', truth: ['corner'], evidence: 'swing', candidates: possibleSwings },
    signs: ['widths', 'rate', 'approach', 'blur', 'parallax', 'dive'],
  },
  {
    ...{ kind: 'rush', truth: ['speed', 'rough'], evidence: 'rush' },
    signs: ['loud', 'length', 'shake', 'pace', 'wind'],
    candidates: possibleRushes,
  },
  {
    ...{ kind: 'cheer', truth: ['cheer'], evidence: 'cheer' },
    signs: ['loud', 'length', 'whole', 'voice', 'high', 'low', 'tone', 'landed'],
    candidates: possibleCheers,
  },
  {
    ...{ kind: 'splash', truth: ['water'], evidence: 'splash' },
    signs: ['hiss', 'loud', 'tilt', 'above', 'wind', 'color'],
    candidates: possibleSplashes,
  },
  {
    ...{ kind: 'view', truth: ['scenic'], evidence: 'scenic' },
    signs: ['color', 'lasting', 'shaking', 'between', 'talk'],
    candidates: facts => possibleViews(facts, facts.shots),
  },
  { ...hill, truth: ['climb'], evidence: 'seen_climb', candidates: hillsOf('seen_climb') },
  { ...hill, truth: ['descent'], evidence: 'seen_descent', candidates: hillsOf('seen_descent') },
]

/** The signs of a kind, in the order in which they are stored. */
export const signsOf = (kind: FittedKind): readonly string[] =>
  detectors.find(detector => detector.kind === kind)!.signs
