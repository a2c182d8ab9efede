import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { api, coverAddress, startOf } from '#contract/paths.ts'
import type { Shared } from '#contract/sharing/schemas.ts'
import { texts } from '#texts/pages/shared.ts'
import { PosterPlayer } from '../../entities/player/poster-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { ApiError } from '../../lib/calls/api.ts'
import { reading } from '../../lib/calls/call.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { FullSpinner } from '../../ui/spinner.tsx'

const isGone = (error: Error | null) => error instanceof ApiError && error.status === 404

/** The target of a share link: loading, gone, busy, or the video with its facts. */
export function SharedLoaded({
  shareToken,
  gone,
  full,
  children,
}: {
  shareToken: string
  gone: ReactNode
  full: ReactNode
  children: (shared: Shared) => ReactNode
}) {
  const { data, error, refetch } = useQuery({
    ...reading('shared', { params: { shareToken } }),
    // Fetched once: a playing page doesn't stop because others opened the link meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (isGone(error)) return gone
  if (error) return <ErrorState title={texts.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <FullSpinner label={texts.loading} />
  return data.full ? full : children(data)
}

/**
 * A share link's player. Its token replaces the video's id in every address the player uses. Nothing of the stream is
 * loaded, and no view counted, before someone presses play.
 */
export function SharedPlayer({
  shareToken,
  shared,
  fill = false,
}: {
  shareToken: string
  shared: Shared
  fill?: boolean
}) {
  const [query] = useSearchParams()
  const start = startOf(query.get('t'), shared.duration)
  const playback = usePlayback(start)
  const shape = (shared.width ?? 16) / (shared.height ?? 9)
  if (shared.kind === 'clip')
    return (
      // biome-ignore lint/a11y/useMediaCaption: engines and wind; there is no speech to caption
      <video
        src={`${api.sharedClip(shareToken)}${start > 0 ? `#t=${start}` : ''}`}
        aria-label={texts.clip({ title: shared.title })}
        controls
        playsInline
        preload="none"
        // Its space is reserved until the file loads: as wide as fits, as high as leaves the page in view.
        style={fill ? undefined : { aspectRatio: shape, width: `calc(75svh * ${shape})` }}
        className={fill ? 'size-full min-h-0 bg-night object-contain' : 'max-w-full rounded-lg bg-night'}
      />
    )
  return (
    <PosterPlayer
      fill={fill}
      streamId={shareToken}
      title={shared.title}
      duration={shared.duration}
      playback={playback}
      poster={coverAddress(shareToken, 720)}
    />
  )
}
