/** What a clip shows, measured; every platform words it in its own way. */
export interface Moment {
  /** "Moab 2026", or "forest ride" where the ride has no name of its own */
  ride: string
  /** what makes it worth watching: "1.2 s of airtime" */
  hook: string
  /** the best highlight in a sentence without its full stop */
  sentence: string
  /** what a clip of several highlights has: "3 jumps and 1 view"; null for one highlight */
  counted: string | null
  seconds: number
  tags: string[]
  /** with # */
  hashtags: string[]
}
