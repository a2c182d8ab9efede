import { bedRate } from '#contract/reels/beds.ts'
import { ffmpegCommand, type MediaCommand } from '#server/core/media/command.ts'
import { onlySound } from '#server/core/media/streams.ts'
import type { MusicKind } from './kinds.ts'

const stereo = ['-ac', '2', '-ar', String(bedRate)]

/** What ffprobe shows of a music file: the kind of each stream, and the length. */
export const shownOfMusic = [
  ...['-show_entries', 'format=duration:stream=index,codec_type:stream_disposition=attached_pic'],
  ...['-of', 'json'],
]

/** Decodes the only sound of a file to signed 16-bit stereo on pipe 1, from a start on for at most so many seconds. */
export const decodeMusicCommand = (
  file: string,
  { demuxer, decoders }: MusicKind,
  { stream, start = 0, seconds }: { stream: number; start?: number; seconds: number },
): MediaCommand =>
  ffmpegCommand({
    file,
    demuxer,
    decoders,
    streams: onlySound(stream),
    parts: [{ start, seconds }],
    outputs: [{ maps: ['sound'], options: stereo, to: { kind: 'pipe', fd: 1, format: 's16le' } }],
  })

/** Stored music: AAC in MP4, which every browser plays. */
export const storedKind: MusicKind = { demuxer: 'mov', decoders: ['aac'] }

/** Encodes the sound of a file for the store, with nothing else of it. @param gain times its level */
export const encodeMusicCommand = (
  file: string,
  { demuxer, decoders }: MusicKind,
  { stream, gain, folder, name }: { stream: number; gain: number; folder: string; name: string },
): MediaCommand =>
  ffmpegCommand({
    file,
    demuxer,
    decoders,
    streams: onlySound(stream),
    folder,
    outputs: [
      {
        maps: ['sound'],
        options: ['-af', `volume=${gain.toFixed(4)}`, ...stereo, '-c:a', 'aac', '-b:a', '192k'],
        to: { kind: 'mp4', name },
      },
    ],
  })
