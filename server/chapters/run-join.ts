import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { sentences } from '#sentences/chapters.ts'
import { AppError } from '#server/core/http/errors.ts'
import { defineJob, type JobContext, PostponedJobError } from '#server/core/jobs/definition.ts'
import { recordProgress } from '#server/core/jobs/progress.ts'
import { joinCommand, joinList, joinListName } from '#server/core/media/command.ts'
import { layoutOf, type StreamLayout } from '#server/core/media/layout.ts'
import { fractionIn, MediaProcessError, runMedia } from '#server/core/media/process.ts'
import { streamsOf, streamsWeWrote } from '#server/core/media/streams.ts'
import { jobOf } from '#server/core/module.ts'
import { SentenceError } from '#server/core/sentences.ts'
import {
  chargedToOwner,
  completeUpload,
  failVideo,
  roomFor,
  sealFile,
  unsafeFind,
  type VideoRow,
  type VideosSystem,
  withOriginal,
} from '#server/videos/index.ts'
import { readTagsIn, TelemetryError, writeTagsIn } from '#telemetry/index.ts'
import type { CameraTag } from '#telemetry/types.ts'
import { bytesOf } from './rules.ts'
import { countParts, partsOf, setProgress } from './store.ts'

const fullDiskMs = 5 * 60_000
/** What the index of a joined file may add to the bytes of its parts. */
const indexBytes = 64 * 1024 ** 2
/** How much a joined picture may differ from the sum of its parts, seconds. */
const lengthTolerance = 0.1

class UnwantedError extends Error {
  override name = 'UnwantedError'
}
/** These files can't be joined, for a reason that the rider can understand. */
class RefusedError extends SentenceError {
  override name = 'RefusedError'
}

/** Passes the originals of all parts to the work as local files, in order. */
async function withOriginals<T>(
  system: VideosSystem,
  parts: readonly VideoRow[],
  work: (files: string[]) => Promise<T>,
  files: string[] = [],
): Promise<T> {
  const part = parts[files.length]
  if (!part) return work(files)
  return withOriginal(system, part, file => withOriginals(system, parts, work, [...files, file]))
}

const setupOf = (layout: readonly StreamLayout[]): string =>
  JSON.stringify(layout.map(({ index, kind, setup }) => [index, kind, setup]))
const pictureSeconds = (layout: readonly StreamLayout[]): number =>
  layout.find(stream => stream.kind === 'video')?.seconds ?? 0

/** The streams of each part. @throws RefusedError for files that differ, whose joined streams would be garbled */
async function layoutsOf(parts: readonly VideoRow[], files: readonly string[], signal: AbortSignal) {
  const layouts: StreamLayout[][] = []
  for (const [index, file] of files.entries()) {
    const { file_name: fileName = '', probe } = parts[index] ?? {}
    if (!probe) throw new RefusedError(sentences.differentSettings({ fileName }))
    const layout = await layoutOf(file, streamsOf(probe), signal)
    if (setupOf(layouts[0] ?? layout) !== setupOf(layout) || pictureSeconds(layout) <= 0)
      throw new RefusedError(sentences.differentSettings({ fileName }))
    layouts.push(layout)
  }
  return layouts
}

/**
 * The camera's highlight tags of all parts, in seconds of the joined video. Its tags are beside the telemetry track, so
 * the join itself would lose them.
 * @param seconds how long each part's picture is
 */
async function tagsOf(files: readonly string[], seconds: readonly number[]): Promise<CameraTag[]> {
  const tags: CameraTag[] = []
  let offset = 0
  for (const [index, file] of files.entries()) {
    // Telemetry that can't be read doesn't keep a ride from being played, and doesn't keep it from being joined.
    const its = await readTagsIn(file).catch(error => {
      if (error instanceof TelemetryError) return []
      throw error
    })
    for (const tag of its)
      tags.push({ ...tag, time: tag.time + offset, start: tag.start + offset, end: tag.end + offset })
    offset += seconds[index] ?? 0
  }
  return tags
}

