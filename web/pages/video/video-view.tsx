import { Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { aiPanelPollMs } from '#contract/constants.ts'
import { startOf } from '#contract/paths.ts'
import { isArriving } from '#contract/video-statuses.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/video.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { PosterPlayer } from '../../entities/player/poster-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { titleLook } from '../../entities/video/title-look.ts'
import { AiPanel } from '../../features/analysis/ai-panel.tsx'
import { RideTimeline } from '../../features/analysis/ride-timeline.tsx'
import { RideData } from '../../features/ride-data/ride-data.tsx'
import { ActionBar } from '../../features/video-facts/action-bar.tsx'
import { Standing } from '../../features/video-facts/standing.tsx'
import { useUser } from '../../lib/session/use-session.ts'
import { tabOf } from '../../ui/named-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Near } from '../../ui/part/near.tsx'
import { part } from '../../ui/part/part.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Places } from './places.tsx'
import { posterOf } from './rules.ts'

const { picture } = texts

const GeneratedTitle = part(() => import('../../features/video-facts/generated-title.tsx'))
const Details = part(() => import('./details.tsx'))
const PlayerKeys = part(() => import('./player-keys.tsx'))
const RecordingNotes = part(() => import('./recording-notes.tsx'))

export function VideoView({ video }: { video: Video }) {
  const own = video.userId === useUser().id
  const playback = usePlaybackOfAddress(video)
  const { tab, open, making, make } = useAddress()
  const expected = isArriving(video.status)
  const failed = video.status === 'failed'
  const analyzed = video.status !== 'uploading' && !failed
  const details = (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <Details
        {...{ video, own, playback, making }}
        onMade={() => {
          make(false)
          // The reel that was made is there.
          document.getElementById('reels')?.scrollIntoView()
        }}
      />
    </Suspense>
  )
  return (
    <Places
      title={
        <>
          <PageTitle title={video.title} className={titleLook} />
          {own && video.replacedTitle !== null && (
            <Suspense>
              <GeneratedTitle id={video.id} fileTitle={video.replacedTitle} />
            </Suspense>
          )}
          <div className="mt-2.5">
            <Standing video={video} own={own} />
          </div>
        </>
      }
      picture={!failed && <Picture video={video} playback={playback} />}
      actions={<ActionBar video={video} own={own} onMakeReel={() => make(true)} />}
      below={
        !failed && (
          <>
            {analyzed && (
              <RideTimeline video={video} pollMs={aiPanelPollMs} expected={expected} playback={playback} />
            )}
            <div className="mt-4 space-y-3 empty:hidden">
              <Suspense>
                <RecordingNotes video={video} own={own} />
              </Suspense>
            </div>
          </>
        )
      }
      panel={analyzed && <AiPanel {...{ video, own, expected, playback }} pollMs={aiPanelPollMs} />}
    >
      {analyzed ? (
        <Tabs
          label={texts.more}
          value={tab}
          onChange={open}
          tabs={[
            {
              value: 'ride',
              label: texts.tabs.ride,
              content: tab === 'ride' && (
                <RideData videoId={video.id} playback={playback} duration={video.duration} />
              ),
            },
            { value: 'details', label: texts.tabs.details, content: tab === 'details' && details },
          ]}
        />
      ) : (
        details
      )}
      {video.cfReadyToStream && (
        <Near waiting={null}>
          <PlayerKeys />
        </Near>
      )}
    </Places>
  )
}

/** Those of the details that an address may name, as links in notifications and mails do. */
const sections = ['#reels', '#clips', '#cover', '#about']

/**
 * The open tab, which is part of the address: the details if it names one of their sections. And whether a reel is being
 * made, which other pages link to.
 */
function useAddress() {
  const [search, setSearch] = useSearchParams()
  const [named, setNamed] = useState(false)
  // The server doesn't see the fragment.
  useEffect(() => setNamed(sections.includes(window.location.hash)), [])
  const { reel, ...rest } = Object.fromEntries(search)
  const go = (to: Record<string, string>) => setSearch(to, { replace: true })
  return {
    tab: tabOf(texts.tabs, search.get('tab'), named ? 'details' : 'ride'),
    open: (tab: string) => go({ ...rest, tab }),
    making: reel === 'new',
    make: (on: boolean) => go(on ? { ...rest, tab: 'details', reel: 'new' } : rest),
  }
}

/** Playback that starts at the time in the address, and seeks when the address changes. */
function usePlaybackOfAddress(video: Video): Playback {
  const [search] = useSearchParams()
  const startAt = startOf(search.get('t'), video.duration)
  const playback = usePlayback(startAt)
  const shown = useRef(startAt)
  useEffect(() => {
    if (shown.current === startAt) return
    shown.current = startAt
    playback.seek(startAt)
  }, [playback, startAt])
  return playback
}

/** The player, or a placeholder while there is nothing to play. */
function Picture({ video, playback }: { video: Video; playback: Playback }) {
  const { status, cfStreamId } = video
  if (cfStreamId && video.cfReadyToStream)
    return (
      <PosterPlayer
        streamId={cfStreamId}
        title={video.title}
        duration={video.duration}
        playback={playback}
        poster={posterOf(video, cfStreamId, playback.startAt)}
      />
    )
  const coming = status === 'uploading' || status === 'processing'
  const words = coming ? picture[status] : picture.other
  return (
    <div className="relative max-w-4xl">
      <Thumbnail video={{ ...video, duration: 0 }} className="w-full rounded-lg" placeholder={false} />
      <div
        role="status"
        className="absolute inset-0 grid place-items-center rounded-lg bg-night p-5 text-center text-snow"
      >
        <div className="w-full max-w-64">
          <p className="font-semibold">{words}</p>
          {coming && (
            <div className="mt-3 rounded-full bg-snow/20">
              <Progress value={null} label={words} />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
