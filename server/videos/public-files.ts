import type { Queryable } from '#server/core/db/database.ts'
import type { JobContext } from '#server/core/jobs/definition.ts'
import type { Deps } from '#server/deps.ts'
import { findShared, makeShared, markSharedFailed, openShared } from '#server/streaming/index.ts'
import { shareJob } from './jobs.ts'
import { unsafeFind } from './store.ts'
import { type StreamJobDeps, withSource } from './stream-jobs.ts'

/** Requests the file of the whole video for platforms, in the caller's transaction. May be repeated. */
export async function requestShared(
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  videoId: string,
): Promise<void> {
  await openShared(tx, videoId)
  if ((await findShared(tx, videoId))?.status === 'pending') await jobs.send(tx, shareJob, { videoId })
}

/** The job that creates it. */
export async function runShare(deps: StreamJobDeps, videoId: string, context: JobContext): Promise<void> {
  const stillThere = () => unsafeFind(deps.db, videoId)
  await withSource(deps, videoId, context, stillThere, ({ source, signal }) =>
    makeShared(deps, source, signal),
  )
}

export const giveUpShare = (deps: Pick<Deps, 'db'>, videoId: string): Promise<void> =>
  markSharedFailed(deps.db, videoId)
