import { useQuery } from '@tanstack/react-query'
import { useRoute, useSearchParams } from 'wouter'
import { api, startOf } from '#contract/paths.ts'
import type { PublicVideo as PublicFacts } from '#contract/sharing/public-video.ts'
import { texts } from '#texts/pages/video/public.ts'
import { PosterPlayer } from '../../../entities/player/poster-player.tsx'
import { usePlayback } from '../../../entities/player/use-playback.ts'
import { EmbedFrame, EmbedNotice } from '../../../features/sharing/embed.tsx'
import { ApiError } from '../../../lib/calls/api.ts'
import { reading } from '../../../lib/calls/call.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FullSpinner } from '../../../ui/spinner.tsx'
import { posterOf } from '../rules.ts'

/** Only the player of a published video, for other sites' frames. `?t=` is the second it starts at. */
export default function PublicEmbedPage() {
  const [, params] = useRoute('/v/:id/embed')
  return (
    <main data-bare className="grid h-svh bg-night text-snow">
      <EmbedLoaded id={params?.id ?? ''} />
    </main>
  )
}

function EmbedLoaded({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...reading('publicVideo', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error instanceof ApiError && [404, 422].includes(error.status))
    return <EmbedNotice {...texts.unlisted} />
  if (error) return <ErrorState title={texts.failed} error={error} onRetry={() => void refetch()} />
  return data ? <EmbedPlayer video={data} /> : <FullSpinner label={texts.loading} />
}

function EmbedPlayer({ video: { id, streamId, title, duration } }: { video: PublicFacts }) {
  const [search] = useSearchParams()
  const playback = usePlayback(startOf(search.get('t'), duration))
  return (
    <EmbedFrame title={title} href={api.videoPage(id)}>
      <PosterPlayer
        fill
        streamId={streamId}
        title={title}
        duration={duration}
        playback={playback}
        poster={posterOf({ thumbnailUrl: null }, streamId, playback.startAt)}
      />
    </EmbedFrame>
  )
}
