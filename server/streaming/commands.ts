import { canPostRate, postedRate } from '#contract/platforms/rate.ts'
import { coverLimits } from '#contract/thumbnails.ts'
import {
  ffmpegCommand,
  type MediaCommand,
  type Output,
  type Target,
  withoutEncoderNote,
} from '#server/core/media/command.ts'
import type { Probe } from '#server/core/media/probe.ts'
import { onlyPicture, streamsOf } from '#server/core/media/streams.ts'
import { canCopySound, isHighDynamicRange, type Rendition, segmentFrames, segmentSeconds } from './rules.ts'

const hls = (folder: string, first = 0): Target => ({ kind: 'hls', folder, segmentSeconds, first })

const maps = (probe: Probe): Output['maps'] => (probe.audio ? ['picture', 'sound'] : ['picture'])

/** A rider's file, with what was chosen of it. */
const sourceOf = (file: string, probe: Probe) => ({
  file,
  demuxer: probe.demuxer,
  streams: streamsOf(probe),
})

// Metadata that cameras and programs leave inside the video stream: SEI units in H.264 and HEVC (place, time
// and serial number in AVCHD), metadata in AV1. VP9 has none.
const notes: Record<string, string> = {
  h264: 'filter_units=remove_types=6',
  hevc: 'filter_units=remove_types=39|40',
  av1: 'filter_units=remove_types=5',
  vp9: 'null',
}

/**
 * Settings that copy the video stream without such metadata; null for a codec from which it can't be removed.
 */
function copiedPicture(codec: string): string[] | null {
  const filter = notes[codec]
  if (!filter) return null
  return ['-c:v', 'copy', '-bsf:v', filter, ...(codec === 'hevc' ? ['-tag:v', 'hvc1'] : [])]
}

/**
 * Packages the source's own video stream as HLS: nothing is encoded, so it runs at disk speed.
 * @param folder output folder; `''` is the command's own
 * @throws Error for a stream that can't be copied: check canRemux first
 */
export function remuxCommand(file: string, probe: Probe, folder: string): MediaCommand {
  const picture = copiedPicture(probe.video.codec)
  if (!picture) throw new Error(`${probe.video.codec} can't be copied`)
  const sound = !probe.audio
    ? []
    : canCopySound(probe)
      ? ['-c:a', 'copy']
      : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']
  return ffmpegCommand({
    ...sourceOf(file, probe),
    folder,
    progress: true,
    outputs: [{ maps: maps(probe), options: [...picture, ...sound], to: hls('0') }],
  })
}

const copiedSound = new Set(['aac', 'mp3', 'ac3', 'eac3'])
const copiedFrom = new Set(['mov', 'matroska'])

/** Whether the whole video stream can be published unchanged, without the source's metadata. */
export const canShareCopy = (probe: Probe): boolean =>
  copiedFrom.has(probe.demuxer) &&
  copiedPicture(probe.video.codec) !== null &&
  canPostRate(probe.video.fps) &&
  !probe.video.interlaced

/**
 * The whole video as one MP4 for the platforms: only video and audio.
 * @param copy whether the video is copied (see canShareCopy) or encoded at a visually lossless quality
 */
