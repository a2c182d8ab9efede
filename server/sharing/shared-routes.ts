import type { FastifyReply, FastifyRequest } from 'fastify'
import { isStaff } from '#contract/permissions.ts'
import { sentences } from '#sentences/sharing.ts'
import { type Budget, spend } from '#server/core/budget.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { dayOf } from './rules.ts'
import { strangersNetwork } from './viewers.ts'

export type SharingDeps = Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'objects'>

/** Reports from one network. */
const reportBudget: Budget = {
  name: 'share-reports',
  most: 5,
  windowSeconds: 24 * 3600,
  sentence: sentences.manyReports,
}

/** Counts a report. @throws AppError too_many_requests when this network has sent all it may today */
export async function spendReport({ db, clock }: Pick<Deps, 'db' | 'clock'>, request: FastifyRequest) {
  const now = clock.now()
  await spend(db, reportBudget, await strangersNetwork(db, request, dayOf(now)), now)
}

/** Search engines may not keep a page. */
export const unlisted = (reply: FastifyReply): FastifyReply => reply.header('x-robots-tag', 'noindex')

/** Allows any site to frame this page. */
export function openToFrames(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'))
  reply.removeHeader('x-frame-options')
}

export const isOwn = (actor: Actor | null, video: { user_id: string }): boolean =>
  actor !== null && (actor.id === video.user_id || isStaff(actor.role))
