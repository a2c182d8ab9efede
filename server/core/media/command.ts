import { allowedDecoders } from './allowed.ts'
import type { StreamChoice } from './streams.ts'

/** Where a command finds its file and may write: the real paths, or what a sandbox shows instead. */
export interface Places {
  input: string
  /** the only writable folder, without a trailing slash */
  folder: string
}

declare const built: unique symbol

/** A call of ffmpeg or ffprobe. Only the functions below create one, and only runMedia accepts one. */
export interface MediaCommand {
  readonly [built]: true
  readonly program: 'ffmpeg' | 'ffprobe'
  /** what it makes, in a word or two, for people who watch the server */
  readonly kind: string
  /** the file it reads, as a local path */
  readonly input: string
  /** the only folder it writes to; null: only pipes */
  readonly folder: string | null
  /** more files that it reads, under these names in its folder */
  readonly more?: readonly { name: string; file: string }[]
  argv(places: Places): string[]
}

/** A file with the only demuxer that may open it. */
export interface MediaSource {
  file: string
  demuxer: string
}

/** File names in every rendition's folder. */
export const initName = 'init.mp4'
export const playlistName = 'playlist.m3u8'

export type Target =
  /** HLS with fMP4 segments in this subfolder, numbered from `first`; '' is the command's folder itself */
  | { kind: 'hls'; folder: string; segmentSeconds: number; first?: number }
  /** one MP4 in the command's folder, with its index first */
  | { kind: 'mp4'; name: string }
  | { kind: 'pipe'; fd: 1 | 3 | 4; format: 'image2pipe' | 'rawvideo' | 's16le' }

export interface Output {
  /**
   * the streams to include: the chosen ones, what a filter labels ('[v]'), or one of our encoded sound ('encoded:0');
   * nothing else is included
   */
  maps: readonly ('picture' | 'sound' | `encoded:${number}` | `[${string}]`)[]
  /** codecs, filters and their settings */
  options: string[]
  to: Target
}

export interface FfmpegRequest extends MediaSource {
  /** what 'picture' and 'sound' stand for in maps and, after the number of an input, in filters ('[0:picture]') */
  streams: StreamChoice
  /** the only decoders that may run; by default those for videos */
  decoders?: readonly string[]
  /** settings of the decoders */
  decoding?: string[]
  /**
   * sections of the file, each a separate input, seconds; the whole file by default
   * @param fromKeyframe whether it begins at the key frame before its start
   */
  parts?: { start?: number; seconds?: number; fromKeyframe?: boolean }[]
  /** the part of which 'picture' and 'sound' in maps are; the first by default */
  mapped?: number
  /** whether frames have the times of the whole file, whichever part they come from */
  timesOfFile?: boolean
  /**
   * sound that we encoded before, an MP4 of its own, as the input after the parts: `start` is where in it to begin, `shift`
   * what is added to its times, counted from its first, seconds
   */
  encoded?: { file: string; start: number; seconds?: number | undefined; shift: number } | undefined
  /** our own pictures through the pipe `feed` of runMedia, RGBA: the input after the parts and files */
  fed?: { width: number; height: number; rate: number }
  /** our own files in the command's folder, as inputs after the parts: WAV audio */
  beside?: readonly string[]
  /** a -filter_complex; a function if it refers to files in the command's folder */
  filter?: string | ((places: Places) => string)
  outputs: Output[]
  /** required when an output is a file */
  folder?: string
  /** reports progress on pipe 1 */
  progress?: boolean
}

/**
 * ffmpeg may read this one local file with this one demuxer and these decoders, and nothing that the file
 * refers to.
 */
const guarded = (
  input: string,
  demuxer: string,
  decoders = allowedDecoders,
  more: readonly string[] = [],
): string[] => [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', demuxer],
  ...['-codec_whitelist', decoders.join(',')],
  ...more,
  ...['-f', demuxer, '-i', `file:${input}`],
]

/** The name of encoded sound in the command's folder. */
const encodedName = 'encoded.mp4'

const encodedInput = (
  { start, seconds, shift }: NonNullable<FfmpegRequest['encoded']>,
  root: string,
): string[] => [
  ...['-ss', start.toFixed(4), ...(seconds === undefined ? [] : ['-t', seconds.toFixed(4)])],
  ...['-itsoffset', shift.toFixed(6), ...guarded(`${root}/${encodedName}`, 'mov', ['aac'])],
]

