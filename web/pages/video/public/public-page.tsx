import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRoute, useSearchParams } from 'wouter'
import { api, startOf } from '#contract/paths.ts'
import type { PublicVideo as PublicFacts } from '#contract/sharing/public-video.ts'
import { texts } from '#texts/pages/video/public.ts'
import { PosterPlayer } from '../../../entities/player/poster-player.tsx'
import { usePlayback } from '../../../entities/player/use-playback.ts'
import { EmbedFrame, EmbedNotice } from '../../../features/sharing/watching.tsx'
import { ApiError } from '../../../lib/calls/api.ts'
import { reading } from '../../../lib/calls/call.ts'
import { handleUnauthorized } from '../../../lib/session/unauthorized.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FullSpinner } from '../../../ui/spinner.tsx'
import { posterOf } from '../rules.ts'
import PublicVideo from './public-video.tsx'

/** A video for visitors: the published one, else the sign-in, whether or not there is one. */
export default function PublicPage() {
  const [, params] = useRoute('/v/:id/:embed?')
  const id = params?.id ?? ''
  return params?.embed ? <PublicEmbed id={id} /> : <PublicVideo key={id} id={id} gone={<ToSignIn />} />
}

function ToSignIn() {
  useEffect(() => handleUnauthorized(), [])
  return <FullSpinner label={texts.toSignIn} />
}

/** Only the player of a published video, for other sites' frames. `?t=` is the second it starts at. */
const PublicEmbed = ({ id }: { id: string }) => (
  <main data-bare className="grid h-svh bg-night text-snow">
    <EmbedLoaded id={id} />
  </main>
)

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
