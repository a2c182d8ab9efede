import { sentences as measured } from '#sentences/measured.ts'
import { evidenceOf } from '../events/evidence.ts'
import type { Evidence, Highlight } from '../types.ts'
import type { Description, Label } from './description.ts'
import type { Look } from './recording.ts'

/** A highlight's labels: the surest few. */
const mostLabels = 3

/** What the model saw in one highlight: its looks in time order, and for each the score of each label. */
export interface Seen {
  looks: readonly Look[]
  scores: readonly (readonly number[])[]
}

/** Two looks in a row have to agree, if there are two: one odd frame is not believed. */
function surest(scores: readonly number[]): { at: number; score: number } {
  const pairs = scores.length > 1 ? scores.slice(1).map((score, i) => (score + scores[i]!) / 2) : scores
  const score = Math.max(...pairs)
  return { at: pairs.indexOf(score), score }
}

function evidenceFor(
  kind: Description['kind'],
  { name, threshold }: Label,
  { looks, scores }: { looks: readonly Look[]; scores: readonly number[] },
): Evidence[] {
  const { at, score } = surest(scores)
  if (!(score >= threshold)) return []
  let [first, last] = [at, Math.min(at + 1, looks.length - 1)]
  const core = (looks[first]!.start + looks[last]!.end) / 2
  while (first > 0 && scores[first - 1]! >= threshold) first--
  while (last < looks.length - 1 && scores[last + 1]! >= threshold) last++
  const percent = Math.round(score * 100)
  const says = { name: { names: name }, percent }
  return [
    evidenceOf({
      type: 'label',
      source: 'tagger',
      start: looks[first]!.start,
      end: looks[last]!.end,
      core,
      value: percent,
      says: kind === 'picture' ? measured.looksLike(says) : measured.soundsLike(says),
    }),
  ]
}

/**
 * A highlight with the labels that stand under its kind of evidence. They come last and change nothing else: not its
 * name, its strength or its score (decision 029).
 */
export function withLabels(highlight: Highlight, { kind, labels }: Description, seen: Seen): Highlight {
  const types = new Set(highlight.evidence.map(({ type }) => type))
  const found = labels.flatMap((label, i) => {
    if (seen.looks.length === 0 || !label.supports.some(type => types.has(type))) return []
    return evidenceFor(kind, label, { looks: seen.looks, scores: seen.scores.map(look => look[i]!) })
  })
  const sure = found.toSorted((a, b) => b.value - a.value).slice(0, mostLabels)
  return { ...highlight, evidence: [...highlight.evidence, ...sure] }
}
