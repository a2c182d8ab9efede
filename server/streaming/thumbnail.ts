import { firstFrameSeconds, publicHeights, storyboardTimes } from '#contract/thumbnails.ts'
import { AtMost } from '#server/platform/at-most.ts'
import { type Probe, probeFile } from '#server/platform/media/probe.ts'
import { runMedia } from '#server/platform/media/process.ts'
import type { ObjectStore } from '#server/platform/objects/store.ts'
import { thumbnailCommand } from './commands.ts'

/** Heights that are rendered; any other is answered by the next larger one, so that few files are kept. */
const heights = [180, 360, 720, 1080, 2160] as const

export interface ThumbnailRequest {
  seconds: number
  height: number
}

/** Rounds a wanted to what is kept: half seconds inside the video, one of five heights, never above the source. */
export function settle(wanted: ThumbnailRequest, probe: Probe): ThumbnailRequest {
  const last = Math.max(0, probe.durationSeconds - 0.5)
  const seconds = Math.min(last, Math.max(0, Math.round(wanted.seconds * 2) / 2))
  const height = heights.find(h => h >= wanted.height) ?? 2160
  return { seconds, height: Math.min(height, probe.video.height) }
}

const nearest = (wished: number, known: readonly number[]) =>
  known.reduce((best, one) => (Math.abs(one - wished) < Math.abs(best - wished) ? one : best))

/**
 * What a stranger gets for a wanted: small pictures at the times of the seek bar, larger ones of the poster and the
 * player's first frame. However much is asked for, a video has this many pictures for strangers.
 */
export function publicThumbnail(
  wanted: ThumbnailRequest,
  probe: Probe,
  posterSeconds: number,
): ThumbnailRequest {
  const covers = [posterSeconds, firstFrameSeconds]
  const height = publicHeights.find(h => h >= wanted.height) ?? publicHeights[publicHeights.length - 1] ?? 180
  const times = height === publicHeights[0] ? [...covers, ...storyboardTimes(probe.durationSeconds)] : covers
  return settle({ seconds: nearest(wanted.seconds, times), height }, probe)
}

export const thumbnailKey = (streamId: string, wanted: ThumbnailRequest): string =>
  `thumbnails/${streamId}/${Math.round(wanted.seconds * 10)}-${wanted.height}.jpg`

/** Renders one frame of the original as JPEG. @throws when no frame can be read there */
export async function renderThumbnail(
  file: string,
  probe: Probe,
  wanted: ThumbnailRequest,
  signal?: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  const height = Math.min(wanted.height, probe.video.height)
  await runMedia(thumbnailCommand(file, probe, wanted.seconds, height), {
    signal,
    timeoutMs: 30_000,
    niceness: 5,
    onStdout: stdout => stdout.on('data', (chunk: Buffer) => chunks.push(chunk)),
  })
  const jpeg = Buffer.concat(chunks)
  if (!jpeg.length) throw new Error(`No frame at ${wanted.seconds} s`)
  return jpeg
}

/** A frame of a rendered clip as JPEG, at its own size. @throws when no frame can be read there */
export async function stillOf(file: string, seconds: number): Promise<Buffer> {
  const probe = await probeFile(file, 'mov')
  return renderThumbnail(file, probe, { seconds, height: probe.video.height })
}

const rendering = new Map<string, Promise<Buffer>>()
const places = new AtMost(2)

/**
 * The stored thumbnail, rendered and stored first when it is not there; the same wanted is rendered once at a time.
 * @param admit asked before anything is rendered; what it throws is thrown here
 */
export async function thumbnail(
  objects: ObjectStore,
  source: { streamId: string; probe: Probe; original: <T>(work: (file: string) => Promise<T>) => Promise<T> },
  wanted: ThumbnailRequest,
  admit: () => Promise<void> = async () => undefined,
): Promise<Buffer> {
  const settled = settle(wanted, source.probe)
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
