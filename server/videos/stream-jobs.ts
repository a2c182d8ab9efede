import type { Deps } from '#server/deps.ts'
import { type JobContext, PermanentJobError } from '#server/platform/jobs/jobs.ts'
import { MediaProcessError } from '#server/platform/media/process.ts'
import { withLocal } from '#server/platform/objects/with-local.ts'
import { makeLadder, makePlayable, type StreamSource } from '#server/streaming/index.ts'
import { unsafeFind, unsafeFindForUpdate, updateVideo } from './store.ts'

type StreamJobDeps = Pick<Deps, 'db' | 'objects' | 'clock'>

/** Hands the video's original to the work as a local file; does nothing when the video is gone or failed. */
async function withSource(
  deps: StreamJobDeps,
  videoId: string,
  work: (source: StreamSource) => Promise<void>,
): Promise<void> {
  const video = await unsafeFind(deps.db, videoId)
  if (!video?.probe || !video.stream_id || !video.original_key || video.status === 'failed') return
  const { probe, stream_id: streamId } = video
  await withLocal(deps.objects, video.original_key, file => work({ videoId, streamId, probe, file }))
}

/** The job that makes a video playable; from its first segment on the video awaits review. */
export async function runPlayable(
  deps: StreamJobDeps,
  videoId: string,
  { signal, log }: JobContext,
): Promise<void> {
  const before = await unsafeFind(deps.db, videoId)
  // The ladder came first (after a kill, say): what it made is better than what this would make.
  if (!before || before.ladder_progress === 100) return
  await withSource(deps, videoId, async source => {
    try {
      await makePlayable(deps, source, {
        signal,
        onPlayable: async tx => {
          const video = await unsafeFindForUpdate(tx, videoId)
          if (!video) throw new PermanentJobError('The video was deleted')
          await updateVideo(tx, videoId, {
            stream_status: 'ready',
            playable_at: video.playable_at ?? deps.clock.now(),
            ...(video.status === 'processing' ? { status: 'draft' } : {}),
          })
        },
      })
    } catch (error) {
      if (error instanceof MediaProcessError)
        log.warn({ videoId, detail: error.detail.slice(-2000) }, 'could not be made playable')
      throw error
    }
  })
}

const reportEveryMs = 1000

/** The job that encodes the ladder; progress goes to the video's row once a second at most. */
export async function runLadder(
  deps: StreamJobDeps,
  videoId: string,
  { signal, log }: JobContext,
): Promise<void> {
  const before = await unsafeFind(deps.db, videoId)
  if (!before || before.ladder_progress === 100) return
  await withSource(deps, videoId, async source => {
    let reported = 0
    let writing: Promise<unknown> = Promise.resolve()
    const report = (fraction: number) => {
      const now = Date.now()
      if (now - reported < reportEveryMs) return
      reported = now
      writing = writing.then(() =>
        updateVideo(deps.db, videoId, { ladder_progress: Math.min(99, Math.floor(fraction * 100)) }).catch(
          error => log.warn({ err: error }, 'progress was not recorded'),
        ),
      )
    }
    await makeLadder(deps, source, {
      signal,
      onFraction: report,
      onDone: async tx => {
        const video = await unsafeFindForUpdate(tx, videoId)
        if (!video) throw new PermanentJobError('The video was deleted')
        await updateVideo(tx, videoId, {
          ladder_progress: 100,
          stream_status: 'ready',
          playable_at: video.playable_at ?? deps.clock.now(),
          ...(video.status === 'processing' ? { status: 'draft' } : {}),
        })
      },
    })
    await writing
  })
}
