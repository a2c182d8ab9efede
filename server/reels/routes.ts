import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isStaff } from '#contract/permissions.ts'
import { ownMusicOf } from '#contract/reels/music-limits.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import { auditorOf } from '#server/audit/index.ts'
import { presentClip, unsafeFindClip } from '#server/clips/index.ts'
import { clipBudget, shareOf, spend } from '#server/core/budget.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Language } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { refuseFullAccount, refuseOverBudget, visibleVideo } from '#server/videos/index.ts'
import { type Ask, cancelReel, createReel, removeReel, renderReel, replaceReel } from './make.ts'
import { decideReel, sendReel, waitingReels } from './review.ts'
import { verdictOf } from './rules.ts'
import { type ReelRow, reelsOf } from './store.ts'

const saving = { rateLimit: perMinute(120) }

/** A reel in the contract's format. */
async function presentReel(db: Queryable, row: ReelRow, language: Language): Promise<Reel> {
  const clip = row.clip_id ? await unsafeFindClip(db, row.clip_id) : null
  const verdict = verdictOf(row)
  return {
    id: row.id,
    plan: row.plan,
    version: row.version,
    madeBy: row.made_by,
    clip: clip && presentClip(clip, language),
    ownMusic: clip ? clip.music_id : ownMusicOf(row.plan.music),
    changed: clip !== null && row.clip_version !== row.version,
    verdict,
    words: verdict === 'rejected' ? row.words : '',
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Reels of a video, for its owner and for staff. */
export function reelRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'objects' | 'clock' | 'config'>,
): void {
  const present = (request: FastifyRequest, row: ReelRow) => presentReel(deps.db, row, spokenTo(request))
  const askOf = async (
    request: FastifyRequest,
    { id, reelId }: { id: string; reelId: string },
  ): Promise<Ask> => ({
    video: await visibleVideo(deps, request, id),
    reelId,
    by: auditorOf(request),
  })

  implement(app, 'reels', async request => {
    const video = await visibleVideo(deps, request, request.params.id)
    return Promise.all((await reelsOf(deps.db, video.id)).map(row => present(request, row)))
  })

  implement(app, 'createReel', saving, async request => {
    const video = await visibleVideo(deps, request, request.params.id)
    return present(request, await createReel(deps, { video, by: auditorOf(request) }, request.body))
  })

  implement(app, 'replaceReel', saving, async request => {
    const ask = await askOf(request, request.params)
    return present(request, await replaceReel(deps, ask, request.body.plan, request.body.version))
  })

  implement(app, 'deleteReel', async request => {
    await removeReel(deps, await askOf(request, request.params))
    return { ok: true as const }
  })

  implement(app, 'renderReel', { rateLimit: perMinute(30) }, async request => {
    const ask = await askOf(request, request.params)
    const { id, emailVerified, role } = actorOf(request)
    if (ask.video.user_id === id) await refuseOverBudget(deps, id)
    const budget = shareOf(clipBudget, { emailVerified, staff: isStaff(role) })
    const reel = await renderReel(deps, ask, async tx => {
      await refuseFullAccount(tx, deps.config.budgets, ask.video.user_id)
      await spend(tx, budget, id, deps.clock.now())
    })
    return present(request, reel)
  })

  implement(app, 'cancelReel', async request =>
    present(request, await cancelReel(deps, await askOf(request, request.params))),
  )

  implement(app, 'sendReel', async request =>
    present(request, await sendReel(deps, await askOf(request, request.params))),
  )

  implement(app, 'waitingReels', () => waitingReels(deps))

  implement(app, 'decideReel', async request =>
    present(request, await decideReel(deps, await askOf(request, request.params), request.body)),
  )
}
