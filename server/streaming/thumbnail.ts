import { publicHeights, storyboardTimes } from '#contract/thumbnails.ts'
import { AtMost } from '#server/core/at-most.ts'
import { type Probe, probeFile } from '#server/core/media/probe.ts'
import { runMedia } from '#server/core/media/process.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'
import { keyPicturesCommand, thumbnailCommand } from './commands.ts'
import type { StreamSource } from './make-playable.ts'

/** Rendered heights; any other request gets the next larger one, so that few files are stored. */
const heights = [180, 360, 720, 1080, 2160] as const

export interface ThumbnailRequest {
  seconds: number
  height: number
}

const within = (seconds: number, probe: Probe) =>
  Math.min(Math.max(0, probe.durationSeconds - 0.5), Math.max(0, seconds))

/** The nearest tenth of a second inside the video: the precision of stored covers. */
export const coverTime = (seconds: number, probe: Probe): number =>
  Math.round(within(Math.round(seconds * 10) / 10, probe) * 10) / 10

/**
 * Rounds a request to what is stored: half seconds inside the video, one of five heights, never above the
 * source.
 * @param coverSeconds the one time stored to the tenth of a second
 */
export function settle(wanted: ThumbnailRequest, probe: Probe, coverSeconds?: number): ThumbnailRequest {
  const isCover = coverSeconds !== undefined && Math.abs(wanted.seconds - coverSeconds) < 0.05
  const seconds = isCover
    ? coverTime(wanted.seconds, probe)
    : within(Math.round(wanted.seconds * 2) / 2, probe)
  const height = heights.find(h => h >= wanted.height) ?? 2160
  return { seconds, height: Math.min(height, probe.video.height) }
}

/** The height that a stranger gets for a requested one. */
export const publicHeight = (wanted: number): number =>
  publicHeights.find(h => h >= wanted) ?? publicHeights[2]

const nearest = (wanted: number, known: readonly number[]) =>
  known.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best))

/**
 * What a stranger gets for a request: small pictures at the times of the seek bar, larger ones of the cover.
 * However much is requested, a video has a limited number of pictures for strangers.
 */
export function publicThumbnail(
  wanted: ThumbnailRequest,
  probe: Probe,
  coverSeconds: number,
): ThumbnailRequest {
  const height = publicHeight(wanted.height)
  const times =
    height === publicHeights[0] ? [coverSeconds, ...storyboardTimes(probe.durationSeconds)] : [coverSeconds]
  return settle({ seconds: nearest(wanted.seconds, times), height }, probe, coverSeconds)
}

export const thumbnailKey = (streamId: string, wanted: ThumbnailRequest): string =>
  `thumbnails/${streamId}/${Math.round(wanted.seconds * 10)}-${wanted.height}.jpg`

/** Renders one frame of the original as JPEG. @throws when no frame can be read there */
export async function renderThumbnail(file: string, probe: Probe, wanted: ThumbnailRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  const height = Math.min(wanted.height, probe.video.height)
  await runMedia(thumbnailCommand(file, probe, wanted.seconds, height), {
    timeoutMs: 30_000,
    niceness: 5,
    onStdout: stdout => stdout.on('data', (chunk: Buffer) => chunks.push(chunk)),
  })
  const jpeg = Buffer.concat(chunks)
  if (!jpeg.length) throw new Error(`No frame at ${wanted.seconds} s`)
  return jpeg
}

/** How a JPEG of ours begins: nothing inside of it looks like that. (ITU T.81, B.1.1.2) */
const jpegStart = Buffer.from([0xff, 0xd8, 0xff])

/** JPEGs that follow each other. */
function* jpegsIn(bytes: Buffer): Generator<Buffer> {
  for (let at = bytes.indexOf(jpegStart); at >= 0; ) {
    const next = bytes.indexOf(jpegStart, at + 1)
    yield bytes.subarray(at, next < 0 ? bytes.length : next)
    at = next
  }
}

/**
 * Renders and stores the pictures of the seek bar in one pass over the key frames. A time without a key frame of its own
 * is left to be rendered exactly when it is requested.
 * @returns how many were stored
 * @throws as runMedia
 */
export async function storeStoryboard(
  objects: ObjectStore,
  { file, probe, streamId }: Pick<StreamSource, 'file' | 'probe' | 'streamId'>,
  signal?: AbortSignal,
): Promise<number> {
  const times = storyboardTimes(probe.durationSeconds)
  const [height] = publicHeights
  const size = Math.min(height, probe.video.height)
  const chunks: Buffer[] = []
  await runMedia(keyPicturesCommand(file, probe, times[1] ?? 1, size), {
    signal,
    timeoutMs: 60_000 + probe.durationSeconds * 1000,
    niceness: 5,
    onStdout: stdout => stdout.on('data', (chunk: Buffer) => chunks.push(chunk)),
  })
  let stored = 0
  let before: Buffer = Buffer.alloc(0)
  for (const [i, jpeg] of [...jpegsIn(Buffer.concat(chunks))].entries()) {
    const seconds = times[i]
    if (seconds !== undefined && !before.equals(jpeg)) {
      await objects.put(thumbnailKey(streamId, settle({ seconds, height }, probe)), jpeg, 'image/jpeg')
      stored++
    }
    before = jpeg
  }
  return stored
}

/** A frame of a rendered clip as JPEG, at its own size. @throws when no frame can be read there */
export async function stillOf(file: string, seconds: number): Promise<Buffer> {
  const probe = await probeFile(file, 'mov')
  return renderThumbnail(file, probe, { seconds, height: probe.video.height })
}

const rendering = new Map<string, Promise<Buffer>>()
const places = new AtMost(2)

/**
 * The stored thumbnail, rendered and stored first if missing; simultaneous identical requests render it once.
 * @param admit called before anything is rendered; its error is rethrown
 */
export async function thumbnail(
  objects: ObjectStore,
  source: {
    streamId: string
    probe: Probe
    /** the cover frame's time */
    coverSeconds: number
    original: <T>(work: (file: string) => Promise<T>) => Promise<T>
  },
  wanted: ThumbnailRequest,
  admit: () => Promise<void> = async () => undefined,
): Promise<Buffer> {
  const settled = settle(wanted, source.probe, source.coverSeconds)
  const key = thumbnailKey(source.streamId, settled)
  const stored = await objects.get(key)
  if (stored) return Buffer.concat(await stored.toArray())
  const going = rendering.get(key)
  if (going) return going
  await admit()
  const meanwhile = rendering.get(key)
  if (meanwhile) return meanwhile
  const work = places
    .run(async () => {
      const jpeg = await source.original(file => renderThumbnail(file, source.probe, settled))
      await objects.put(key, jpeg, 'image/jpeg')
      return jpeg
    })
    .finally(() => rendering.delete(key))
  rendering.set(key, work)
  return work
}
