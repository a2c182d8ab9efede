import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { nextCursorHeader, type ReviewState, type statusBody } from '#contract/review.ts'
import { sentences } from '#sentences/review.ts'
import { auditorOf } from '#server/audit/index.ts'
import { AppError } from '#server/core/http/errors.ts'
import { expectedVersion } from '#server/core/http/if-match.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { spokenTo, wordingFor } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { presentVideo } from '#server/videos/index.ts'
import type { Ask } from './decide.ts'
import { listForReview } from './list-videos.ts'
import {
  addCompilation,
  approveCompilation,
  approveHighlight,
  chooseThumbnail,
  editTexts,
  rejectHighlight,
  trimHighlight,
} from './marks.ts'
import { presenceAt, reviewOf, staleBefore, type Viewer } from './present-review.ts'
import type { ReviewPorts } from './publish-video.ts'
import { endPresence, touchPresence } from './store.ts'
import { undoDecision } from './undo.ts'
import {
  approveVideo,
  hideVideo,
  rejectVideo,
  releaseVideo,
  resubmitVideo,
  setStatus,
  unhideVideo,
} from './verdicts.ts'

type ReviewDeps = Deps & ReviewPorts
type Decision = (deps: ReviewDeps, ask: Ask) => Promise<unknown>

/** The person behind the request, for the audit log. */
const deciderOf = (request: FastifyRequest) => ({
  ...auditorOf(request),
  actorId: actorOf(request).id,
})

/** The person behind the request, as a reader. */
const viewerOf = (request: FastifyRequest): Viewer => ({
  id: actorOf(request).id,
  ...wordingFor(request),
})

/** A request's decision, about the state in its If-Match header. @throws AppError bad_request */
function askOf(request: FastifyRequest, videoId: string): Ask {
  return { videoId, by: deciderOf(request), expected: expectedVersion(request) }
}

/** The state, with its version as the response's ETag for the next If-Match. */
function tagged(reply: FastifyReply, state: ReviewState): ReviewState {
  reply.header('etag', `"${state.version}"`)
  return state
}

/** Every decision about a video. Each accepts If-Match and returns the resulting state. */
function decisionRoutes(app: FastifyInstance, deps: ReviewDeps): void {
  const after = async (
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    decision: Promise<unknown>,
  ) => {
    await decision
    return tagged(reply, await reviewOf(deps, id, viewerOf(request)))
  }
  const decided = (request: FastifyRequest, reply: FastifyReply, id: string, work: Decision) =>
    after(request, reply, id, work(deps, askOf(request, id)))

  implement(app, 'approveVideo', (request, reply) => decided(request, reply, request.params.id, approveVideo))
  implement(app, 'publishVideo', (request, reply) => decided(request, reply, request.params.id, releaseVideo))
  implement(app, 'unhideVideo', (request, reply) => decided(request, reply, request.params.id, unhideVideo))
  implement(app, 'undoDecision', (request, reply) => decided(request, reply, request.params.id, undoDecision))

  implement(app, 'hideVideo', (request, reply) => {
    const { id } = request.params
    return after(request, reply, id, hideVideo(deps, askOf(request, id), request.body?.words ?? ''))
  })

  implement(app, 'rejectVideo', (request, reply) => {
    const { id } = request.params
    return after(request, reply, id, rejectVideo(deps, askOf(request, id), request.body))
  })

  implement(app, 'approveHighlight', (request, reply) => {
    const { id, index } = request.params
    return after(request, reply, id, approveHighlight(deps, askOf(request, id), index))
  })

  implement(app, 'rejectHighlight', (request, reply) => {
    const { id, index } = request.params
    return after(request, reply, id, rejectHighlight(deps, askOf(request, id), index))
  })

  implement(app, 'trimHighlight', async (request, reply) => {
    const { id, index } = request.params
    const clip = await trimHighlight(deps, askOf(request, id), index, request.body)
    return { clip, review: tagged(reply, await reviewOf(deps, id, viewerOf(request))) }
  })

  implement(app, 'approveCompilation', (request, reply) => {
    const { id, index } = request.params
    return after(request, reply, id, approveCompilation(deps, askOf(request, id), index))
  })

  implement(app, 'chooseThumbnail', (request, reply) => {
    const { id } = request.params
    return after(request, reply, id, chooseThumbnail(deps, askOf(request, id), request.body.timestamp))
  })

  implement(app, 'reviewMetadata', (request, reply) => {
    const { id } = request.params
    return after(request, reply, id, editTexts(deps, askOf(request, id), request.body))
  })

  implement(app, 'addToCompilation', request =>
    addCompilation(deps, askOf(request, request.params.id), request.body),
  )

  const rejectionOf = ({ reason, words }: { reason?: z.infer<typeof statusBody>['reason']; words: string }) =>
    // Without a reason from staff, the rider gets at least this sentence.
    ({ reason: reason ?? 'other', words: words || (reason ? '' : String(sentences.notSelected)) }) as const

  implement(app, 'adminVideoStatus', (request, reply) => {
    const { id } = request.params
    const { status } = request.body
    return after(request, reply, id, setStatus(deps, askOf(request, id), status, rejectionOf(request.body)))
  })

  implement(app, 'bulkVideoStatus', async request => {
    const { ids, status } = request.body
    const changed: string[] = []
    const refusals: { id: string; message: string }[] = []
    for (const videoId of new Set(ids)) {
      try {
        await app.refuseOwn(request, 'video', videoId)
        const ask = { videoId, by: deciderOf(request), expected: undefined }
        await setStatus(deps, ask, status, rejectionOf(request.body))
        changed.push(videoId)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refusals.push({ id: videoId, message: error.sentence.in(spokenTo(request)) })
      }
    }
    return { changed, refused: refusals }
  })
}

/** Staff's review of videos, and resubmitting a rejected one. */
export function reviewRoutes(app: FastifyInstance, deps: Deps & ReviewPorts): void {
  const { db, clock } = deps
  decisionRoutes(app, deps)

  implement(app, 'aiProcessedVideos', async (request, reply) => {
    const { videos, next } = await listForReview(db, request.query, wordingFor(request))
    if (next) reply.header(nextCursorHeader, next)
    return videos
  })

  implement(app, 'videoReview', async (request, reply) =>
    tagged(reply, await reviewOf(deps, request.params.id, viewerOf(request))),
  )

  implement(app, 'reviewPresence', async request => {
    const { id: userId } = actorOf(request)
    const now = clock.now()
    const presence = await presenceAt(deps, request.params.id, viewerOf(request))
    await touchPresence(db, { videoId: request.params.id, userId, now, staleBefore: staleBefore(now) })
    return presence
  })
  implement(app, 'endPresence', async request => {
    const { id: userId } = actorOf(request)
    await endPresence(db, request.params.id, userId)
    return presenceAt(deps, request.params.id, viewerOf(request))
  })

  implement(app, 'resubmitVideo', { rateLimit: perMinute(20) }, async request =>
    presentVideo(await resubmitVideo(deps, request.params.id, deciderOf(request)), wordingFor(request)),
  )
}
