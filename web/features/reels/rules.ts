import type { AiHighlightsAnswer, Highlight } from '#contract/analysis.ts'
import type { ReelPiece } from '#contract/reels/schemas.ts'

export type Found = Pick<AiHighlightsAnswer, 'highlights' | 'compilations'>

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

/**
 * Where a picture that fills a narrower frame stands, 0 (its left edge) to 1, so that its middle is at x.
 * @param share width of the frame by the width of the picture
 */
export const positionOf = (x: number, share: number): number =>
  share >= 1 ? 0.5 : Math.min(1, Math.max(0, (x - share / 2) / (1 - share)))
