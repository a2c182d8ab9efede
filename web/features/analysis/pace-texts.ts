/** Apart from the other texts, because the review page loads only this. */
export const texts = {
  /** @param factor how much faster than the ride the video is */
  lapse: (factor: string) =>
    `Recorded as a ${factor}× time lapse: speeds and the map hold, forces and jumps can't be measured.`,
  /** @param factor how much slower than the ride the video is */
  slow: (factor: string) =>
    `Recorded in ${factor}× slow motion: speeds, forces and airtimes are those of the real ride.`,
  varying: "Recorded at a varying pace: speeds and the map hold, forces and jumps can't be measured.",
} as const
