import type { Signals } from '../types.ts'

/** Luma of a picture that is one flat black or white, and how flat. Limited range: black is 16. */
const rules = { black: 24, white: 224, sd: 9 }

export interface Span {
  from: number
  /** first frame after it */
  to: number
}

/** Stretches of frames that are flat black or white: the bottoms of fades. Not those at the ends of the video. */
export function fades({ picture: { luma, lumaSd } }: Signals): Span[] {
  const found: Span[] = []
  for (let i = 0; i < luma.length; i++) {
    if (lumaSd[i]! >= rules.sd || (luma[i]! >= rules.black && luma[i]! <= rules.white)) continue
    const last = found.at(-1)
    if (last && last.to === i) last.to = i + 1
    else found.push({ from: i, to: i + 1 })
  }
  return found.filter(({ from, to }) => from > 0 && to < luma.length)
}
