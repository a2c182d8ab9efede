import type { RideFigures } from '#contract/sharing/public-video.ts'
import { type PublicRider, recordKinds } from '#contract/sharing/rider-page.ts'
import { publicName } from '#server/accounts/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Wording } from '#server/core/sentences.ts'
import { approvedOf, isPublished, listPublished } from '#server/videos/index.ts'
import { bestOf, rideOf } from './public-video.ts'
import type { ShownRider } from './rider-name.ts'
import { takenDownAmong } from './store.ts'

/** Most rides on a page, newest first: each is read as its visitor may see it. */
const mostRides = 60

const sum = (values: readonly (number | null)[]): number | null => {
  const measured = values.filter(value => value !== null)
  return measured.length > 0 ? measured.reduce((a, b) => a + b, 0) : null
}

/**
 * A rider's page as anyone may see it: published rides only, in the words that staff approved.
 * @param most rides that are read, newest first
 */
export async function publicRiderOf(
  db: Queryable,
  { userId, name }: ShownRider,
  wording: Wording,
  most = mostRides,
): Promise<PublicRider> {
  const published = await listPublished(db, userId, mostRides)
  const takenDown = await takenDownAmong(
    db,
    published.map(({ id }) => id),
  )
  const rides: (PublicRider['rides'][number] & { figures: RideFigures; highlights: number })[] = []
  // One after another: a visitor gets one connection, not sixty.
  for (const video of published) {
    if (rides.length === most) break
    if (!video.stream_id || !isPublished(video) || takenDown.has(video.id)) continue
    const { highlights, figures } = await rideOf(db, video, wording)
    rides.push({
      id: video.id,
      streamId: video.stream_id,
      title: (approvedOf(video) ?? video).title,
      duration: video.duration_seconds,
      publishedAt: video.published_at?.toISOString() ?? null,
      moment: bestOf(highlights),
      figures,
      highlights: highlights.length,
    })
  }
  return {
    name,
    rider: await publicName(db, userId),
    rides: rides.map(({ figures: _, highlights: __, ...ride }) => ride),
    totals: {
      highlights: rides.reduce((count, { highlights }) => count + highlights, 0),
      distance: sum(rides.map(({ figures }) => figures.distance)),
      moving: sum(rides.map(({ figures }) => figures.moving)),
    },
    records: recordKinds.flatMap(kind => {
      const [best] = rides
        .flatMap(({ id, title, figures }) =>
          figures[kind] === null ? [] : [{ kind, value: figures[kind], videoId: id, title }],
        )
        .sort((a, b) => b.value - a.value)
      return best ? [best] : []
    }),
  }
}