export function shareCommand(given: {
  file: string
  probe: Probe
  folder: string
  name: string
  copy: boolean
}): MediaCommand {
  const { file, probe, folder, name } = given
  const rate = canPostRate(probe.video.fps) ? '' : `fps=${postedRate(probe.video.fps)},`
  const picture = (given.copy && copiedPicture(probe.video.codec)) || [
    ...['-vf', `${rate}${corrections(probe)}scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '18'],
    ...withoutEncoderNote,
  ]
  const sound = !probe.audio
    ? []
    : copiedSound.has(probe.audio.codec) && given.copy
      ? ['-c:a', 'copy']
      : ['-c:a', 'aac', '-b:a', '256k', ...(probe.audio.channels > 2 ? ['-ac', '2'] : [])]
  return ffmpegCommand({
    ...sourceOf(file, probe),
    folder,
    outputs: [{ maps: maps(probe), options: [...picture, ...sound], to: { kind: 'mp4', name } }],
  })
}

// HLG and PQ to BT.709 through linear light: https://ffmpeg.org/ffmpeg-filters.html#tonemap-1
const toneMap =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,'

/** Filters that make a picture one for ordinary screens: of whole frames, in their range. */
const corrections = (probe: Probe): string =>
  `${probe.video.interlaced ? 'bwdif=mode=send_frame:deint=interlaced,' : ''}${isHighDynamicRange(probe) ? toneMap : ''}`

/** Frames that x264 decodes ahead, with all its presets. */
const decodedAhead = 2

const picture = (r: Rendition, preset: string): string[] => [
  '-c:v',
  'libx264',
  '-preset',
  preset,
  '-profile:v',
  'high',
  '-crf',
  '22',
  '-maxrate',
  String(r.maxBitrate),
  '-bufsize',
  String(r.maxBitrate * 2),
  // A key frame at the first frame of each segment, and nowhere else: where a run begins doesn't matter.
  '-sc_threshold',
  '0',
  '-g',
  String(segmentFrames(r.fps)),
  ...withoutEncoderNote,
]

/**
 * Times of an encoded stream begin by as much later as the encoder decodes frames ahead of showing them, so that none is
 * negative: by itself ffmpeg would measure it on what comes first, which isn't the same in a later run.
 */
const begins = (fps: number): string[] => [
  ...['-avoid_negative_ts', 'disabled', '-output_ts_offset', (decodedAhead / fps).toFixed(6)],
]

const sound = (probe: Probe, r: Rendition): string[] =>
  probe.audio ? ['-c:a', 'aac', '-b:a', String(r.audioBitrate), '-ac', '2', '-ar', '48000'] : []

/** Containers in which a search finds the key frame before a time, and frames keep their times behind it. */
const seekable = new Set(['mov', 'matroska'])
/** Whether a run can begin anywhere in the film without decoding all that comes before. */
export const canSeek = (probe: Probe): boolean => seekable.has(probe.demuxer)
/** How long before the first frame that counts decoding begins: some films need seconds until all of a frame is right. */
const runUpSeconds = 10
/** Frames that deinterlacing looks at before the first that counts. */
const leadFrames = 2

/** Which of a ladder's segments one run makes. */
export interface LadderRun {
  /** the segment with which it begins */
  first: number
  /**
   * one of several ranges: the segment before which it ends (null: at the end of the film), and the sound from
   * soundCommand with the time at which that file starts, seconds (null: the film has none)
   */
  range?: { end: number | null; sound: { file: string; startsAt: number } | null }
}

/**
 * Encodes all renditions from one decode: the picture is scaled down step by step, each smaller one from the
 * one above it. Until a late picture begins, its first frame is shown. They are written to the folders '0', '1', … below `folder`, in order.
 * @param run of a run that doesn't begin at the start, the frames are those of one that does, because they are counted by
 * the clock of the whole file. Of the sound everything is encoded, so that it has no joint, and what comes before this
 * segment is in its file, too; a range copies its part of the encoded sound. A range with an end makes one frame of the
 * next segment, which closes its last
 */
export function ladderCommand(
  file: string,
  probe: Probe,
  renditions: Rendition[],
  folder: string,
  preset = 'veryfast',
  run: LadderRun = { first: 0 },
): MediaCommand {
  const [top] = renditions
  if (!top) throw new Error('At least one rendition')
  const { first, range } = run
  const end = range?.end ?? null
  const frames = segmentFrames(top.fps)
  const secondsTo = (segment: number) => (segment * frames) / top.fps
  const start = canSeek(probe) ? secondsTo(first) - runUpSeconds : 0
  // The frames that are missing before the first one read are counted as repetitions of it.
  const cuts = [
    ...(first ? [`start_frame=${first * frames - leadFrames}`] : []),
    ...(end === null ? [] : [`end_frame=${end * frames + 1}`]),
  ]
  const cut = cuts.length ? `trim=${cuts.join(':')},` : ''
  const cutLead = first ? `trim=start_frame=${leadFrames},` : ''
  const prepare = `[0:picture]fps=${top.fps}:start_time=0,${cut}${corrections(probe)}${cutLead}`
  const steps = renditions.map((r, i) => {
    const from = i === 0 ? prepare : `[n${i - 1}]`
    const to = i === renditions.length - 1 ? `[v${i}]` : `,split=2[v${i}][n${i}]`
    return `${from}scale=${r.width}:${r.height}:flags=bicubic,setsar=1,format=yuv420p${to}`
  })
  const picturePart = start > 0 ? { start, fromKeyframe: true } : {}
  const encoded = range?.sound && {
    file: range.sound.file,
    start: secondsTo(first),
    seconds: end === null ? undefined : secondsTo(end - first) + segmentSeconds,
    // The outputs shift it again.
    shift: range.sound.startsAt - decodedAhead / top.fps,
  }
  return ffmpegCommand({
    ...sourceOf(file, probe),
    folder,
    progress: true,
    ...(range ? { parts: [picturePart], encoded: encoded ?? undefined, timesOfFile: true } : {}),
    ...(first && !range ? { parts: [picturePart, {}], mapped: 1, timesOfFile: true } : {}),
    filter: steps.join(';'),
    outputs: renditions.map((r, i) => ({
      maps: encoded ? [`[v${i}]`, `encoded:${i}`] : probe.audio ? [`[v${i}]`, 'sound'] : [`[v${i}]`],
      options: [...picture(r, preset), ...(encoded ? ['-c:a', 'copy'] : sound(probe, r)), ...begins(r.fps)],
      to: hls(String(i), first),
    })),
  })
}

/** The sound of each rendition, in order and for the whole film: an MP4 that ranges of the picture get their sound from. */
export function soundCommand(given: {
  file: string
  probe: Probe
  renditions: readonly Rendition[]
  folder: string
  name: string
}): MediaCommand {
  const { file, probe, renditions, folder, name } = given
  const [top] = renditions
  if (!top) throw new Error('At least one rendition')
  return ffmpegCommand({
    ...sourceOf(file, probe),
    folder,
    outputs: [
      {
        maps: renditions.map(() => 'sound'),
        options: [
          ...renditions.flatMap((r, i) => [`-b:a:${i}`, String(r.audioBitrate)]),
          ...['-c:a', 'aac', '-ac', '2', '-ar', '48000'],
          ...begins(top.fps),
          // Where the sound starts is written in this unit; by default milliseconds.
          ...['-movie_timescale', '48000'],
        ],
        to: { kind: 'mp4', name },
      },
    ],
  })
}

/**
 * The size at which frames are compared: small enough to be fast, large enough to distinguish blur from
 * detail.
 */
export const graySize = { width: 320, height: 180 } as const

/**
 * One frame at each of these moments as raw gray bytes of `graySize` on standard output, one after another. Each moment
 * is an input with a decoder of its own.
 */
export function grayFramesCommand(file: string, probe: Probe, moments: readonly number[]): MediaCommand {
  const { width, height } = graySize
  const filters = `${corrections(probe)}scale=${width}:${height}:flags=area,format=gray`
  const frames = moments.map((_, i) => `[${i}:picture]${filters},trim=end_frame=1[f${i}]`)
  const labels = moments.map((_, i) => `[f${i}]`).join('')
  return ffmpegCommand({
    ...sourceOf(file, probe),
    parts: moments.map(start => ({ start })),
    filter: `${frames.join(';')};${labels}concat=n=${moments.length}[v]`,
    outputs: [
      {
        maps: ['[v]'],
        options: ['-fps_mode', 'passthrough', '-c:v', 'rawvideo'],
        to: { kind: 'pipe', fd: 1, format: 'rawvideo' },
      },
    ],
  })
}

/** One frame at a time of the video, scaled to a height, as JPEG on standard output. */
export function thumbnailCommand(file: string, probe: Probe, seconds: number, height: number): MediaCommand {
  const filters = `${corrections(probe)}scale=-2:${height}:flags=bicubic,setsar=1`
  return ffmpegCommand({
    ...sourceOf(file, probe),
    parts: [{ start: seconds }],
    outputs: [
      {
        maps: ['picture'],
        options: ['-frames:v', '1', '-vf', filters, '-c:v', 'mjpeg', '-q:v', '3'],
        to: { kind: 'pipe', fd: 1, format: 'image2pipe' },
      },
    ],
  })
}

/**
 * For 0, `step`, 2 × `step` … seconds the key frame at or before that time, scaled to a height, as JPEGs on standard
 * output, one after another. Nothing but key frames is read and decoded; after the last one, times may be missing.
 */
export function keyPicturesCommand(file: string, probe: Probe, step: number, height: number): MediaCommand {
  const filters = `fps=1/${step}:start_time=0:round=up,${corrections(probe)}scale=-2:${height}:flags=bicubic,setsar=1`
  return ffmpegCommand({
    ...sourceOf(file, probe),
    decoding: ['-discard', 'nokey', '-skip_frame', 'nokey'],
    outputs: [
      {
        maps: ['picture'],
        options: ['-vf', filters, '-fps_mode', 'passthrough', '-c:v', 'mjpeg', '-q:v', '3'],
        to: { kind: 'pipe', fd: 1, format: 'image2pipe' },
      },
    ],
  })
}

/** An uploaded picture as JPEG on standard output: only its pixels, no larger than 16:9 at this height. */
export function coverPictureCommand(given: {
  file: string
  demuxer: string
  decoder: string
  height: number
}): MediaCommand {
  const { file, demuxer, decoder, height } = given
  const width = Math.round((height * 16) / 9)
  const fit = `scale='min(${width},iw)':'min(${height},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`
  return ffmpegCommand({
    file,
    demuxer,
    streams: onlyPicture,
    decoders: [decoder],
    decoding: ['-max_pixels', String(coverLimits.pixels)],
    outputs: [
      {
        maps: ['picture'],
        options: ['-frames:v', '1', '-vf', `${fit},setsar=1`, '-c:v', 'mjpeg', '-q:v', '3'],
        to: { kind: 'pipe', fd: 1, format: 'image2pipe' },
      },
    ],
  })
}
