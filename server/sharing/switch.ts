import { api } from '#contract/paths.ts'
import { unapprovedSharesPerDay } from '#contract/sharing/reasons.ts'
import type { ShareLink } from '#contract/sharing/schemas.ts'
import { isReleased } from '#contract/video-statuses.ts'
import { sentences } from '#sentences/sharing.ts'
import { unsafeFindClip } from '#server/clips/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { findOwned, isPublished, unsafeFindForUpdate, type VideoRow } from '#server/videos/index.ts'
import { whyNotShared } from './rules.ts'
import {
  endLink,
  isOpen,
  isTakenDown,
  type LinkRow,
  linksOn,
  openLink,
  standingOf,
  viewsOfPage,
} from './store.ts'

type SwitchDeps = Pick<Deps, 'db' | 'clock' | 'publicUrl'>

/** The address to share. */
export const addressOfLink = (publicUrl: string, token: string): string => publicUrl + api.sharePage(token)

const present = (publicUrl: string, link: LinkRow): ShareLink => ({
  id: link.id,
  clipId: link.clip_id,
  url: addressOfLink(publicUrl, link.token),
  createdAt: link.created_at.toISOString(),
  views: link.views,
})

async function refusalOf(db: Queryable, video: VideoRow): Promise<Sentence | null> {
  return whyNotShared({
    ...(await standingOf(db, video.user_id)),
    playable: video.probe !== null && video.stream_status === 'ready',
    status: video.status,
    hidden: video.hidden_at !== null,
    takenDown: await isTakenDown(db, video.id),
  })
}

/** Where anyone watches a video, with how many did; null unless it is published. */
async function publicPageOf(db: Queryable, publicUrl: string, video: VideoRow) {
  if (!isPublished(video) || !(await isOpen(db, video))) return null
  return { url: publicUrl + api.videoPage(video.id), views: await viewsOfPage(db, video.id) }
}

/** The links of the person's video, and whether one can be switched on. @throws AppError not_found */
export async function linksOf({ db, publicUrl }: SwitchDeps, userId: string, videoId: string) {
  const video = await findOwned(db, videoId, userId)
  if (!video) throw notFound('video')
  return {
    links: (await linksOn(db, video.id)).map(link => present(publicUrl, link)),
    refused: (await refusalOf(db, video))?.toString() ?? null,
    page: await publicPageOf(db, publicUrl, video),
    viewsPerDay: isReleased(video.status) ? null : unapprovedSharesPerDay,
  }
}

/**
 * Switches a link on; an active one stays unchanged.
 * @throws AppError not_found for another person's video or a clip of another video, forbidden before the
 * address is verified, conflict while the video or clip can't be shown
 */
export function switchOn(
  { db, clock, publicUrl }: SwitchDeps,
  actor: { id: string; emailVerified: boolean },
  { videoId, clipId }: { videoId: string; clipId: string | null },
): Promise<ShareLink> {
  return db.transaction().execute(async tx => {
    const video = (await findOwned(tx, videoId, actor.id)) && (await unsafeFindForUpdate(tx, videoId))
    if (!video) throw notFound('video')
    const refused = await refusalOf(tx, video)
    if (refused) throw new AppError(actor.emailVerified ? 'conflict' : 'forbidden', refused)
    if (clipId) {
      const clip = await unsafeFindClip(tx, clipId)
      if (clip?.video_id !== videoId) throw notFound('clip')
      if (!clip.object_key) throw new AppError('conflict', sentences.clipNotReady)
    }
    return present(publicUrl, await openLink(tx, { videoId, clipId, now: clock.now() }))
  })
}

/** Switches a link off permanently. @throws AppError not_found */
export async function switchOff(
  { db, clock }: SwitchDeps,
  userId: string,
  { videoId, linkId }: { videoId: string; linkId: string },
): Promise<void> {
  const video = await findOwned(db, videoId, userId)
  if (!video || !(await endLink(db, { videoId, linkId, now: clock.now() }))) throw notFound('link')
}
