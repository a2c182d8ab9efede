import { type Work, type WorkKind, workKinds } from '#contract/admin.ts'
import { allows, type Permission, type Role } from '#contract/permissions.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { undecidedPayouts } from '#server/payouts/index.ts'
import { publishingWork } from '#server/publishing/index.ts'
import { waitingForReview } from '#server/review/index.ts'
import { openReportedLinks } from '#server/sharing/index.ts'
import { openCases } from '#server/subscriptions/index.ts'

/** What the decision takes. */
const needs: Record<WorkKind, Permission> = {
  review: 'video:review',
  reports: 'video:review',
  failedPosts: 'publishing:manage',
  latePosts: 'publishing:manage',
  channels: 'admin:manage',
  payouts: 'admin:manage',
  disputes: 'admin:manage',
  warnings: 'admin:manage',
  heldCounts: 'admin:manage',
}

/** What waits for somebody with this role, most pressing first. */
export async function workFor(db: Queryable, role: Role, now: Date): Promise<Work[]> {
  const [review, reports, posts, payouts, cases] = await Promise.all([
    waitingForReview(db),
    openReportedLinks(db),
    publishingWork(db),
    undecidedPayouts(db),
    openCases(db),
  ])
  const found = { review, reports, ...posts, payouts, ...cases }
  return workKinds.flatMap(kind => {
    const { count = 0, oldest = null } = found[kind] ?? {}
    if (count === 0 || !allows(needs[kind], role)) return []
    const waited = oldest && Math.max(0, Math.floor((now.getTime() - oldest.getTime()) / 1000))
    return [{ kind, count, oldestSeconds: waited }]
  })
}
