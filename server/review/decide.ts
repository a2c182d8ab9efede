import type { DecisionKind } from '#contract/review.ts'
import { displayNames } from '#server/accounts/index.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Text } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { noteVerdict, type VerdictInput } from '#server/learning/index.ts'
import { lockOwner, unsafeFindForUpdate, type VideoRow } from '#server/videos/index.ts'
import type { ReviewPorts } from './publish-video.ts'
import { type LastDecision, overtaken } from './rules.ts'
import { insertDecision, lastDecision } from './store.ts'
import type { Undo } from './types.ts'
import { type Decided, setReviewDecision } from './video-store.ts'

export type ReviewDeps = Pick<Deps, 'db' | 'jobs' | 'clock'> & ReviewPorts

/** Who decides about which video, and which state of it they saw. */
export interface Ask {
  videoId: string
  by: Auditor & { actorId: string }
  /** review_version; undefined when the caller didn't say */
  expected: number | undefined
}

export interface Scene {
  tx: Tx
  video: VideoRow
  last: LastDecision | null
  now: Date
  /** review_version after this decision */
  version: number
}

/** A decision's changes. Everything is optional except the text for the log. */
export interface Change {
  video?: Decided
  before?: unknown
  after?: unknown
  undo?: Undo | null
  /** what it says about the analysis */
  said?: VerdictInput
  reason?: Parameters<typeof insertDecision>[2]['reason']
  sentence?: Text | null
}

export async function namedLast(tx: Tx, videoId: string): Promise<LastDecision | null> {
  const row = await lastDecision(tx, videoId)
  if (!row) return null
  const names = await displayNames(tx, [row.actorId])
  return { kind: row.kind, actorId: row.actorId, name: names.get(row.actorId) ?? null }
}

/**
 * One decision about one video: with its row locked, about the state that was seen, and logged and announced
 * in the same transaction.
 * @param work decides; null when there is nothing to change
 * @returns whether anything changed
 * @throws AppError not_found, conflict when someone else decided in the meantime
 */
export function decide(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { videoId, by, expected }: Ask,
  kind: DecisionKind,
  work: (scene: Scene) => Promise<Change | null>,
): Promise<boolean> {
  return db.transaction().execute(async tx => {
    // What it says about the analysis is stored only while the rider allows that, which locks the account.
    await lockOwner(tx, videoId)
    const video = await unsafeFindForUpdate(tx, videoId)
    if (!video || video.held) throw notFound('video')
    const last = await namedLast(tx, videoId)
    if (expected !== undefined && expected !== video.review_version)
      throw new AppError('conflict', overtaken(last, by.actorId))
    const now = clock.now()
    const version = video.review_version + 1
    const change = await work({ tx, video, last, now, version })
    if (!change) return false
    await setReviewDecision(tx, videoId, change.video ?? {})
    if (change.said) await noteVerdict(tx, change.said, { video, reviewerId: by.actorId, version, at: now })
    await insertDecision(tx, videoId, {
      kind,
      actorId: by.actorId,
      at: now,
      version,
      undo: change.undo ?? null,
      reason: change.reason ?? null,
      sentence: change.sentence ?? null,
    })
    await record(tx, {
      ...by,
      action: `video.${kind}`,
      objectType: 'video',
      objectId: videoId,
      before: change.before,
      after: change.after,
    })
    return true
  })
}
