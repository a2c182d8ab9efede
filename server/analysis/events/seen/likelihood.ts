import { z } from 'zod'
import { logistic } from '../../math.ts'
import type { RideFacts } from '../../types.ts'
import given from './weights.json' with { type: 'json' }

/** A logistic regression: where it starts, and how much each sign adds. */
export interface Weights {
  start: number
  signs: Record<string, number>
}

/** What is judged by picture and sound, and what by the picture alone instead, in a video without sound. */
export const silentTwins = {
  landing: 'silentLanding',
  fastStretch: 'silentFastStretch',
  shakenStretch: 'silentShakenStretch',
  brake: 'silentBrake',
} as const
export type HeardKind = keyof typeof silentTwins

/** What the weights are fitted for. */
export const fittedKinds = [
  'landing',
  'silentLanding',
  'fastStretch',
  'silentFastStretch',
  'swing',
  'shakenStretch',
  'silentShakenStretch',
  'hill',
  'view',
  'rush',
  'cheer',
  'splash',
  'brake',
  'silentBrake',
] as const
export type FittedKind = (typeof fittedKinds)[number]

const weights = z
  .record(z.enum(fittedKinds), z.object({ start: z.number(), signs: z.record(z.string(), z.number()) }))
  .parse(given)

/** Something that may be worth watching, and what speaks for and against it. */
export interface Candidate {
  /** seconds */
  start: number
  end: number
  core: number
  /** the measurement that it is named by, in the unit of its evidence */
  value: number
  /** signs by name, mostly logarithms of ratios to what is usual on the ride */
  signs: Record<string, number>
}

/** Candidates below this likelihood are left out. Without sound, jolts are often something else. */
const least = { usual: 0.35, silentLanding: 0.4 }
export const leastLikelihood = (kind: FittedKind) =>
  kind === 'silentLanding' ? least.silentLanding : least.usual
/** What is barely likely enough keeps this share of its strength. */
const doubtful = 0.75

/** How likely signs make something by given weights, 0 to 1. */
export function likelihoodBy({ start, signs: weightOf }: Weights, signs: Candidate['signs']): number {
  const sum = Object.entries(weightOf).reduce((total, [sign, weight]) => total + weight * signs[sign]!, start)
  return logistic(sum, 0, 1)
}

/**
 * How likely a candidate is what it looks like, 0 to 1. The weights are in `weights.json`, written by
 * `npm run evaluate -- --fit-signs`; docs/evaluation.md says how often the results are right.
 */
export const likelihoodOf = (signs: Candidate['signs'], kind: FittedKind): number =>
  likelihoodBy(weights[kind], signs)

/** The share of its strength that something this likely keeps. */
export const trustOf = (likely: number) => doubtful + (1 - doubtful) * likely

/** What candidates of a ride are judged by. */
export const kindFor = ({ heard }: RideFacts, kind: HeardKind): FittedKind =>
  heard ? kind : silentTwins[kind]

/** Of candidates for the same moment, the likeliest. */
export const likeliest = <C extends { likely: number }>(
  candidates: readonly C[],
  isSame: (one: C, other: C) => boolean,
): C[] =>
  candidates.filter(one => candidates.every(other => !isSame(one, other) || other.likely <= one.likely))

/** Candidates that are likely enough, with the share of their strength that they keep. */
export const likelyOnes = <C extends Candidate>(candidates: readonly C[], kind: FittedKind) =>
  candidates.flatMap(candidate => {
    const likely = likelihoodOf(candidate.signs, kind)
    // A sign that couldn't be measured makes the likelihood NaN, which is not enough.
    return likely >= leastLikelihood(kind) ? [{ ...candidate, likely, trust: trustOf(likely) }] : []
  })
