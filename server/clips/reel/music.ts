import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BedName } from '#contract/reels/bed-names.ts'
import { bedLoop, bedRate } from '#contract/reels/beds.ts'
import { musicFade } from '#contract/reels/music-limits.ts'
import { runMedia } from '#server/core/media/process.ts'
import { silentWav, wavFrameBytes, wavHeaderBytes } from '#server/core/media/wav.ts'
import { decodeMusicCommand, storedKind } from '#server/music/index.ts'

export const musicName = 'music.wav'

/** Music fades out over its last samples. */
const levelAt = (sample: number, end: number) => Math.min(1, (end - sample) / (musicFade * bedRate))

/** The music of a bed from its first beat on, repeated as needed, as a 16-bit WAV file. */
export function musicWav(bed: BedName, seconds: number): Buffer {
  const { left, right } = bedLoop(bed)
  const samples = Math.round(seconds * bedRate)
  const bytes = silentWav(samples, bedRate)
  for (let i = 0; i < samples; i++) {
    const level = 32_767 * levelAt(i, samples)
    const at = i % left.length
    bytes.writeInt16LE(Math.round((left[at] as number) * level), wavHeaderBytes + i * wavFrameBytes)
    bytes.writeInt16LE(Math.round((right[at] as number) * level), wavHeaderBytes + i * wavFrameBytes + 2)
  }
  return bytes
}

/** Puts the music of a bed into the command's folder. */
export const writeBed = (folder: string, bed: BedName, seconds: number): Promise<void> =>
  writeFile(path.join(folder, musicName), musicWav(bed, seconds))

/** Music that starts in its middle doesn't click, seconds. */
const fadeIn = 0.02

/**
 * Puts own music into the command's folder; silence follows where it is shorter than the reel.
 * @param from where in it to start, seconds
 * @throws as runMedia
 */
export async function writeOwnMusic(
  folder: string,
  file: string,
  { seconds, from = 0 }: { seconds: number; from?: number },
  signal?: AbortSignal,
): Promise<void> {
  const samples = Math.round(seconds * bedRate)
  const bytes = silentWav(samples, bedRate)
  let at = wavHeaderBytes
  const command = decodeMusicCommand(file, storedKind, { stream: 0, start: from, seconds })
  await runMedia(command, {
    signal,
    timeoutMs: 60_000,
    niceness: 3,
    onStdout: pipe =>
      pipe.on('data', (chunk: Buffer) => {
        at += chunk.copy(bytes, at)
      }),
  })
  const end = Math.floor((at - wavHeaderBytes) / wavFrameBytes)
  const scale = (sample: number, level: number) => {
    for (const place of [
      wavHeaderBytes + sample * wavFrameBytes,
      wavHeaderBytes + sample * wavFrameBytes + 2,
    ])
      bytes.writeInt16LE(Math.round(bytes.readInt16LE(place) * level), place)
  }
  const rising = from > 0 ? Math.min(end, fadeIn * bedRate) : 0
  for (let i = 0; i < rising; i++) scale(i, i / rising)
  for (let i = Math.max(0, end - Math.ceil(musicFade * bedRate)); i < end; i++) scale(i, levelAt(i, end))
  await writeFile(path.join(folder, musicName), bytes)
}
