import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { type ClipOptions, makeClip, scratchFolder } from '#test/media/make.ts'

const run = promisify(execFile)

/** How a single worker encodes a ladder: in one piece. */
export const oneWorker = {
  workers: 1,
  sendRanges: () => Promise.reject(new Error('One worker has no ranges')),
  sendWhole: () => Promise.reject(new Error('One worker has no ranges')),
}

/** Each packet of a playlist: when it is shown, how long, whether it is a key frame. Sound also by its bytes. */
export async function packetsOf(playlist: string): Promise<{ video: string[]; audio: string[] }> {
  const entries = 'packet=codec_type,pts_time,duration_time,flags,data_hash'
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-allowed_extensions', 'ALL', '-show_data_hash', 'md5'],
    ...['-show_entries', entries, '-of', 'csv=p=0', playlist],
  ])
  const packets = stdout.split('\n').map(line => line.split(','))
  // In the order in which they are shown: which frames wait for a later one is the encoder's choice.
  const of = (kind: 'video' | 'audio', fields: number) =>
    packets
      .filter(([type]) => type === kind)
      .toSorted(([, a], [, b]) => Number(a) - Number(b))
      .map(packet => packet.slice(1, fields).join())
  return { video: of('video', 4), audio: of('audio', 5) }
}

/** How much each frame resembles the one of another playlist or file, 0 to 1. */
export async function similarity(playlist: string, other: string): Promise<number[]> {
  const inputs = [playlist, other].flatMap(input => [
    ...(input.endsWith('.m3u8') ? ['-allowed_extensions', 'ALL'] : []),
    ...['-i', input],
  ])
  const graph = '[0:v]setpts=N[a];[1:v]setpts=N[b];[a][b]ssim=stats_file=-'
  const { stdout } = await run('ffmpeg', ['-v', 'error', ...inputs, '-lavfi', graph, '-f', 'null', '-'])
  return [...stdout.matchAll(/All:([\d.]+)/g)].map(([, value]) => Number(value))
}

/** Frames a second of `clip`: half of a camera's, because what is tested is the same with fewer of them. */
export const clipRate = 15

/** A film of 22 seconds that is quick to encode. */
export const clip = async (name: string, options: ClipOptions) =>
  makeClip(path.join(await scratchFolder(), name), {
    ...{ seconds: 22, size: '320x240', fps: clipRate },
    ...options,
  })

/** The same picture, with gaps of up to a second between its frames, as phones film in the dark. */
async function unevenFrames(): Promise<string> {
  const file = await clip('even.mp4', {})
  const uneven = path.join(path.dirname(file), 'uneven.mp4')
  const select = `select='if(lt(mod(t,7),3),not(mod(n,${clipRate})),gt(random(1),0.3))'`
  const picture = ['-vf', select, '-fps_mode', 'vfr', '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2']
  await run('ffmpeg', ['-v', 'error', '-i', file, ...picture, '-c:a', 'copy', uneven])
  return uneven
}

/** A film whose edit list leaves out its first seconds, up to the middle of a group of pictures. */
async function editedFilm(): Promise<string> {
  const file = await clip('whole.mp4', { seconds: 25, extra: ['-bf', '2'] })
  const edited = path.join(path.dirname(file), 'edited.mp4')
  await run('ffmpeg', ['-v', 'error', '-ss', '2.6', '-i', file, '-c', 'copy', edited])
  return edited
}

const x265 = (params: string) => [
  'libx265',
  '-preset',
  'ultrafast',
  '-x265-params',
  `log-level=error:${params}`,
]
/** What makes it hard to begin in the middle, with a film of each. */
export const films: [string, () => Promise<string>][] = [
  ['29.97 frames a second', () => clip('ride.mp4', { fps: 30, extra: ['-r', '30000/1001', '-bf', '3'] })],
  ['a variable rate', unevenFrames],
  ['an edit list', editedFilm],
  ['upright', () => clip('phone.mp4', { extra: ['-metadata:s:v', 'rotate=90'] })],
  ['without sound', () => clip('silent.mkv', { audio: null })],
  ['in AVI', () => clip('old.avi', { video: ['mpeg4'], audio: ['libmp3lame'] })],
  [
    'an open group of pictures in HDR',
    () =>
      clip('hdr.mp4', {
        video: [
          ...x265('open-gop=1:bframes=4:keyint=90:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc'),
          ...['-pix_fmt', 'yuv420p10le', '-color_primaries', 'bt2020', '-color_trc', 'smpte2084'],
          ...['-colorspace', 'bt2020nc', '-tag:v', 'hvc1'],
        ],
      }),
  ],
  [
    'interlaced',
    () =>
      clip('camcorder.mts', {
        video: [
          'libx264',
          '-preset',
          'ultrafast',
          '-pix_fmt',
          'yuv420p',
          '-flags',
          '+ildct+ilme',
          '-top',
          '1',
        ],
        audio: ['ac3'],
      }),
  ],
]
