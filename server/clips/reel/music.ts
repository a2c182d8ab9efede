import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BedName } from '#contract/reels/bed-names.ts'
import { bedLoop, bedRate } from '#contract/reels/beds.ts'
import { musicFade } from '#contract/reels/music-limits.ts'
import { runMedia } from '#server/core/media/process.ts'
import { silentWav, wavFrameBytes, wavHeaderBytes } from '#server/core/media/wav.ts'
import { decodeMusicCommand, storedKind } from '#server/music/index.ts'

export const musicName = 'music.wav'

/** Scales both channels of one sample of a WAV file. */
function scale(wav: Buffer, sample: number, level: number): void {
  const first = wavHeaderBytes + sample * wavFrameBytes
  for (const place of [first, first + 2]) wav.writeInt16LE(Math.round(wav.readInt16LE(place) * level), place)
}

/** Music fades out over its last samples. @param end the sample after the last one */
function fadeOut(wav: Buffer, end: number): void {
  const faded = Math.ceil(musicFade * bedRate)
  for (let i = Math.max(0, end - faded); i < end; i++)
    scale(wav, i, Math.min(1, (end - i) / (musicFade * bedRate)))
}

const rounds = new Map<BedName, Buffer>()

/** One round of a bed in 16 bits: kept, because making it holds this process for up to a second. */
function roundOf(bed: BedName): Buffer {
  const known = rounds.get(bed)
  if (known) return known
  const { left, right } = bedLoop(bed)
  const round = Buffer.alloc(left.length * wavFrameBytes)
  for (const [side, channel] of [left, right].entries())
    for (const [i, sample] of channel.entries())
      round.writeInt16LE(Math.round(sample * 32_767), i * wavFrameBytes + side * 2)
  rounds.set(bed, round)
  return round
}

/** The music of a bed from its first beat on, repeated as needed, as a 16-bit WAV file. */
export function musicWav(bed: BedName, seconds: number): Buffer {
  const samples = Math.round(seconds * bedRate)
  const bytes = silentWav(samples, bedRate)
  const round = roundOf(bed)
  for (let at = wavHeaderBytes; at < bytes.length; at += round.length) round.copy(bytes, at)
  fadeOut(bytes, samples)
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
  const rising = from > 0 ? Math.min(end, fadeIn * bedRate) : 0
  for (let i = 0; i < rising; i++) scale(bytes, i, i / rising)
  fadeOut(bytes, end)
  await writeFile(path.join(folder, musicName), bytes)
}
