import type { CompiledHighlights } from '#contract/analysis.ts'
import { inWordsFor, standardWording } from '#server/core/sentences.ts'
import { leadType, shortName, tally } from '../highlights/names.ts'
import { round } from '../math.ts'
import { capital, listed, superlative } from '../texts/words.ts'
import type { Highlight, Scene } from '../types.ts'

/** Reel lengths in seconds for the short formats, and the maximum length of a clip in them. */
export const reelLengths = [15, 30, 60] as const
const clip = { shortest: 2, longest: 6 }
/** A clip is included in a reel only above this score; a view may be weaker, as a breather. */
export const compilationScore = 0.7
const breatherEvery = 3
/** How much a second clip of the same kind, scene or minute loses. */
const sameness = { type: 0.12, scene: 0.08, minute: 0.05 }

interface Candidate {
  index: number
  highlight: Highlight
  start: number
  end: number
  scene: number
}

const core = (highlight: Highlight) => highlight.evidence[0]?.core ?? (highlight.start + highlight.end) / 2
const seconds = (clips: readonly { start: number; end: number }[]) =>
  clips.reduce((sum, { start, end }) => sum + end - start, 0)

/** At most six seconds of a highlight around its core, with slightly more before it than after. */
function trimmed(highlight: Highlight): { start: number; end: number } {
  const length = Math.min(clip.longest, highlight.end - highlight.start)
  const start = Math.min(Math.max(highlight.start, core(highlight) - length * 0.6), highlight.end - length)
  return { start: round(start), end: round(start + length) }
}

const kindOf = ({ highlight }: Candidate) => leadType(highlight)

/**
 * "1.2 s of airtime, 2 jumps and 1 scenic view in 15 seconds": with the actual length, which may be less than the
 * target.
 */
function titleOf(moments: readonly Highlight[], total: number): string {
  const parts = [superlative(moments), listed(tally(moments).slice(0, 2))].filter(Boolean)
  return capital(`${parts.join(', ') || 'The best'} in ${Math.round(total)} seconds`)
}

/** The clip that adds most: its strength less its similarity to clips already included. */
function nextBest(candidates: readonly Candidate[], taken: readonly Candidate[]): Candidate | undefined {
  const worth = (candidate: Candidate) =>
    candidate.highlight.strength -
    taken.filter(other => kindOf(other) === kindOf(candidate)).length * sameness.type -
    taken.filter(other => other.scene === candidate.scene).length * sameness.scene -
    taken.filter(other => Math.abs(other.start - candidate.start) < 60).length * sameness.minute
  return candidates
    .filter(candidate => !taken.includes(candidate))
    .toSorted((a, b) => worth(b) - worth(a) || a.start - b.start)[0]
}

/** Strongest first, then in ride order, the second strongest last: a hook and a finish. */
function inOrder(taken: readonly Candidate[]): Candidate[] {
  const ranked = taken.toSorted((a, b) => b.highlight.strength - a.highlight.strength)
  const [first, last] = ranked
  if (ranked.length < 3 || !first || !last) return ranked
  const between = ranked.slice(2).sort((a, b) => a.start - b.start)
  return [first, ...between, last]
}

function pick(candidates: readonly Candidate[], target: number): Candidate[] {
  const taken: Candidate[] = []
  const action = candidates.filter(({ highlight }) => highlight.clipType === 'action')
  const views = candidates.filter(({ highlight }) => highlight.clipType === 'scenic')
  while (seconds(taken) < target) {
    const wantsAir = taken.length % (breatherEvery + 1) === breatherEvery
    const next = (wantsAir && nextBest(views, taken)) || nextBest(action, taken) || nextBest(views, taken)
    if (!next) break
    const room = target - seconds(taken)
    if (room < clip.shortest) break
    taken.push(next.end - next.start <= room ? next : { ...next, end: round(next.start + room) })
    if (taken.at(-1) !== next) break
  }
  return taken
}

/**
 * Plans reels of 15, 30 and 60 seconds. Each needs enough material for most of its length and at least two
 * clips, so a video without highlights has none.
 * @param named the same highlights as titles may mention them
 */
export function planReels(
  highlights: readonly Highlight[],
  scenes: readonly Scene[],
  named: readonly Highlight[] = highlights,
): CompiledHighlights[] {
  const candidates = highlights.flatMap((highlight, index): Candidate[] => {
    if (highlight.clipType === 'action' && highlight.score <= compilationScore) return []
    const scene = scenes.findIndex(({ end }) => core(highlight) < end)
    return [{ index, highlight, ...trimmed(highlight), scene }]
  })
  if (!candidates.some(({ highlight }) => highlight.clipType === 'action')) return []
  const worded = inWordsFor(named, standardWording)
  const reels: CompiledHighlights[] = []
  for (const target of reelLengths) {
    const taken = inOrder(pick(candidates, target))
    const total = seconds(taken)
    if (taken.length < 2 || total < target * 0.6) continue
    const kinds = new Set(taken.map(kindOf)).size
    const { scoreModel } = taken[0]!.highlight
    const mean = taken.reduce((sum, c) => sum + c.highlight.score * (c.end - c.start), 0) / total
    const variety = 0.85 + 0.15 * Math.min(1, (kinds - 1) / 3)
    const totalDuration = round(total)
    reels.push({
      title: titleOf(
        taken.map(({ index }) => named[index]!),
        totalDuration,
      ),
      description: taken.map(({ index }) => shortName(worded[index]!)).join(' · '),
      totalDuration,
      score: round(Math.min(1, mean * variety), 3),
      scoreModel,
      clips: taken.map(({ start, end, index }) => ({ start, end, highlight: index })),
    })
  }
  return reels
}
