import { api, coverAddress, pagePosterHeight } from '#contract/paths.ts'
import type { RideDataAnswer } from '#contract/ride-data.ts'
import type { PublicVideo } from '#contract/sharing/public-video.ts'
import { publicName } from '#server/accounts/index.ts'
import { publicFindings } from '#server/analysis/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Wording } from '#server/core/sentences.ts'
import { approvedOf, isPublished, unsafeFind, type VideoRow } from '#server/videos/index.ts'
import { pictureOf } from './opened.ts'
import type { Shown } from './page.ts'
import { isId } from './rules.ts'
import { isOpen } from './store.ts'

/** A published video in the words that staff approved; later ones of the rider are not shown. */
export interface Published {
  video: VideoRow & { stream_id: string }
  title: string
  description: string
  rider: string
}

/** A video that anyone may watch at the moment; null for any other and for an invalid id. */
export async function published(db: Queryable, id: string): Promise<Published | null> {
  const video = isId(id) ? await unsafeFind(db, id) : null
  if (!video?.stream_id || !isPublished(video) || !(await isOpen(db, video))) return null
  const { title, description } = approvedOf(video) ?? video
  const rider = await publicName(db, video.user_id)
  return { video: { ...video, stream_id: video.stream_id }, title, description, rider }
}

/** What its page shows to other sites. */
export const shownOfPage = ({ video, title, description, rider }: Published): Shown => ({
  title,
  description,
  rider,
  picture: pictureOf({ video, clip: null }),
  paths: {
    page: api.videoPage(video.id),
    embed: api.videoEmbed(video.id),
    cover: coverAddress(video.stream_id, pagePosterHeight),
    file: null,
  },
  listedSince: video.published_at ?? video.created_at,
})

/** The video with its highlights, as anyone may see it. */
export async function publicVideoOf(
  db: Queryable,
  { video, title, description, rider }: Published,
  wording: Wording,
): Promise<PublicVideo> {
  const { result, ride } = await publicFindings(db, video, wording)
  return {
    id: video.id,
    streamId: video.stream_id,
    title,
    description,
    category: video.category,
    rider,
    duration: video.duration_seconds,
    width: video.width,
    height: video.height,
    publishedAt: video.published_at?.toISOString() ?? null,
    highlights: (result?.highlights ?? []).map(one => ({
      description: one.description,
      score: one.score,
      start: one.start,
      end: one.end,
      clipType: one.clipType,
    })),
    curve: result?.curve ?? null,
    scenes: (result?.scenes ?? []).map(({ timestamp, sceneType }) => ({ timestamp, sceneType })),
    hasRideData: ride.state === 'ready',
  }
}

/** The plots of its ride, and the map if the rider shows it. */
export const publicRideOf = async (
  db: Queryable,
  { video }: Published,
  wording: Wording,
): Promise<RideDataAnswer> => (await publicFindings(db, video, wording)).ride
