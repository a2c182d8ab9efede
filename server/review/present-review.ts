import {
  presenceEverySeconds,
  publishUndoSeconds,
  type RejectionReason,
  undoSeconds,
} from '#contract/rejections.ts'
import type { PresenceAnswer, ReviewState } from '#contract/review.ts'
import { sentences } from '#sentences/review.ts'
import { displayNames, hasColleague } from '#server/accounts/index.ts'
import { resultOf } from '#server/analysis/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { inWordsFor, textIn, type Wording } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { unsafeFind, type VideoRow } from '#server/videos/index.ts'
import { textsOf } from './publish-video.ts'
import { type DecisionRow, lastDecision, lastRejection, marksOf, othersPresent } from './store.ts'

/** The staff member who reviews, and how they read. */
export interface Viewer extends Wording {
  id: string
}

/** After three missed heartbeats a person counts as gone. */
export const staleBefore = (now: Date) => new Date(now.getTime() - 3 * presenceEverySeconds * 1000)

async function presentOthers(
  db: Queryable,
  videoId: string,
  { id: userId, language }: Viewer,
  now: Date,
): Promise<Omit<PresenceAnswer, 'version'>> {
  const present = await othersPresent(db, { userId, staleBefore: staleBefore(now) })
  const names = await displayNames(
    db,
    present.map(one => one.userId),
  )
  const nameOf = (id: string) => names.get(id) ?? sentences.someone.in(language)
  const { true: here = [], false: away = [] } = Object.groupBy(present, one => `${one.videoId === videoId}`)
  return {
    others: here.map(one => ({ name: nameOf(one.userId), since: one.since.toISOString() })),
    elsewhere: away.map(one => ({ videoId: one.videoId, name: nameOf(one.userId) })),
  }
}

/** The version of a video's review, and who else has this or another video open. @throws AppError not_found */
export async function presenceAt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  videoId: string,
  viewer: Viewer,
): Promise<PresenceAnswer> {
  const video = await unsafeFind(db, videoId)
  if (!video || video.held) throw notFound('video')
  return { version: video.review_version, ...(await presentOthers(db, videoId, viewer, clock.now())) }
}

function undoUntil(last: DecisionRow, video: VideoRow, viewer: string, now: Date): string | null {
  const seconds = last.undo?.posts ? publishUndoSeconds : undoSeconds
  const until = new Date(last.at.getTime() + seconds * 1000)
  const live = last.undo?.posts && video.status === 'published'
  const possible =
    last.undo && !live && last.version === video.review_version && last.actorId === viewer && until > now
  return possible ? until.toISOString() : null
}

async function presentLast(db: Queryable, video: VideoRow, { id: viewer, language }: Viewer, now: Date) {
  const last = await lastDecision(db, video.id)
  if (!last) return null
  const names = await displayNames(db, [last.actorId])
  return {
    kind: last.kind,
    by: names.get(last.actorId) ?? sentences.someone.in(language),
    mine: last.actorId === viewer,
    at: last.at.toISOString(),
    undoUntil: undoUntil(last, video, viewer, now),
  }
}

/** Everything staff need to review a video. @throws AppError not_found */
export async function reviewOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  videoId: string,
  viewer: Viewer,
): Promise<ReviewState> {
  const video = await unsafeFind(db, videoId)
  if (!video || video.held) throw notFound('video')
  const now = clock.now()
  const own = video.user_id === viewer.id
  const [{ approvals, rejections, trims }, lastDecisionShown, rejection, { others }, found, leaves] =
    await Promise.all([
      marksOf(db, videoId),
      presentLast(db, video, viewer, now),
      lastRejection(db, videoId),
      presentOthers(db, videoId, viewer, now),
      resultOf(db, videoId),
      own && hasColleague(db, viewer.id, 'video:review'),
    ])
  const highlights = video.ai_highlights ?? []
  const indexes = (kind: string) => approvals.filter(a => a.kind === kind).map(a => a.index)
  return {
    videoId,
    version: video.review_version,
    status: video.status,
    hidden: video.hidden_at !== null,
    mayDecide: !leaves,
    thumbnailTimestamp: video.thumbnail_at,
    scoreModel: highlights[0]?.scoreModel ?? null,
    damage: video.probe?.damage ?? null,
    safety: inWordsFor(found?.safety ?? [], viewer),
    tagger: found?.tagger ?? null,
    approvedHighlights: indexes('highlight'),
    rejectedHighlights: rejections,
    approvedCompilations: indexes('compilation'),
    trims: trims.flatMap(t => {
      const now = highlights[t.index]
      return now ? [{ ...t, start: now.start, end: now.end }] : []
    }),
    ...textsOf(video),
    rejection: rejection && {
      reason: rejection.reason as RejectionReason,
      sentence: textIn(rejection.sentence, viewer.language) ?? '',
      at: rejection.at.toISOString(),
    },
    lastDecision: lastDecisionShown,
    others,
  }
}
