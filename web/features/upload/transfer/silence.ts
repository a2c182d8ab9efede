/** Times in milliseconds of one monotonic clock. */
export interface Silence {
  /** when bytes last got through */
  since: number
  /** when the connection was last reopened */
  tried: number
}

const stallMs = 20_000
/** With everything sent, the server is storing and checking the file, which must not be interrupted. */
const storingMs = 120_000

/** Whether the connection has been silent for so long that it should be reopened. */
export const isSilent = (silence: Silence, now: number, allSent: boolean): boolean =>
  now - Math.max(silence.since, silence.tried) > (allSent ? storingMs : stallMs)
