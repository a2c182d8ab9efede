import type { Evidence, Highlight } from '#contract/analysis.ts'
import type { EvidenceType } from '#contract/evidence.ts'
import { conclude } from '#server/analysis/analyze.ts'
import { detect } from '#server/analysis/detect.ts'
import { weigh } from '#server/analysis/weigh.ts'
import { inWordsFor, standardWording } from '#server/core/sentences.ts'
import { inputOf, sensorFacts } from './facts.ts'
import type { Label, Recording } from './types.ts'

/**
 * A label is found by evidence of its kind whose core lies within it or at most this far from it, in seconds.
 */
export const slack = 1

/** The kinds of evidence evaluated for driving. */
export const asked: readonly EvidenceType[] = ['hard_braking', 'acceleration', 'sharp_turn']

export interface Judged {
  recording: Recording
  evidence: Evidence[]
  /** what a rider would see */
  highlights: Highlight[]
  labels: { label: Label; found: boolean; shown: boolean }[]
  /** evidence of these kinds outside labels of its kind, and the other label at that place */
  wrong: { evidence: Evidence; instead: Label | null }[]
}

const meets = (core: number, { start, end }: Label) => core >= start - slack && core <= end + slack

/** Runs the product's own detectors on a recording. A turn beyond 270° also counts as a turn. */
export function judge(recording: Recording): Judged {
  const facts = sensorFacts(recording.telemetry, recording.seconds)
  const evidence = inWordsFor(weigh(detect(facts), facts), standardWording)
  const input = inputOf(recording.name, recording.seconds)
  const found = conclude(input, facts.signals, recording.telemetry)
  const highlights = inWordsFor(found.highlights, standardWording)
  const kindOf = ({ type }: Evidence) => (type === 'rotation' ? 'sharp_turn' : type)
  const matches = (item: Evidence, label: Label) => kindOf(item) === label.wanted && meets(item.core, label)
  const labels = recording.labels.map(label => ({
    label,
    found: evidence.some(item => matches(item, label)),
    shown: highlights.some(highlight => highlight.evidence.some(item => matches(item, label))),
  }))
  const wrong = evidence
    .filter(item => asked.includes(kindOf(item)))
    .filter(item => !recording.labels.some(label => matches(item, label)))
    .map(item => ({
      evidence: item,
      instead: recording.labels.find(label => label.aggressive && meets(item.core, label)) ?? null,
    }))
  return { recording, evidence, highlights, labels, wrong }
}
