import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BedName } from '#contract/reels/bed-names.ts'
import { bedLoop, bedRate } from '#contract/reels/beds.ts'
import { musicFade } from '#contract/reels/music-limits.ts'
import { runMedia } from '#server/core/media/process.ts'
import { decodeMusicCommand, storedKind } from '#server/music/index.ts'

export const musicName = 'music.wav'

const headerBytes = 44
const frameBytes = 4

/** A 16-bit stereo WAV file of so many silent samples. */
function silentWav(samples: number): Buffer {
  const bytes = Buffer.alloc(headerBytes + samples * frameBytes)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(2, 22)
  bytes.writeUInt32LE(bedRate, 24)
  bytes.writeUInt32LE(bedRate * frameBytes, 28)
  bytes.writeUInt16LE(frameBytes, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(samples * frameBytes, 40)
  return bytes
}

/** Music fades out over its last samples. */
const levelAt = (sample: number, end: number) => Math.min(1, (end - sample) / (musicFade * bedRate))

/** The music of a bed from its first beat on, repeated as needed, as a 16-bit WAV file. */
export function musicWav(bed: BedName, seconds: number): Buffer {
  const { left, right } = bedLoop(bed)
  const samples = Math.round(seconds * bedRate)
  const bytes = silentWav(samples)
  for (let i = 0; i < samples; i++) {
    const level = 32_767 * levelAt(i, samples)
    const at = i % left.length
    bytes.writeInt16LE(Math.round((left[at] as number) * level), headerBytes + i * frameBytes)
    bytes.writeInt16LE(Math.round((right[at] as number) * level), headerBytes + i * frameBytes + 2)
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
  const bytes = silentWav(samples)
  let at = headerBytes
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
  const end = Math.floor((at - headerBytes) / frameBytes)
  const scale = (sample: number, level: number) => {
    for (const place of [headerBytes + sample * frameBytes, headerBytes + sample * frameBytes + 2])
      bytes.writeInt16LE(Math.round(bytes.readInt16LE(place) * level), place)
  }
  const rising = from > 0 ? Math.min(end, fadeIn * bedRate) : 0
  for (let i = 0; i < rising; i++) scale(i, i / rising)
  for (let i = Math.max(0, end - Math.ceil(musicFade * bedRate)); i < end; i++) scale(i, levelAt(i, end))
  await writeFile(path.join(folder, musicName), bytes)
}
