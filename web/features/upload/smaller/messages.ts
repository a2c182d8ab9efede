import type { Hardware } from './hardware.ts'
import type { Picture, Plan } from './smaller-rules.ts'

/** What the worker is asked: what a film's picture is, or to make it smaller. */
export type Task =
  | { kind: 'look'; film: File }
  | {
      kind: 'make'
      film: File
      plan: Plan
      hardware: Hardware
      /** folders, from the outermost, and file in the browser's private storage */
      path: readonly string[]
      /** bytes beyond which it ends with `tooLarge` */
      most: number
    }
  /** ends the work and removes what there is of the file */
  | { kind: 'cancel' }

/** Why a film can't be made smaller. */
export type Problem = 'failed' | 'tooLarge' | 'noRoom'

/** What the worker says. The last one is any but `progress`. */
export type Said =
  | { kind: 'looked'; picture: Picture; decoder: VideoDecoderConfig }
  | { kind: 'progress'; seconds: number }
  | { kind: 'made' }
  | { kind: 'cancelled' }
  | { kind: 'refused'; problem: Problem; cause: string }
