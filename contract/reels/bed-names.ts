import { reelFps } from './limits.ts'

/**
 * The music that the program plays itself, with its beats a minute. Each beat is a whole number of frames and of
 * samples, so that a cut on a beat is exact.
 */
export const beds = {
  dawn: { bpm: 90 },
  dust: { bpm: 100 },
  ridge: { bpm: 120 },
  sprint: { bpm: 150 },
} as const
export type BedName = keyof typeof beds
export const bedNames = Object.keys(beds) as [BedName, ...BedName[]]

/** How many frames of a reel one beat takes. */
export const beatFramesOf = (bed: BedName): number => (reelFps * 60) / beds[bed].bpm
