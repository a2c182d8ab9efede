import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useRoute, useSearchParams } from 'wouter'
import { api, coverAddress, startOf } from '#contract/paths.ts'
import type { Shared } from '#contract/sharing/schemas.ts'
import { texts } from '#texts/pages/shared.ts'
import { PosterPlayer } from '../../entities/player/poster-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { titleLook } from '../../entities/video/title-look.ts'
import { TitleRow } from '../../features/sharing/title-row.tsx'
import { EmbedFrame, EmbedNotice, JoinLine, ReportButton } from '../../features/sharing/watching.tsx'
import { ApiError } from '../../lib/calls/api.ts'
import { reading } from '../../lib/calls/call.ts'
import { formatClock } from '../../lib/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { FullSpinner } from '../../ui/spinner.tsx'
import { SharedPlaces } from './places.tsx'

/** A shared video or clip. Needs no sign-in. */
export default function SharedPage() {
  const [embedded] = useRoute('/s/:shareToken/embed')
  return embedded ? <SharedEmbed /> : <WholePage />
}

function WholePage() {
  const [, params] = useRoute('/s/:shareToken')
  const shareToken = params?.shareToken ?? ''
  return (
    <SharedLoaded shareToken={shareToken} gone={<Notice {...texts.gone} />} full={<Notice {...texts.full} />}>
      {shared => (
        <SharedPlaces>
          <SharedPlayer shareToken={shareToken} shared={shared} />
          <TitleRow
            title={<PageTitle title={shared.title} className={titleLook} />}
            facts={
              <p className="numeric mt-1 break-words text-muted">
                {[
                  ...(shared.rider ? [texts.by({ rider: shared.rider })] : []),
                  formatClock(shared.duration),
                ].join(' · ')}
              </p>
            }
            actions={<ReportButton about={{ shareToken }} />}
          />
          <JoinLine />
        </SharedPlaces>
      )}
    </SharedLoaded>
  )
}

const Notice = ({ title, text }: { title: string; text: string }) => (
  <div className="relative isolate grid min-h-[60svh] place-items-center overflow-hidden px-5 py-20 text-center">
    <Contours seed={23} className="-z-10" />
    <div className="max-w-lg">
      <PageTitle title={title} className="text-[2.75rem] sm:text-[3.75rem]" />
      <p className="mt-3 text-muted">{text}</p>
      <Link href="/" className={buttonClass('primary', 'md', 'mt-7')}>
        {texts.gone.home}
      </Link>
    </div>
  </div>
)

/** Only the player of a share link, for other sites' frames. `?t=` is the second it starts at. */
function SharedEmbed() {
  const [, params] = useRoute('/s/:shareToken/embed')
  const shareToken = params?.shareToken ?? ''
  return (
    <main data-bare className="grid h-svh bg-night text-snow">
      <SharedLoaded
        shareToken={shareToken}
        gone={<EmbedNotice {...texts.gone} />}
        full={<EmbedNotice {...texts.full} />}
      >
        {shared => (
          <EmbedFrame title={shared.title} href={api.sharePage(shareToken)}>
            <SharedPlayer fill shareToken={shareToken} shared={shared} />
          </EmbedFrame>
        )}
      </SharedLoaded>
    </main>
  )
}

const isGone = (error: Error | null) => error instanceof ApiError && error.status === 404

/** The target of a share link: loading, gone, busy, or the video with its facts. */
function SharedLoaded({
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
function SharedPlayer({
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
  if (shared.kind === 'clip')
    return (
      // biome-ignore lint/a11y/useMediaCaption: engines and wind; there is no speech to caption
      <video
        src={`${api.sharedClip(shareToken)}${start > 0 ? `#t=${start}` : ''}`}
        aria-label={texts.clip({ title: shared.title })}
        controls
        playsInline
        preload="none"
        // Its space is reserved until the file loads.
        style={fill ? undefined : { aspectRatio: `${shared.width ?? 16} / ${shared.height ?? 9}` }}
        className={
          fill ? 'size-full min-h-0 bg-night object-contain' : 'max-h-[75svh] w-full rounded-lg bg-night'
        }
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
