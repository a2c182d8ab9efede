import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReviewState } from '#contract/review.ts'
import { auditorOf } from '#server/audit/index.ts'
import { inWordsFor } from '#server/core/db/told.ts'
import { expectedVersion } from '#server/core/http/if-match.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { spokenTo, wordingFor } from '#server/core/language.ts'
import type { Ask } from './decide.ts'
import type { Viewer } from './present-review.ts'

/** The person behind the request, for the audit log. */
export const deciderOf = (request: FastifyRequest) => ({
  ...auditorOf(request),
  actorId: actorOf(request).id,
})

/** The person behind the request, as a reader. */
export const viewerOf = (request: FastifyRequest): Viewer => ({
  id: actorOf(request).id,
  language: spokenTo(request),
})

/** A request's decision, about the state in its If-Match header. @throws AppError bad_request */
export function askOf(request: FastifyRequest, videoId: string): Ask {
  return { videoId, by: deciderOf(request), expected: expectedVersion(request) }
}

/** The state in the reader's words, with its version as the response's ETag for the next If-Match. */
export function tagged(reply: FastifyReply, state: ReviewState): ReviewState {
  reply.header('etag', `"${state.version}"`)
  return inWordsFor(state, wordingFor(reply.request))
}
