import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { statusBody } from '#contract/review.ts'
import { sentences } from '#sentences/review.ts'
import { AppError } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { askOf, deciderOf, tagged, viewerOf } from './ask.ts'
import type { Ask } from './decide.ts'
import {
  addCompilation,
  approveCompilation,
  approveHighlight,
  chooseThumbnail,
  editTexts,
  rejectHighlight,
  trimHighlight,
} from './marks.ts'
import type { ReviewPorts } from './ports.ts'
import { reviewOf } from './present-review.ts'
import { undoDecision } from './undo.ts'
import { approveVideo, rejectVideo, releaseVideo, setStatus } from './verdicts.ts'
import { hideVideo, unhideVideo } from './visibility.ts'

type ReviewDeps = Deps & ReviewPorts
type Decision = (deps: ReviewDeps, ask: Ask) => Promise<unknown>

/** Every decision about a video. Each accepts If-Match and returns the resulting state. */
export function decisionRoutes(app: FastifyInstance, deps: ReviewDeps): void {
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
