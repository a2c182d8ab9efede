import { open } from 'node:fs/promises'
import { sentences } from '#sentences/music.ts'
import { SentenceError } from '#server/core/sentences.ts'

/** A kind of music file, with the only demuxer and decoders that may open it. */
export interface MusicKind {
  demuxer: 'mp3' | 'aac' | 'mov' | 'wav' | 'ogg' | 'flac'
  decoders: readonly string[]
}

const wavDecoders = ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_alaw', 'pcm_mulaw']
const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)
/** The 12 bits that begin an MPEG audio frame. */
const isFrame = (bytes: Buffer) => bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0
const layerOf = (bytes: Buffer) => ((bytes[1] ?? 0) >> 1) & 3

const kinds: readonly (MusicKind & { starts: (head: Buffer) => boolean })[] = [
  {
    demuxer: 'mp3',
    decoders: ['mp3', 'mp3float'],
    // Tags first, or a frame of layer III.
    starts: head => ascii(head, 0, 3) === 'ID3' || (isFrame(head) && layerOf(head) === 1),
  },
  { demuxer: 'aac', decoders: ['aac'], starts: head => isFrame(head) && layerOf(head) === 0 },
  { demuxer: 'mov', decoders: ['aac', 'alac'], starts: head => ascii(head, 4, 8) === 'ftyp' },
  {
    demuxer: 'wav',
    decoders: wavDecoders,
    starts: head => ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WAVE',
  },
  {
    demuxer: 'ogg',
    decoders: ['vorbis', 'libvorbis', 'opus', 'libopus', 'flac'],
    starts: head => ascii(head, 0, 4) === 'OggS',
  },
  { demuxer: 'flac', decoders: ['flac'], starts: head => ascii(head, 0, 4) === 'fLaC' },
]

/** Uploaded music can't be used; `sentence` tells its rider why. */
export class UnusableMusicError extends SentenceError {
  override name = 'UnusableMusicError'
}

/**
 * What kind of music a file is, by its first bytes, never by its name.
 * @throws UnusableMusicError for anything else
 */
export async function kindOfMusic(file: string): Promise<MusicKind> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0)
  const kind = bytesRead === 12 ? kinds.find(({ starts }) => starts(buffer)) : undefined
  if (!kind) throw new UnusableMusicError(sentences.notAudio)
  return kind
}

/** Whether a WAV file has all the bytes that its header says; 0 and all ones mean that the writer didn't know. */
export async function isWholeWav(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0)
  const { size } = await handle.stat()
  const said = buffer.readUInt32LE(4)
  return said === 0 || said === 0xffff_ffff || said + 8 <= size
}
