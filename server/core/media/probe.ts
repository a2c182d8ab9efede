import { z } from 'zod'
import { sentences } from '#sentences/media.ts'
import { SentenceError } from '../sentences.ts'
import { mayDecode } from './allowed.ts'
import type { MediaSource } from './command.ts'
import type { Damage } from './damage.ts'
import { MediaProcessError, readMedia, withProbe } from './process.ts'
import { chooseStreams, framesOf, movingPictures } from './streams.ts'

/**
 * Technical facts about a file. Determined once per upload and stored; only what turns out to be missing is noted later.
 */
export interface Probe {
  demuxer: string
  durationSeconds: number
  sizeBytes: number
  video: {
    index: number
    codec: string
    profile: string | null
    level: number | null
    pixelFormat: string
    /** As displayed: rotation already applied. */
    width: number
    height: number
    rotation: number
    fps: number
    hasBFrames: boolean
    transfer: string | null
    /** as of camcorders: each frame shows two moments, in every other line; missing for all others */
    interlaced?: boolean | undefined
    /** what the index promises of the picture alone, where it says so */
    seconds?: number | undefined
    frames?: number | undefined
  }
  audio: { index: number; codec: string; channels: number; sampleRate: number } | null
  /** when the camera says that it recorded the file, ISO 8601; null when it doesn't say */
  recordedAt: string | null
  /** missing for a whole file */
  damage?: Damage
}

/** The file is not a usable video; `sentence` tells its owner why. */
export class UnusableVideoError extends SentenceError {
  override name = 'UnusableVideoError'
}

/** What is read of a stream. */
export const probedStream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  codec_tag_string: z.string().optional(),
  profile: z.union([z.string(), z.number()]).optional(),
  level: z.number().optional(),
  pix_fmt: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  has_b_frames: z.number().optional(),
  nb_frames: z.coerce.number().optional(),
  nb_read_packets: z.coerce.number().optional(),
  avg_frame_rate: z.string().optional(),
  r_frame_rate: z.string().optional(),
  duration: z.coerce.number().optional(),
  channels: z.number().optional(),
  sample_rate: z.coerce.number().optional(),
  color_transfer: z.string().optional(),
  field_order: z.string().optional(),
  disposition: z.record(z.string(), z.number()).optional(),
  side_data_list: z.array(z.object({ rotation: z.coerce.number().optional() })).optional(),
  tags: z.record(z.string(), z.string()).optional(),
})

const answer = z.object({
  format: z
    .object({
      duration: z.coerce.number().optional(),
      size: z.coerce.number(),
      tags: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  streams: z.array(probedStream).default([]),
})

/** Matroska has the length of a stream as a tag. */
function secondsOf(tag: string | undefined): number | undefined {
  const [, hours, minutes, seconds] = /^(\d+):(\d+):([\d.]+)$/.exec(tag ?? '') ?? []
  return seconds === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Everything about the streams of a file; the packets are counted where its index doesn't say how many there are. */
async function list(source: MediaSource, signal: AbortSignal | undefined, count = false) {
  const show = ['-show_format', '-show_streams', ...(count ? ['-count_packets'] : []), '-of', 'json']
  const text = await withProbe(source, show, command => readMedia(command, { signal, timeoutMs: 120_000 }))
  const { streams, format } = answer.parse(JSON.parse(text))
  const listed = streams.map(s => ({ ...s, duration: s.duration ?? secondsOf(s.tags?.DURATION) }))
  const pictures = movingPictures(listed)
  if (!count && pictures.length > 1 && pictures.some(s => framesOf(s) === null))
    return list(source, signal, true)
  return { streams: listed, format }
}

/** A date of a container, ISO 8601; null for a missing or an unset one (1904 and 1970). */
function dateOf(text: string | undefined): string | null {
  const date = new Date(text ?? Number.NaN)
  return date.getTime() > Date.UTC(2000, 0) ? date.toISOString() : null
}

/** What a file calls a codec that ffmpeg doesn't know, as newer cameras write them; undefined where it says nothing. */
const tagOf = (tag: string | undefined): string | undefined => (/^\w{4}$/.test(tag ?? '') ? tag : undefined)

function ratio(text: string | undefined): number {
  const [over = 0, under = 1] = (text ?? '0/1').split('/').map(Number)
  return under > 0 && over > 0 ? over / under : 0
}

/**
 * Probes a local file with ffprobe.
 * @throws UnusableVideoError with a sentence for the owner when it contains no usable video
 */
export async function probeFile(file: string, demuxer: string, signal?: AbortSignal): Promise<Probe> {
  const { streams, format } = await list({ file, demuxer }, signal).catch(cause => {
    if (!(cause instanceof MediaProcessError || cause instanceof z.ZodError)) throw cause
    throw new UnusableVideoError(sentences.broken, { cause })
  })
  const { picture, sound } = chooseStreams(streams)
  if (!picture) {
    const [other] = movingPictures(streams)
    if (!other) throw new UnusableVideoError(sentences.noPicture)
    const codec = other.codec_name ?? tagOf(other.codec_tag_string)
    throw new UnusableVideoError(
      codec && !mayDecode(codec) ? sentences.notSupported({ codec }) : sentences.broken,
    )
  }
  if (!picture.codec_name || !picture.width || !picture.height || !picture.pix_fmt)
    throw new UnusableVideoError(sentences.broken)
  const durationSeconds = format?.duration ?? picture.duration ?? 0
  if (!(durationSeconds > 0)) throw new UnusableVideoError(sentences.broken)
  const told =
    picture.side_data_list?.find(s => s.rotation !== undefined)?.rotation ?? Number(picture.tags?.rotate ?? 0)
  // A matrix of zeros, as some cameras write it, has no angle: ffprobe then shows a number without meaning.
  const turned = Math.abs(told) <= 360 ? told : 0
  const rotation = (((Math.round(turned / 90) * 90) % 360) + 360) % 360
  const tags = format?.tags ?? {}
  const sideways = rotation % 180 !== 0
  return Object.freeze({
    demuxer,
    durationSeconds,
    sizeBytes: format?.size ?? 0,
    video: Object.freeze({
      index: picture.index,
      codec: picture.codec_name,
      profile: picture.profile === undefined ? null : String(picture.profile),
      level: picture.level ?? null,
      pixelFormat: picture.pix_fmt,
      width: sideways ? picture.height : picture.width,
      height: sideways ? picture.width : picture.height,
      rotation,
      fps: ratio(picture.avg_frame_rate) || ratio(picture.r_frame_rate) || 30,
      hasBFrames: (picture.has_b_frames ?? 0) > 0,
      transfer: picture.color_transfer ?? null,
      ...(/^[tb][tb]$/.test(picture.field_order ?? '') ? { interlaced: true } : {}),
      seconds: picture.duration,
      frames: picture.nb_frames,
    }),
    audio: sound
      ? Object.freeze({
          index: sound.index,
          codec: sound.codec_name as string,
          channels: sound.channels ?? 2,
          sampleRate: sound.sample_rate ?? 48_000,
        })
      : null,
    // The phone's own date has a zone; others are often local.
    recordedAt: dateOf(tags['com.apple.quicktime.creationdate']) ?? dateOf(tags.creation_time),
  })
}
