import type { ReactNode } from 'react'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/analysis.ts'
import { LazyPlayer } from '../../entities/player/lazy-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { AiPanel } from './ai-panel.tsx'
import { RideTimeline } from './ride-timeline.tsx'

/** The video above its timeline, and the analysis beside them: pressing a clip plays it. */
export default function AiWorkbench({
  video,
  pollMs,
  expected = false,
  children,
}: {
  video: Pick<Video, 'id' | 'title' | 'duration' | 'cfStreamId' | 'cfReadyToStream'> &
    Partial<Pick<Video, 'aiProcessingStatus'>>
  pollMs: number
  expected?: boolean
  /** right below the player */
  children?: ReactNode
}) {
  const playback = usePlayback()
  return (
    <div className="grid grid-cols-1 items-start gap-7 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="lg:sticky lg:top-(--sticky-top,0px)">
        {video.cfStreamId && video.cfReadyToStream ? (
          <LazyPlayer
            streamId={video.cfStreamId}
            title={video.title}
            duration={video.duration}
            playback={playback}
          />
        ) : (
          <div className="grid aspect-video place-items-center rounded-lg bg-sunken text-muted">
            {texts.notPlayable}
          </div>
        )}
        {children}
        <RideTimeline video={video} pollMs={pollMs} expected={expected} playback={playback} />
      </div>
      <AiPanel video={video} pollMs={pollMs} expected={expected} playback={playback} />
    </div>
  )
}
