import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PublicVideo as Video } from '#contract/sharing/public-video.ts'
import { texts as videoTexts } from '#texts/entities/video.ts'
import { texts } from '#texts/pages/video/public.ts'
import { RideData } from '../../../features/ride-data/ride-data.tsx'
import { RideView } from '../../../features/sharing/ride-view.tsx'
import { ApiError } from '../../../lib/calls/api.ts'
import { reading } from '../../../lib/calls/call.ts'
import { formatDate, formatLength } from '../../../lib/format.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FullSpinner } from '../../../ui/spinner.tsx'

/** A published video as anyone sees it. @param gone shown when there is none under this id */
export default function PublicVideo({ id, gone }: { id: string; gone: ReactNode }) {
  const { data, error, refetch } = useQuery({
    ...reading('publicVideo', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // 422: the address holds no valid id.
  if (error instanceof ApiError && [404, 422].includes(error.status)) return gone
  if (error) return <ErrorState title={texts.failed} error={error} onRetry={() => void refetch()} />
  return data ? <View video={data} /> : <FullSpinner label={texts.loading} />
}

const View = ({ video }: { video: Video }) => (
  <RideView
    streamId={video.streamId}
    title={video.title}
    duration={video.duration}
    ride={video}
    about={{ videoId: video.id }}
    rider={video.rider}
    riderName={video.riderName}
    facts={factsOf(video)}
    description={video.description}
    data={
      video.hasRideData
        ? playback => <RideData published videoId={video.id} playback={playback} duration={video.duration} />
        : undefined
    }
  />
)

const factsOf = ({ duration, category, publishedAt }: Video): string[] => [
  formatLength(duration),
  videoTexts.categories[category],
  ...(publishedAt ? [formatDate(publishedAt)] : []),
]