/** Joins the parts to a file in the folder. @returns its path */
async function join(
  system: VideosSystem,
  video: VideoRow,
  parts: readonly VideoRow[],
  { folder, signal, log }: { folder: string } & JobContext,
): Promise<string> {
  const unwanted = new AbortController()
  const stop = AbortSignal.any([signal, unwanted.signal])
  const name = 'joined.mp4'
  const progress = recordProgress(log, async percent => {
    if (!(await setProgress(system.db, video.id, percent))) unwanted.abort(new UnwantedError())
  })
  await withOriginals(system, parts, async files => {
    const layouts = await layoutsOf(parts, files, stop)
    const seconds = layouts.map(pictureSeconds)
    const total = seconds.reduce((all, one) => all + one, 0)
    await writeFile(path.join(folder, joinListName), joinList(seconds))
    const streams = (layouts[0] ?? []).map(stream => stream.index)
    await runMedia(joinCommand({ files, streams, folder, name }), {
      signal: stop,
      timeoutMs: 45 * 60_000,
      niceness: 3,
      fileBytes: bytesOf(parts) + indexBytes,
      onStdout: stdout =>
        createInterface(stdout).on('line', line => {
          const fraction = fractionIn(line, total)
          if (fraction !== null) progress.report(fraction)
        }),
    })
    await progress.written()
    await writeTagsIn(path.join(folder, name), await tagsOf(files, seconds))
    const kinds = (layout: readonly StreamLayout[] = []) => layout.map(stream => stream.kind).join()
    const written = streamsWeWrote(kinds(layouts[0]).includes('audio'))
    const made = await layoutOf(path.join(folder, name), written, stop)
    if (kinds(made) !== kinds(layouts[0]) || Math.abs(pictureSeconds(made) - total) > lengthTolerance)
      throw new Error(
        `Joined ${total} s of ${kinds(layouts[0])} to ${pictureSeconds(made)} s of ${kinds(made)}`,
      )
  })
  return path.join(folder, name)
}

/**
 * Makes the file of a joined video from the parts' originals, which then counts as uploaded. Does nothing when that was
 * done before, or when the video is deleted.
 */
async function runJoin(system: VideosSystem, videoId: string, context: JobContext): Promise<void> {
  const video = await unsafeFind(system.db, videoId)
  if (!video || video.uploaded_at || video.status === 'failed') return
  const parts = await partsOf(system.db, videoId)
  if (parts.length < (await countParts(system.db, videoId)))
    return await failVideo(system, videoId, sentences.partGone)
  const giveBack = await system.incoming.room.take(roomFor(bytesOf(parts))).catch(error => {
    if (!(error instanceof AppError)) throw error
    throw new PostponedJobError(new Date(Date.now() + fullDiskMs))
  })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-join-'))
  try {
    const file = await join(system, video, parts, { folder, ...context })
    await completeUpload(system, videoId, () => sealFile(system.objects, file))
  } catch (error) {
    if (error instanceof RefusedError) return await failVideo(system, videoId, error.sentence)
    if (error instanceof MediaProcessError)
      context.log.warn({ videoId, detail: error.detail.slice(-2000) }, 'ffmpeg failed')
    // Deleted meanwhile: nobody waits for it.
    if (await unsafeFind(system.db, videoId)) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
    giveBack()
  }
}

/** Makes the file of a joined video, which is then processed like an upload. */
export const joinJob = defineJob({
  name: 'chapters.join',
  schema: z.object({ videoId: z.uuid() }),
  key: data => data.videoId,
  personOf: async (db, { videoId }) => (await unsafeFind(db, videoId))?.user_id ?? null,
  retries: 3,
  timeoutSeconds: 3600,
  concurrency: 1,
})

export const joinHandler = jobOf<VideosSystem, { videoId: string }>(joinJob, {
  run: (system, { videoId }, context) =>
    chargedToOwner(system, videoId, () => runJoin(system, videoId, context)),
  giveUp: (system, { videoId }) => failVideo(system, videoId, sentences.couldNotJoin),
})
