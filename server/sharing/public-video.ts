import { api, coverAddress, pagePosterHeight } from '#contract/paths.ts'
import type { RideDataAnswer } from '#contract/ride-data.ts'
import type { PublicRide, PublicVideo } from '#contract/sharing/public-video.ts'
import { publicName, readerOfRider } from '#server/accounts/index.ts'
import { publicFindings } from '#server/analysis/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Wording } from '#server/core/sentences.ts'
import { approvedOf, isPublished, unsafeFind, type VideoRow } from '#server/videos/index.ts'
import { pictureOf } from './opened.ts'
import type { Shown } from './page.ts'
import { shownNameOf } from './rider-name.ts'
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

/** What its page shows to other sites. @param moment its best one in words */
export const shownOfPage = (
  { video, title, description, rider }: Published,
  moment: string | null = null,
): Shown => ({
  title,
  description,
  rider,
  moment,
  picture: pictureOf({ video, clip: null }),
  paths: {
    page: api.videoPage(video.id),
    embed: api.videoEmbed(video.id),
    cover: coverAddress(video.stream_id, pagePosterHeight),
    file: null,
  },
  listedSince: video.published_at ?? video.created_at,
})

const presentRide = ({ result, figures }: Awaited<ReturnType<typeof publicFindings>>): PublicRide => ({
  highlights: (result?.highlights ?? []).map(({ description, score, start, end, clipType }) => ({
    description,
    score,
    start,
    end,
    clipType,
  })),
  curve: result?.curve ?? null,
  scenes: (result?.scenes ?? []).map(({ timestamp, sceneType, description }) => ({
    timestamp,
    sceneType,
    description,
  })),
  figures,
})

/** The highlights and figures of a published or shared video, as anyone may see them. */
export const rideOf = async (db: Queryable, video: VideoRow, wording: Wording): Promise<PublicRide> =>
  presentRide(await publicFindings(db, video, wording))

/** The best highlight in words; null when there is none. */
export const bestOf = (highlights: PublicRide['highlights']): string | null =>
  highlights.toSorted((a, b) => b.score - a.score)[0]?.description ?? null

/**
 * A video's best highlight in its rider's language and units, such as "Jump: 1.0 s of airtime, landing at 4.7 g"; null
 * when there is none.
 */
export const bestMomentOf = async (db: Queryable, video: VideoRow): Promise<string | null> =>
  bestMomentIn(db, video, await readerOfRider(db, video.user_id))

/** The same in a reader's language and units. */
export const bestMomentIn = async (
  db: Queryable,
  video: VideoRow,
  wording: Wording,
): Promise<string | null> => bestOf((await rideOf(db, video, wording)).highlights)

/** The video with its highlights, as anyone may see it. */
export async function publicVideoOf(
  db: Queryable,
  { video, title, description, rider }: Published,
  wording: Wording,
): Promise<PublicVideo> {
  const found = await publicFindings(db, video, wording)
  return {
    id: video.id,
    streamId: video.stream_id,
    title,
    description,
    category: video.category,
    rider,
    riderName: await shownNameOf(db, video.user_id),
    duration: video.duration_seconds,
    width: video.width,
    height: video.height,
    publishedAt: video.published_at?.toISOString() ?? null,
    ...presentRide(found),
    hasRideData: found.ride().state === 'ready',
  }
}

/** The plots of its ride, and the map if the rider shows it. */
export const publicRideOf = async (
  db: Queryable,
  { video }: Published,
  wording: Wording,
): Promise<RideDataAnswer> => (await publicFindings(db, video, wording)).ride()
