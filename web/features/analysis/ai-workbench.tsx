import { useQuery } from '@tanstack/react-query'
import type { Video } from '#contract/videos.ts'
import { aiStatusQuery, resultsOf } from '../../entities/highlight/analysis-status.ts'
import { aiHighlightsQuery } from '../../entities/highlight/highlights.ts'
import { HighlightTimeline } from '../../entities/highlight/timeline/highlight-timeline.tsx'
import { LazyPlayer } from '../../entities/player/lazy-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { AiPanel } from './ai-panel.tsx'
import { texts } from './texts.ts'

/** The video above its timeline, and beside them what the analysis says: press a clip and it plays. */
export default function AiWorkbench({
  video,
  pollMs,
  expected = false,
}: {
  video: Pick<Video, 'id' | 'title' | 'duration' | 'cfStreamId' | 'cfReadyToStream'>
  pollMs: number
  expected?: boolean
}) {
  const playback = usePlayback()
  const status = useQuery(aiStatusQuery(video.id, pollMs, expected))
  const { data: found } = useQuery(aiHighlightsQuery(video.id, resultsOf(status.data)))
  const curveSeconds = found ? found.curve.values.length * found.curve.stepSeconds : 0
  const duration = video.duration || curveSeconds
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
        {found && duration > 0 && (
          <div className="mt-4 rounded-lg border border-line bg-surface px-4 pt-5 pb-3.5">
            <HighlightTimeline
              duration={duration}
              curve={found.curve}
              clips={found.highlights}
              scenes={found.sceneDetection}
              time={playback}
              onSeek={playback.seek}
            />
          </div>
        )}
      </div>
      <AiPanel videoId={video.id} pollMs={pollMs} expected={expected} playback={playback} />
    </div>
  )
}
