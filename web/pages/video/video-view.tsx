import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { aiPanelPollMs } from '#contract/constants.ts'
import { isArriving } from '#contract/video-statuses.ts'
import type { Video } from '#contract/videos.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { PosterPlayer } from '../../entities/player/poster-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { AiPanel } from '../../features/analysis/ai-panel.tsx'
import { RideTimeline } from '../../features/analysis/ride-timeline.tsx'
import { PlatformGrid } from '../../features/publishing/platform-grid.tsx'
import { RideData } from '../../features/ride-data/ride-data.tsx'
import { Facts } from '../../features/video-facts/facts.tsx'
import { RevenueCard } from '../../features/video-facts/revenue-card.tsx'
import { Standing } from '../../features/video-facts/standing.tsx'
import { useUser } from '../../lib/session/use-session.ts'
import { Section } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { posterOf, startOf } from './rules.ts'
import { texts } from './texts.ts'

// One column on a phone, in the order of the elements; on a desktop the highlights stand beside the rest.
const arrangement =
  'mt-6 grid grid-cols-1 items-start gap-7 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr]'

export function VideoView({ video }: { video: Video }) {
  const user = useUser()
  const own = video.userId === user.id
  const playback = usePlaybackOfAddress(video)
  const playable = video.cfStreamId !== null && video.cfReadyToStream
  const analysed = playable || (video.status === 'processing' && video.aiProcessingStatus !== null)
  const expected = isArriving(video.status)
  return (
    <div className="page py-7 sm:py-10">
      <PageTitle title={video.title} className="break-words text-[2rem] sm:text-[2.5rem]" />
      <div className="mt-3">
        <Standing video={video} own={own} />
      </div>
      <div className={arrangement}>
        <div className="min-w-0 lg:col-start-1">
          <Picture video={video} playback={playback} />
          {analysed && (
            <RideTimeline video={video} pollMs={aiPanelPollMs} expected={expected} playback={playback} />
          )}
        </div>
        {analysed && (
          <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <AiPanel videoId={video.id} pollMs={aiPanelPollMs} expected={expected} playback={playback} />
          </div>
        )}
        <div className="min-w-0 space-y-6 lg:col-start-1">
          {analysed && <RideData videoId={video.id} playback={playback} duration={video.duration} />}
          {video.status === 'published' && <RevenueCard video={video} />}
          <Section id="about" title={texts.about}>
            <div className="space-y-5">
              <Facts video={video} />
            </div>
          </Section>
          <Section id="distribution" title={texts.distribution}>
            <PlatformGrid video={video} />
          </Section>
        </div>
      </div>
    </div>
  )
}

/** The playback that starts where the address says, and goes there when the address changes. */
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

function Picture({ video, playback }: { video: Video; playback: Playback }) {
  if (video.cfStreamId && video.cfReadyToStream)
    return (
      <PosterPlayer
        streamId={video.cfStreamId}
        title={video.title}
        duration={video.duration}
        playback={playback}
        poster={posterOf(video.cfStreamId, playback.startAt)}
      />
    )
  return <Thumbnail video={video} className="w-full rounded-lg" />
}
