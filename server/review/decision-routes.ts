import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import {
  addToCompilationAnswer,
  addToCompilationBody,
  bulkStatusAnswer,
  bulkStatusBody,
  hideBody,
  metadataBody,
  rejectBody,
  reviewState,
  statusBody,
  thumbnailBody,
  trimAnswer,
  trimBody,
} from '#contract/review.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { askOf, deciderOf, tagged } from './ask.ts'
import type { Ask } from './decide.ts'
import {
  addCompilation,
  approveCompilation,
  approveHighlight,
  chooseThumbnail,
  editTexts,
  trimHighlight,
} from './marks.ts'
import type { Publisher } from './ports.ts'
import { reviewOf } from './present-review.ts'
import { undoDecision } from './undo.ts'
import { approveVideo, rejectVideo, releaseVideo, setStatus } from './verdicts.ts'
import { hideVideo, unhideVideo } from './visibility.ts'

const params = z.object({ id: z.uuid() })
const indexed = z.object({ id: z.uuid(), index: z.coerce.number().int().min(0).max(1000) })
/** The contract's calls come without a body. */
const nothing = z.object({}).nullish()
const refused = { 401: errorBody, 403: errorBody, 404: errorBody, 409: errorBody, 422: errorBody }
const tags = ['review']

/** Every decision about a video. Each takes If-Match and answers with the state it leads to. */
export function decisionRoutes(app: FastifyInstance, deps: Deps & { publisher: Publisher }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const staff = { permission: 'video:review' as const }
  const admin = { permission: 'admin:manage' as const }
  const answer = { 200: reviewState, ...refused }

  const after = async (
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    decision: Promise<unknown>,
  ) => {
    await decision
    return tagged(reply, await reviewOf(deps, id, actorOf(request).id))
  }
  const plain = (url: string, summary: string, work: (ask: Ask) => Promise<unknown>) =>
    routes.post(
      url,
      { config: staff, schema: { summary, tags, params, body: nothing, response: answer } },
      (request, reply) => after(request, reply, request.params.id, work(askOf(request, request.params.id))),
    )

  plain(api.approveVideo(':id'), 'Selects a video; its owner is told', ask => approveVideo(deps, ask))
  plain(api.publishVideo(':id'), 'Releases a video with its texts', ask => releaseVideo(deps, ask))
  plain(api.unhideVideo(':id'), 'Shows a hidden video again', ask => unhideVideo(deps, ask))
  plain(api.undoDecision(':id'), 'Takes one’s last decision back, within five minutes', ask =>
    undoDecision(deps, ask),
  )

  routes.post(
    api.hideVideo(':id'),
    {
      config: staff,
      schema: {
        summary: 'Takes a published video out of sight',
        tags,
        params,
        body: hideBody,
        response: answer,
      },
    },
    (request, reply) => {
      const { id } = request.params
      return after(request, reply, id, hideVideo(deps, askOf(request, id), request.body?.words ?? ''))
    },
  )

  routes.post(
    api.rejectVideo(':id'),
    {
      config: staff,
      schema: {
        summary: 'Refuses a video; its owner reads why',
        tags,
        params,
        body: rejectBody,
        response: answer,
      },
    },
    (request, reply) => {
      const { id } = request.params
      return after(request, reply, id, rejectVideo(deps, askOf(request, id), request.body))
    },
  )

  routes.post(
    api.approveHighlight(':id', ':index'),
    {
      config: staff,
      schema: { summary: 'Approves one highlight', tags, params: indexed, body: nothing, response: answer },
    },
    (request, reply) => {
      const { id, index } = request.params
      return after(request, reply, id, approveHighlight(deps, askOf(request, id), index))
    },
  )

  routes.patch(
    api.trimHighlight(':id', ':index'),
    {
      config: staff,
      schema: {
        summary: 'Moves the ends of a highlight and renders its clip anew',
        tags,
        params: indexed,
        body: trimBody,
        response: { 200: trimAnswer, ...refused },
      },
    },
    async (request, reply) => {
      const { id, index } = request.params
      const clip = await trimHighlight(deps, askOf(request, id), index, request.body)
      return { clip, review: tagged(reply, await reviewOf(deps, id, actorOf(request).id)) }
    },
  )

  routes.post(
    api.approveCompilation(':id', ':index'),
    {
      config: staff,
      schema: { summary: 'Approves one compilation', tags, params: indexed, body: nothing, response: answer },
    },
    (request, reply) => {
      const { id, index } = request.params
      return after(request, reply, id, approveCompilation(deps, askOf(request, id), index))
    },
  )

  routes.post(
    api.chooseThumbnail(':id'),
    {
      config: staff,
      schema: { summary: 'Makes a frame the thumbnail', tags, params, body: thumbnailBody, response: answer },
    },
    (request, reply) => {
      const { id } = request.params
      return after(request, reply, id, chooseThumbnail(deps, askOf(request, id), request.body.timestamp))
    },
  )

  routes.patch(
    api.reviewMetadata(':id'),
    {
      config: staff,
      schema: {
        summary: 'Changes the words for the platforms, within their limits',
        tags,
        params,
        body: metadataBody,
        response: answer,
      },
    },
    (request, reply) => {
      const { id } = request.params
      return after(request, reply, id, editTexts(deps, askOf(request, id), request.body))
    },
  )

  routes.post(
    api.addToCompilation(':id'),
    {
      config: staff,
      schema: {
        summary: 'Puts highlights together to one more compilation',
        tags,
        params,
        body: addToCompilationBody,
        response: { 200: addToCompilationAnswer, ...refused },
      },
    },
    request => addCompilation(deps, askOf(request, request.params.id), request.body),
  )

  const rejectionOf = ({ reason, words }: { reason?: z.infer<typeof statusBody>['reason']; words: string }) =>
    // Without a word from staff the rider gets at least this sentence.
    ({ reason: reason ?? 'other', words: words || (reason ? '' : 'It was not selected this time.') }) as const

  routes.patch(
    api.adminVideoStatus(':id'),
    {
      config: admin,
      schema: {
        summary: 'Gives a video any of the four statuses',
        tags,
        params,
        body: statusBody,
        response: answer,
      },
    },
    (request, reply) => {
      const { id } = request.params
      const { status } = request.body
      return after(request, reply, id, setStatus(deps, askOf(request, id), status, rejectionOf(request.body)))
    },
  )

  routes.post(
    api.bulkVideoStatus,
    {
      config: admin,
      schema: {
        summary: 'Gives many videos a status, each by itself',
        tags,
        body: bulkStatusBody,
        response: { 200: bulkStatusAnswer, ...refused },
      },
    },
    async request => {
      const { ids, status } = request.body
      const changed: string[] = []
      const refusals: { id: string; message: string }[] = []
      for (const videoId of new Set(ids)) {
        const ask = { videoId, by: deciderOf(request), expected: undefined }
        try {
          await setStatus(deps, ask, status, rejectionOf(request.body))
          changed.push(videoId)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          refusals.push({ id: videoId, message: error.message })
        }
      }
      return { changed, refused: refusals }
    },
  )
}
