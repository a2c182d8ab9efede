import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { containerOf } from '#server/core/media/container.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { testDatabase } from '#test/harness/database.ts'
import { makeCreator } from '#test/harness/money.ts'
import { makeVideo } from '#test/harness/review.ts'
import { type ClipOptions, makeClip, scratchFolder } from '#test/media/make.ts'
import { makeLadder } from './make-ladder.ts'
import { findLive } from './store.ts'

const run = promisify(execFile)

/** A store that notes which segments are written, and in which a run can be made to end. */
class WatchedStore extends FolderStore {
  written: string[] = []
  /** the run ends before this segment is stored */
  endsAt: { segment: string; end: () => Error } | null = null

  override async putFile(key: string, file: string): Promise<void> {
    if (this.endsAt && key.endsWith(this.endsAt.segment)) throw this.endsAt.end()
    await super.putFile(key, file)
    this.written.push(path.basename(key))
  }
}

/** A film and what a ladder of it needs. */
async function given(file: string) {
  const { db } = await testDatabase()
  const root = path.join(await scratchFolder(), 'objects')
  const objects = new WatchedStore(root)
  const probe = await probeFile(file, (await containerOf(file))?.demuxer ?? 'mov')
  const { id: videoId, streamId } = await makeVideo(db, await makeCreator(db))
  const ladder = async (
    changed: { streamId?: string; sha256?: string } = {},
    stop = new AbortController(),
  ) => {
    const source = { videoId, streamId, probe, sha256: 'ab', file, ...changed }
    const options = { signal: stop.signal, onFraction: () => undefined, onDone: async () => undefined }
    objects.written = []
    await makeLadder({ db, objects }, source, options)
    const live = await findLive(db, videoId)
    return live.map(({ prefix }) => path.join(root, prefix, 'playlist.m3u8'))
  }
  /** A run during which ffmpeg is killed before a segment is stored. */
  const interrupted = async (segment: string) => {
    const stop = new AbortController()
    const killed = new Error('killed')
    objects.endsAt = {
      segment,
      end() {
        stop.abort(killed)
        return killed
      },
    }
    await expect(ladder({}, stop)).rejects.toThrow('killed')
    objects.endsAt = null
  }
  return { db, objects, videoId, ladder, interrupted }
}

/** Each packet of a playlist's stream: when it is shown, how long, whether it is a key frame. Sound also by its bytes. */
async function packetsOf(playlist: string, kind: 'v' | 'a'): Promise<string[]> {
  const entries = `packet=pts_time,duration_time,flags${kind === 'a' ? ',data_hash' : ''}`
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-allowed_extensions', 'ALL', '-select_streams', kind, '-show_data_hash', 'md5'],
    ...['-show_entries', entries, '-of', 'csv=p=0', playlist],
  ])
  // In the order in which they are shown: which frames wait for a later one is the encoder's choice.
  const shown = (line: string) => Number.parseFloat(line)
  return stdout
    .split('\n')
    .filter(Boolean)
    .toSorted((a, b) => shown(a) - shown(b))
}

/** How much each frame resembles the one of another playlist, 0 to 1. */
async function similarity(playlist: string, other: string): Promise<number[]> {
  const inputs = [playlist, other].flatMap(input => ['-allowed_extensions', 'ALL', '-i', input])
  const graph = '[0:v]setpts=N[a];[1:v]setpts=N[b];[a][b]ssim=stats_file=-'
  const { stdout } = await run('ffmpeg', ['-v', 'error', ...inputs, '-lavfi', graph, '-f', 'null', '-'])
  return [...stdout.matchAll(/All:([\d.]+)/g)].map(([, value]) => Number(value))
}

const clip = async (name: string, options: ClipOptions) =>
  makeClip(path.join(await scratchFolder(), name), { seconds: 22, size: '320x240', ...options })

/** The same picture, with gaps of up to a second between its frames, as phones film in the dark. */
async function unevenFrames(): Promise<string> {
  const file = await clip('even.mp4', {})
  const uneven = path.join(path.dirname(file), 'uneven.mp4')
  const select = "select='if(lt(mod(t,7),3),not(mod(n,30)),gt(random(1),0.3))'"
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
const films: [string, () => Promise<string>][] = [
  ['29.97 frames a second', () => clip('ride.mp4', { extra: ['-r', '30000/1001', '-bf', '3'] })],
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

test.each(films)('an interrupted ladder goes on to the same result: %s', async (_, make) => {
  const { ladder, interrupted, objects } = await given(await make())
  const [whole] = (await ladder({ streamId: randomUUID() })) as [string]
  const all = objects.written
  await interrupted(all.at(-2) as string)
  const [resumed] = (await ladder()) as [string]
  expect(objects.written).toEqual(all.slice(-2))
  for (const kind of ['v', 'a'] as const)
    expect(await packetsOf(resumed, kind)).toEqual(await packetsOf(whole, kind))
  // The joint is no worse than what an encoder's other choices make of the same frames.
  expect(Math.min(...(await similarity(resumed, whole)))).toBeGreaterThan(0.98)
})

test('every rendition goes on behind the last segment that all have', async () => {
  const { ladder, interrupted, objects } = await given(await clip('ride.mp4', { size: '640x480' }))
  await interrupted('s00004.m4s')
  const playlists = await ladder()
  expect(playlists).toHaveLength(2)
  expect(new Set(objects.written)).toEqual(new Set(['s00004.m4s', 's00005.m4s']))
  for (const playlist of playlists) expect(await packetsOf(playlist, 'v')).toHaveLength(22 * 30)
})

test('segments of another source are never used', async () => {
  const { db, ladder, interrupted, objects, videoId } = await given(await clip('ride.mp4', {}))
  await interrupted('s00004.m4s')
  await ladder({ sha256: 'cd' })
  expect(objects.written).toContain('s00000.m4s')
  // No playlist lists what the first run left, so it is swept like everything that none lists.
  const rows = await db
    .selectFrom('renditions')
    .select(['live', 'complete'])
    .where('video_id', '=', videoId)
    .execute()
  expect(rows.map(({ live, complete }) => [live, complete]).sort()).toEqual([
    [false, false],
    [true, true],
  ])
})
