import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { videoPage } from '#contract/paths.ts'
import type { SameRideAnswer } from '#contract/ride-data.ts'
import { texts } from '#texts/features/same-ride.ts'
import { reading } from '../../lib/calls/call.ts'
import { formatDate } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'

const titleOf = (videos: SameRideAnswer['videos'], own: boolean) => {
  if (own) return texts.own
  return videos.every(video => video.sameRider) ? texts.sameRider : texts.otherRider
}

/**
 * Names the other videos of the same recording; nothing while there are none. A failure to load it stays quiet: it is a
 * hint beside what the page is about.
 * @param analyzed whether the telemetry has been read: the list is loaded again once it has
 * @param own whether the viewer uploaded the video
 */
export function SameRide({ videoId, analyzed, own }: { videoId: string; analyzed: boolean; own: boolean }) {
  const query = reading('sameRide', { params: { id: videoId } })
  const { data } = useQuery({ ...query, queryKey: [...query.queryKey, analyzed] })
  if (!data?.videos.length) return null
  return (
    <Alert tone={own ? 'notice' : 'warning'} title={titleOf(data.videos, own)}>
      <ul>
        {data.videos.map(({ id, title, createdAt, by }) => (
          <li key={id}>
            <Link href={videoPage(id)} className="font-semibold underline underline-offset-2">
              {title}
            </Link>{' '}
            · {formatDate(createdAt)} · {texts.by[by]}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
