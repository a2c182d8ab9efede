import type { Sentence } from '#server/core/sentences.ts'

/** Why a platform would refuse a post, and the field it is about. */
export interface Problem {
  field: string
  sentence: Sentence
}

/** What a clip shows, measured; every platform words it in its own style. */
export interface Moment {
  /** "Moab 2026", or "forest ride" when the ride has no name */
  ride: string
  /** what makes it worth watching: "1.2 s of airtime" */
  hook: string
  /** the best highlight in a sentence without its period */
  sentence: string
  /** the contents of a reel: "3 jumps and 1 scenic view"; null for a single highlight */
  counted: string | null
  seconds: number
  tags: string[]
  /** with # */
  hashtags: string[]
}
