import type { Signals } from '../types.ts'

/**
 * A fade ends in one flat color. Black and white are recognized directly; if the film was graded afterwards
 * it is another gray, which is flatter than any picture, between pictures with much contrast.
 */
const rules = {
  /** luma in limited range, where black is 16, and maximum spread */
  black: 24,
  white: 224,
  sd: 9,
  /**
   * another color: maximum spread, and minimum contrast of the pictures this many seconds before and after
   */
  flat: { sd: 5, beside: 18, seconds: 0.75 },
}

export interface Span {
  from: number
  /** first frame after it */
  to: number
}

/** Whether a frame with this luma and spread is uniformly black or white. */
export const isBlank = (luma: number, sd: number): boolean =>
  (luma < rules.black || luma > rules.white) && sd < rules.sd

/** Ranges of frames with one flat color: the bottoms of fades. Not those at the ends of the video. */
export function fades({ picture: { luma, lumaSd }, pictureHz }: Signals): Span[] {
  const { flat } = rules
  const away = Math.round(flat.seconds * pictureHz)
  const isFull = (frame: number) => (lumaSd[frame] ?? 0) >= flat.beside
  const isBottom = (i: number) =>
    isBlank(luma[i]!, lumaSd[i]!) || (lumaSd[i]! < flat.sd && isFull(i - away) && isFull(i + away))
  const found: Span[] = []
  for (let i = 0; i < luma.length; i++) {
    if (!isBottom(i)) continue
    const last = found.at(-1)
    if (last && last.to === i) last.to = i + 1
    else found.push({ from: i, to: i + 1 })
  }
  return found.filter(({ from, to }) => from > 0 && to < luma.length)
}
