import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReviewState } from '#contract/review.ts'
import { auditorOf } from '#server/audit/index.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import type { Ask } from './decide.ts'
import { expectedVersion } from './rules.ts'

/** Whoever sent the request, for the log. */
export const deciderOf = (request: FastifyRequest) => ({
  ...auditorOf(request),
  actorId: actorOf(request).id,
})

/** What a request asks to be decided, on the state that its If-Match names. @throws AppError bad_request */
export function askOf(request: FastifyRequest, videoId: string): Ask {
  const expected = expectedVersion(request.headers['if-match'])
  if (expected === 'unreadable')
    throw new AppError('bad_request', 'If-Match must be the version of the review state.', {
      field: 'if-match',
    })
  return { videoId, by: deciderOf(request), expected }
}

/** The state with its version as the answer's ETag, ready for the next If-Match. */
export function tagged(reply: FastifyReply, state: ReviewState): ReviewState {
  reply.header('etag', `"${state.version}"`)
  return state
}
