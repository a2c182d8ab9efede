import type { FastifyInstance } from 'fastify'
import { isStaff } from '#contract/permissions.ts'
import { sentences } from '#sentences/covers.ts'
import { auditorOf } from '#server/audit/index.ts'
import { coverBudget, shareOf, spend } from '#server/core/budget.ts'
import { leaveUnparsed, requireBytes } from '#server/core/http/body.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { type Actor, actorOf } from '#server/core/http/permission.ts'
import { wordingFor } from '#server/core/language.ts'
import { presentVideo, visibleVideo } from '#server/videos/index.ts'
import { type CoverDeps, chooseCoverFrame, uploadCoverPicture } from './change-cover.ts'

export function coverRoutes(app: FastifyInstance, deps: CoverDeps): void {
  const spendOne = (actor: Actor) => {
    const who = { emailVerified: actor.emailVerified, staff: isStaff(actor.role) }
    return spend(deps.db, shareOf(coverBudget, who), actor.id, deps.clock.now())
  }

  implement(app, 'setCover', { rateLimit: perMinute(20) }, async request => {
    const { id } = await visibleVideo(deps, request, request.params.id)
    await spendOne(actorOf(request))
    return presentVideo(
      await chooseCoverFrame(deps, { id, by: auditorOf(request) }, request.body.timestamp),
      wordingFor(request),
    )
  })

  app.register(async scope => {
    leaveUnparsed(scope)
    implement(scope, 'uploadCover', { rateLimit: perMinute(20) }, async request => {
      const video = await visibleVideo(deps, request, request.params.id)
      requireBytes(request, sentences.sendAsBytes)
      await spendOne(actorOf(request))
      const asked = { id: video.id, by: auditorOf(request) }
      return presentVideo(await uploadCoverPicture(deps, asked, video, request.raw), wordingFor(request))
    })
  })
}
