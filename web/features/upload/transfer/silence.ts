/** Moments in milliseconds of one steady clock. */
export interface Silence {
  /** when bytes last got through */
  since: number
  /** when the line was last taken up anew */
  tried: number
}

const stallMs = 20_000
/** With everything sent the server is storing and checking: that takes its time and must not be broken off. */
const storingMs = 120_000

/** Whether the line has said nothing for so long that it should be taken up anew. */
export const isSilent = (silence: Silence, now: number, allSent: boolean): boolean =>
  now - Math.max(silence.since, silence.tried) > (allSent ? storingMs : stallMs)
