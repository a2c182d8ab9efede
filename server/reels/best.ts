import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { gaugeThemes } from '#contract/gauges/themes.ts'
import { bestPlan } from '#contract/reels/best.ts'
import { longestTitle } from '#contract/reels/limits.ts'
import type { ReelPlan } from '#contract/reels/schemas.ts'
import { readerOfRider } from '#server/accounts/index.ts'
import { gaugeDataFor, resultOf } from '#server/analysis/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { defineJob } from '#server/core/jobs/definition.ts'
import { jobOf } from '#server/core/module.ts'
import type { Reader } from '#server/core/reader.ts'
import { inWordsFor } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import {
  ownerOf,
  refuseFullAccount,
  refuseOverBudget,
  unsafeFind,
  type VideoRow,
} from '#server/videos/index.ts'
import { createReel, renderReel } from './make.ts'
import { reelsOf } from './store.ts'

const seconds = 15
/** A single moment is a clip of its own. */
const leastPieces = 2

/** What the strongest moment shows, as others may read it; '' where that doesn't fit on a card. */
function titleOf({ ai_highlights }: VideoRow, reader: Reader): string {
  const [best] = (ai_highlights ?? []).toSorted((a, b) => b.score - a.score)
  if (!best) return ''
  const { description } = inWordsFor({ description: best.description }, reader)
  return description.length <= longestTitle ? description : ''
}

/** The best 15 s of a ride, upright, with gauges where there is telemetry; null where there are too few moments. */
async function compose(db: Queryable, video: VideoRow): Promise<ReelPlan | null> {
  const found = await resultOf(db, video.id, null)
  if (!found) return null
  const plan = bestPlan(found, seconds, video.duration_seconds)
  if (plan.pieces.length < leastPieces) return null
  const reader = await readerOfRider(db, video.user_id)
  const { ride } = await gaugeDataFor(db, video, plan.pieces, { byRider: true })
  return {
    ...plan,
    title: titleOf(video, reader),
    gauges: ride ? { theme: gaugeThemes[0], units: reader.units } : 'none',
  }
}

type BestDeps = Pick<Deps, 'db' | 'jobs' | 'objects' | 'clock' | 'config'>

/** Makes it as if its rider had, unless they have made one meanwhile. @throws AppError where the account has no room */
async function makeBestReel(deps: BestDeps, video: VideoRow): Promise<void> {
  const plan = await compose(deps.db, video)
  if (!plan) return
  const by = { actorId: video.user_id, actorRole: null, requestId: null }
  const made = await reelsOf(deps.db, video.id)
  const reel = made[0] ?? (await createReel(deps, { video, by }, plan))
  // One that an earlier attempt has made is rendered; what the rider made isn't.
  if (reel.clip_id || made.length > 1 || !isDeepStrictEqual(reel.plan, plan)) return
  await refuseOverBudget(deps, video.user_id)
  await renderReel(deps, { video, reelId: reel.id, by }, tx =>
    refuseFullAccount(tx, deps.config.budgets, video.user_id),
  )
}

/** Composes and renders the best of a ride for its rider. */
const bestReelJob = defineJob({
  name: 'reels.best',
  schema: z.object({ videoId: z.uuid() }),
  key: data => data.videoId,
  personOf: (db, { videoId }) => ownerOf(db, videoId),
  retries: 2,
  timeoutSeconds: 60,
  concurrency: 1,
})

export const bestReelHandler = jobOf<BestDeps, { videoId: string }>(bestReelJob, {
  async run(deps, { videoId }, { log }) {
    const video = await unsafeFind(deps.db, videoId)
    if (!video || video.held) return
    await makeBestReel(deps, video).catch(error => {
      if (!(error instanceof AppError)) throw error
      log.info({ videoId, reason: error.message }, 'the best of a ride was composed, but not rendered')
    })
  },
  // The rider can still have it rendered by hand.
  giveUp: async () => undefined,
})

/** Has the best of a ride made once its analysis is done, in the transaction of that. */
export async function requestBestReel(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Queryable,
  videoId: string,
): Promise<void> {
  await jobs.send(tx, bestReelJob, { videoId })
}
