import { type Work, type WorkKind, workKinds } from '#contract/admin.ts'
import { allows, type Permission, type Role } from '#contract/permissions.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { countWaiting, type Waiting, type WaitingRows } from '#server/core/db/waiting.ts'
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
  const theirs = workKinds.filter(kind => allows(needs[kind], role))
  const publishing = await publishingWork(db)
  const rows: Partial<Record<WorkKind, WaitingRows>> = {
    ...{ review: waitingForReview, reports: openReportedLinks, payouts: undecidedPayouts },
    ...{ ...openCases, ...publishing.waiting },
  }
  const found: Partial<Record<WorkKind, Waiting>> = await countWaiting(
    db,
    Object.fromEntries(theirs.flatMap(kind => (rows[kind] ? [[kind, rows[kind]]] : []))),
  )
  // Since when a channel is broken isn't stored.
  found.channels = { count: publishing.channels, oldest: null }
  return theirs.flatMap(kind => {
    const { count, oldest } = found[kind] ?? { count: 0, oldest: null }
    if (count === 0) return []
    const waited = oldest && Math.max(0, Math.floor((now.getTime() - oldest.getTime()) / 1000))
    return [{ kind, count, oldestSeconds: waited }]
  })
}