const fedInput = ({ width, height, rate }: NonNullable<FfmpegRequest['fed']>): string[] => [
  ...['-protocol_whitelist', 'pipe', '-format_whitelist', 'rawvideo', '-codec_whitelist', 'rawvideo'],
  ...['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${width}x${height}`],
  ...['-framerate', String(rate), '-thread_queue_size', '8', '-i', 'pipe:0'],
]

/**
 * No tags, chapters, timecodes, telemetry or subtitles from the source, and no version of the program that
 * wrote it.
 */
const nothingOfTheSource = [
  ...['-map_metadata', '-1', '-map_chapters', '-1', '-dn', '-sn'],
  ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
]

/** For output encoded to H.264: otherwise x264 writes its version and all its settings into the stream. */
export const withoutEncoderNote: readonly string[] = ['-bsf:v', 'filter_units=remove_types=6']

function targetArgs(to: Target, root: string): string[] {
  if (to.kind === 'pipe') return ['-f', to.format, `pipe:${to.fd}`]
  if (to.kind === 'mp4')
    return ['-write_tmcd', '0', '-movflags', '+faststart', '-f', 'mp4', `file:${root}/${to.name}`]
  const folder = to.folder ? `${root}/${to.folder}` : root
  const { first = 0 } = to
  return [
    ...['-f', 'hls', '-hls_time', String(to.segmentSeconds), '-hls_playlist_type', 'event'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', initName],
    // Media Source Extensions ignore edit lists, which would otherwise say how much later than the sound the picture starts.
    ...['-hls_segment_options', `movflags=+frag_discont+negative_cts_offsets:fragment_index=${first + 1}`],
    ...['-start_number', String(first)],
    ...['-hls_flags', 'independent_segments+temp_file'],
    ...['-hls_segment_filename', `${folder}/s%05d.m4s`, `${folder}/${playlistName}`],
  ]
}

/** Filters with the chosen streams of the first inputs, which read the file; those after them are ours. */
const withStreams = (filter: string, inputs: number, indexOf: (kind: string) => number): string =>
  filter.replace(/\[(\d+)(?::([^\]]*))?\]/g, (whole, input, kind) =>
    Number(input) < inputs ? `[${input}:${indexOf(kind)}]` : whole,
  )

/** The formats of all outputs, and whether a file's picture is encoded or copied: 'hls copy', 'rawvideo s16le'. */
function kindOf(outputs: readonly Output[]): string {
  const formats = new Set(outputs.map(({ to }) => (to.kind === 'pipe' ? to.format : to.kind)))
  const intoFiles = outputs.filter(({ to }) => to.kind !== 'pipe')
  const work = intoFiles.some(({ options }) => options.includes('libx264')) ? 'encode' : 'copy'
  return [...formats, ...(intoFiles.length ? [work] : [])].join(' ')
}

/**
 * The only place that builds an ffmpeg command. Each output contains only the mapped video and audio and
 * nothing else from the source, and the input is read only by allowed demuxers and decoders.
 * @throws Error when an output has no map (ffmpeg would choose streams itself), a map or a filter names a stream that
 * wasn't chosen, or a file has no folder
 */
export function ffmpegCommand(wanted: FfmpegRequest): MediaCommand {
  const folder = wanted.folder ?? null
  const parts = wanted.parts ?? [{}]
  const indexOf = (kind: string): number => {
    const index = kind === 'picture' || kind === 'sound' ? wanted.streams[kind] : null
    if (index === null) throw new Error(`No stream was chosen as ${kind}`)
    return index
  }
  const { encoded } = wanted
  const mapOf = (map: string) => {
    if (/^\[[a-z]\w*\]$/i.test(map)) return map
    const place = encoded && /^encoded:(\d+)$/.exec(map)?.[1]
    return place ? `${parts.length}:${place}` : `${wanted.mapped ?? 0}:${indexOf(map)}`
  }
  for (const { maps, to } of wanted.outputs) {
    if (!maps.length) throw new Error('An output names its streams')
    maps.forEach(mapOf)
    if (to.kind !== 'pipe' && folder === null) throw new Error('A file needs a folder')
  }
  if ((wanted.beside?.length || encoded) && folder === null) throw new Error('A file needs a folder')
  const filterIn = (places: Places): string[] => {
    if (!wanted.filter) return []
    const filter = typeof wanted.filter === 'string' ? wanted.filter : wanted.filter(places)
    return ['-filter_complex', withStreams(filter, parts.length, indexOf)]
  }
  const argv = ({ input, folder: root }: Places): string[] => [
    // A damaged file is judged by what comes out, not by the share of errors.
    ...['-hide_banner', '-nostdin', '-v', 'error', '-max_error_rate', '1'],
    ...(wanted.progress ? ['-progress', 'pipe:1', '-stats_period', '0.5'] : []),
    ...(wanted.timesOfFile ? ['-copyts', '-start_at_zero'] : []),
    ...parts.flatMap(({ start, seconds, fromKeyframe }) => [
      ...(wanted.decoding ?? []),
      ...(fromKeyframe ? ['-noaccurate_seek'] : []),
      ...(start === undefined ? [] : ['-ss', start.toFixed(4)]),
      ...(seconds === undefined ? [] : ['-t', seconds.toFixed(4)]),
      ...guarded(input, wanted.demuxer, wanted.decoders),
    ]),
    ...(encoded ? encodedInput(encoded, root) : []),
    ...(wanted.beside ?? []).flatMap(name => guarded(`${root}/${name}`, 'wav', ['pcm_s16le'])),
    ...(wanted.fed ? fedInput(wanted.fed) : []),
    ...filterIn({ input, folder: root }),
    ...wanted.outputs.flatMap(({ maps, options, to }) => [
      ...maps.flatMap(map => ['-map', mapOf(map)]),
      ...nothingOfTheSource,
      ...options,
      ...targetArgs(to, root),
    ]),
  ]
  const kind = kindOf(wanted.outputs)
  const more = encoded ? { more: [{ name: encodedName, file: encoded.file }] } : {}
  return { program: 'ffmpeg', kind, input: wanted.file, folder, ...more, argv } as MediaCommand
}

/** Where joinCommand finds the order and length of its parts, in its folder. */
export const joinListName = 'parts.ffconcat'
const partName = (index: number) => `part-${index + 1}.mp4`

/** The content of that file. @param seconds how long each part's picture is */
export const joinList = (seconds: readonly number[]): string =>
  // Sound may start just before the picture; without an inpoint, that would delay the picture.
  [
    'ffconcat version 1.0',
    ...seconds.flatMap((s, i) => [`file ${partName(i)}`, 'inpoint 0', `duration ${s}`]),
    '',
  ].join('\n')

/**
 * Joins MP4 or QuickTime files with the same streams into one MP4, without encoding. The result is an original: it
 * keeps the telemetry, and the first part's time and place.
 * @param streams indexes of the streams to include
 * @param name of the result in the folder, which already contains the list
 */
export function joinCommand(wanted: {
  files: readonly string[]
  streams: readonly number[]
  folder: string
  name: string
}): MediaCommand {
  const { files, streams, folder, name } = wanted
  const [first] = files
  if (first === undefined || !streams.length) throw new Error('A join has parts and streams')
  const argv = ({ input, folder: root }: Places): string[] => [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-progress', 'pipe:1', '-stats_period', '0.5'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', 'concat,mov'],
    ...['-codec_whitelist', allowedDecoders.join(','), '-f', 'concat', '-i', `file:${root}/${joinListName}`],
    ...guarded(input, 'mov'),
    ...streams.flatMap(index => ['-map', `0:${index}`]),
    ...['-map_metadata', '1', '-map_chapters', '-1', '-c', 'copy', '-fflags', '+bitexact'],
    ...['-write_tmcd', '0', '-f', 'mp4', `file:${root}/${name}`],
  ]
  const more = files.map((file, index) => ({ name: partName(index), file }))
  const call: Omit<MediaCommand, typeof built> = {
    program: 'ffmpeg',
    kind: 'join',
    input: first,
    folder,
    more,
    argv,
  }
  return call as MediaCommand
}

/** A path as an option's value inside a filter graph. @throws Error for one that can't be written there */
export function filterPath(file: string): string {
  if (file.includes("'")) throw new Error('A path in a filter has no quotation marks')
  return `'${file.replaceAll('\\', '/').replaceAll(':', '\\:')}'`
}

/**
 * An ffprobe command: `show` selects what to print about the file, and in which format.
 * @param opened decoders that may be opened besides, but get nothing to decode: ffprobe opens one for each stream
 */
export function ffprobeCommand(
  { file, demuxer }: MediaSource,
  show: readonly string[],
  opened: readonly string[] = [],
): MediaCommand {
  // Options of one kind of stream only apply where ffprobe opens decoders, not where it decodes.
  const list = [...allowedDecoders, ...opened].join(',')
  const lists = opened.length ? ['v', 'a', 's'].flatMap(kind => [`-codec_whitelist:${kind}`, list]) : []
  const argv = ({ input }: Places) => [
    ...['-v', 'error', ...show],
    ...guarded(input, demuxer, allowedDecoders, lists),
  ]
  const call: Omit<MediaCommand, typeof built> = {
    program: 'ffprobe',
    kind: 'probe',
    input: file,
    folder: null,
    argv,
  }
  return call as MediaCommand
}
