import type { Tx } from '#server/core/db/database.ts'
import { unsafeFind } from '#server/videos/index.ts'
import type { WholeResult } from './private-places/shown.ts'
import { shownToOthers } from './ride-data/public-ride.ts'
import { findFindings, storeResult } from './store.ts'
import { listResult } from './video-store.ts'

/** Replaces a run's result with a changed one, in lists too. */
export async function replaceResult(
  tx: Tx,
  { runId, videoId, result }: { runId: string; videoId: string; result: WholeResult },
): Promise<void> {
  await storeResult(tx, runId, result)
  const [video, found] = [await unsafeFind(tx, videoId), await findFindings(tx, videoId, runId)]
  if (video && found) await listResult(tx, videoId, (await shownToOthers(tx, video.user_id, found)).result)
}
