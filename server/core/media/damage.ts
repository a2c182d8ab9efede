/** How much of a file there is, compared with what its index promises. Seconds of the picture. */
export interface Damage {
  promisedSeconds: number
  readableSeconds: number
}

/** The same as found by one step, with the time of the last frame that came out. */
export interface Found extends Damage {
  endsAt: number
}

interface Promised {
  durationSeconds: number
  video: { fps: number; seconds?: number | undefined; frames?: number | undefined }
}

/** Containers round, and an encoder may drop its last frames: less than this is not missed, seconds and share. */
const tolerance = { seconds: 1, share: 0.005 }

/** Whether that much less than promised is missed. Seconds. */
export const isShort = (readable: number, promised: number): boolean =>
  promised - readable > tolerance.seconds + tolerance.share * promised

/**
 * Compares what came out of a file with what its index promises.
 * @param came seconds up to its last frame, and how many frames there were; null where they were made by us
 * @returns null when nothing is missing
 */
export function damageOf(probe: Promised, came: { seconds: number; frames: number | null }): Found | null {
  const { fps, seconds = probe.durationSeconds, frames = 0 } = probe.video
  // An edit may leave out frames that the index counts.
  const promisedSeconds = Math.min(seconds, probe.durationSeconds)
  const share =
    came.frames === null || frames === 0 ? 1 : came.frames / Math.min(frames, promisedSeconds * fps)
  const readableSeconds = Math.min(came.seconds, promisedSeconds * Math.min(1, share))
  return isShort(readableSeconds, promisedSeconds)
    ? { promisedSeconds, readableSeconds, endsAt: came.seconds }
    : null
}
