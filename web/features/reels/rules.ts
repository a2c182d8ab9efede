import type { AiHighlightsAnswer, Highlight } from '#contract/analysis.ts'
import { mostPieces, type ReelTarget, shortestPiece } from '#contract/reels/limits.ts'
import type { MusicBeats } from '#contract/reels/music.ts'
import type { ReelPiece, ReelPlan } from '#contract/reels/schemas.ts'
import { lengthOf, timelineOf } from '#contract/reels/timeline.ts'

export type Found = Pick<AiHighlightsAnswer, 'highlights' | 'compilations'>

export const emptyPlan: ReelPlan = {
  title: '',
  target: 15,
  shape: 'upright',
  music: 'ridge',
  onBeat: true,
  slowMotion: true,
  gauges: 'none',
  pieces: [],
}

/** How much of a highlight goes into a reel at first, seconds, and where it lies: most of it before its middle. */
const firstLength = 4

const tenth = (seconds: number) => Math.round(seconds * 10) / 10

/** The best seconds of a highlight, as a piece. */
export function pieceOf({ start, end, evidence }: Pick<Highlight, 'start' | 'end' | 'evidence'>): ReelPiece {
  const length = Math.min(firstLength, end - start)
  const middle = evidence[0]?.core ?? (start + end) / 2
  const from = Math.min(Math.max(start, middle - length * 0.6), end - length)
  return { start: tenth(from), end: tenth(from + length), crop: null }
}

/** The highlight that a piece shows; undefined where it is another section of the ride. */
export const shownBy = (highlights: readonly Highlight[], piece: ReelPiece): Highlight | undefined =>
  highlights.find(
    h => Math.min(h.end, piece.end) - Math.max(h.start, piece.start) > (piece.end - piece.start) / 2,
  )

const gaugeBlock = 8

/**
 * What of the video gauges need for some pieces, in whole blocks, so that it rarely changes while a piece is trimmed.
 * @returns the first block without pieces
 */
export function blocksOf(
  pieces: readonly { start: number; end: number }[],
): { start: number; end: number }[] {
  const blocks = new Set(pieces.length === 0 ? [0] : [])
  for (const { start, end } of pieces)
    for (let block = Math.floor(start / gaugeBlock); block * gaugeBlock < end; block++) blocks.add(block)
  return [...blocks]
    .sort((a, b) => a - b)
    .map(block => ({ start: block * gaugeBlock, end: (block + 1) * gaugeBlock }))
}

/** A list with one entry moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from)
  const entry = list[from]
  return entry === undefined ? [...list] : [...rest.slice(0, to), entry, ...rest.slice(to)]
}

/** The same plan, its longest pieces shortened until it is no longer than its target. @param own beats of own music */
export function fitted(
  plan: ReelPlan,
  peaks: readonly number[],
  duration: number,
  own: MusicBeats | null = null,
): ReelPlan {
  let pieces = plan.pieces
  const over = () => lengthOf(timelineOf({ ...plan, pieces }, peaks, duration, own)) > plan.target + 1e-6
  while (pieces.length > 0 && over()) {
    const lengths = pieces.map(({ start, end }) => end - start)
    const longest = lengths.indexOf(Math.max(...lengths))
    pieces =
      (lengths[longest] as number) > shortestPiece + 0.6
        ? pieces.map((piece, i) => (i === longest ? { ...piece, end: tenth(piece.end - 0.2) } : piece))
        : pieces.slice(0, -1)
  }
  return { ...plan, pieces }
}

/** The best of a ride in so many seconds: the analysis's own reel of that length, else its strongest highlights. */
export function bestPlan(
  found: Found,
  target: ReelTarget,
  peaks: readonly number[],
  duration: number,
): ReelPlan {
  const reel = found.compilations
    .filter(({ totalDuration }) => totalDuration <= target + 1)
    .sort((a, b) => b.totalDuration - a.totalDuration)[0]
  const strongest = found.highlights.toSorted((a, b) => b.score - a.score).slice(0, mostPieces)
  const pieces = reel
    ? reel.clips.map(({ start, end }) => ({ start: tenth(start), end: tenth(end), crop: null }))
    : strongest.map(pieceOf).sort((a, b) => a.start - b.start)
  return fitted(
    { ...emptyPlan, target, pieces: pieces.filter(p => p.end - p.start >= shortestPiece) },
    peaks,
    duration,
  )
}

/**
 * Where a picture that fills a narrower frame stands, 0 (its left edge) to 1, so that its middle is at x.
 * @param share width of the frame by the width of the picture
 */
export const positionOf = (x: number, share: number): number =>
  share >= 1 ? 0.5 : Math.min(1, Math.max(0, (x - share / 2) / (1 - share)))
