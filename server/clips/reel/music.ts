import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BedName } from '#contract/reels/bed-names.ts'
import { bedLoop, bedRate } from '#contract/reels/beds.ts'

export const musicName = 'music.wav'

const headerBytes = 44
/** The music fades out over its last seconds. */
const fadeSeconds = 0.8

/** The music of a bed from its first beat on, repeated as needed, as a 16-bit WAV file. */
export function musicWav(bed: BedName, seconds: number): Buffer {
  const { left, right } = bedLoop(bed)
  const samples = Math.round(seconds * bedRate)
  const bytes = Buffer.alloc(headerBytes + samples * 4)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(2, 22)
  bytes.writeUInt32LE(bedRate, 24)
  bytes.writeUInt32LE(bedRate * 4, 28)
  bytes.writeUInt16LE(4, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(samples * 4, 40)
  for (let i = 0; i < samples; i++) {
    const level = 32_767 * Math.min(1, (samples - i) / (fadeSeconds * bedRate))
    const at = i % left.length
    bytes.writeInt16LE(Math.round((left[at] as number) * level), headerBytes + i * 4)
    bytes.writeInt16LE(Math.round((right[at] as number) * level), headerBytes + i * 4 + 2)
  }
  return bytes
}

/** Puts the music of a reel into the command's folder. */
export const writeMusic = (folder: string, bed: BedName, seconds: number): Promise<void> =>
  writeFile(path.join(folder, musicName), musicWav(bed, seconds))
