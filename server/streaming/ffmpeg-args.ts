import { type Probe, safeInput } from '#server/platform/media/probe.ts'
import { canCopySound, isHighDynamicRange, type Rendition, segmentSeconds } from './rules.ts'

const quiet = ['-hide_banner', '-nostdin', '-v', 'error', '-progress', 'pipe:1', '-stats_period', '0.5']

/** Names of what every rendition's folder holds. */
export const initName = 'init.mp4'
export const playlistName = 'playlist.m3u8'

const hls = (folder: string): string[] => [
  '-f',
  'hls',
  '-hls_time',
  String(segmentSeconds),
  '-hls_playlist_type',
  'event',
  '-hls_segment_type',
  'fmp4',
  '-hls_fmp4_init_filename',
  initName,
  '-hls_flags',
  'independent_segments+temp_file',
  '-hls_segment_filename',
  `${folder}/s%05d.m4s`,
  `${folder}/${playlistName}`,
]

const maps = (probe: Probe): string[] => [
  '-map',
  `0:${probe.video.index}`,
  ...(probe.audio ? ['-map', `0:${probe.audio.index}`] : []),
]

/** Packs the source's own picture into HLS: no picture is encoded, so it is done at the speed of the disk. */
export function remuxArgs(file: string, probe: Probe, folder: string): string[] {
  const sound = !probe.audio
    ? []
    : canCopySound(probe)
      ? ['-c:a', 'copy']
      : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']
  return [
    ...quiet,
    ...safeInput(file, probe.demuxer),
    ...maps(probe),
    '-c:v',
    'copy',
    ...sound,
    ...hls(folder),
  ]
}

// HLG and PQ to BT.709 by way of linear light: https://ffmpeg.org/ffmpeg-filters.html#tonemap-1
const toneMap =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,'

const picture = (r: Rendition, label: string, preset: string): string[] => [
  '-map',
  label,
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
  // Keyframes by time, not by count: the same instants in every rendition whatever its frame rate.
  '-force_key_frames',
  `expr:gte(t,n_forced*${segmentSeconds})`,
  '-sc_threshold',
  '0',
  '-g',
  String(Math.ceil(r.fps * segmentSeconds)),
]

const sound = (probe: Probe, r: Rendition): string[] =>
  probe.audio
    ? [
        '-map',
        `0:${probe.audio.index}`,
        '-c:a',
        'aac',
        '-b:a',
        String(r.audioBitrate),
        '-ac',
        '2',
        '-ar',
        '48000',
      ]
    : []

/**
 * Encodes all renditions from one decode: the picture is scaled down step by step, so each smaller
 * one starts from the one above it. folders[i] receives renditions[i].
 */
export function ladderArgs(
  file: string,
  probe: Probe,
  renditions: Rendition[],
  folders: string[],
  preset = 'veryfast',
): string[] {
  const [top] = renditions
  if (!top || folders.length !== renditions.length) throw new Error('One folder per rendition, at least one')
  const prepare = `[0:${probe.video.index}]fps=${top.fps},${isHighDynamicRange(probe) ? toneMap : ''}`
  const steps = renditions.map((r, i) => {
    const from = i === 0 ? prepare : `[n${i - 1}]`
    const to = i === renditions.length - 1 ? `[v${i}]` : `,split=2[v${i}][n${i}]`
    return `${from}scale=${r.width}:${r.height}:flags=bicubic,setsar=1,format=yuv420p${to}`
  })
  const outputs = renditions.flatMap((r, i) => [
    ...picture(r, `[v${i}]`, preset),
    ...sound(probe, r),
    ...hls(folders[i] as string),
  ])
  return [...quiet, ...safeInput(file, probe.demuxer), '-filter_complex', steps.join(';'), ...outputs]
}

/** One frame at a time of the video, scaled to a height, as JPEG on standard output. */
export function thumbnailArgs(file: string, probe: Probe, seconds: number, height: number): string[] {
  const filters = `${isHighDynamicRange(probe) ? toneMap : ''}scale=-2:${height}:flags=bicubic,setsar=1`
  return [
    '-hide_banner',
    '-nostdin',
    '-v',
    'error',
    '-ss',
    seconds.toFixed(3),
    ...safeInput(file, probe.demuxer),
    '-map',
    `0:${probe.video.index}`,
    '-frames:v',
    '1',
    '-vf',
    filters,
    '-c:v',
    'mjpeg',
    '-q:v',
    '3',
    '-f',
    'image2pipe',
    'pipe:1',
  ]
}
