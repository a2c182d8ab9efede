import { useQuery } from '@tanstack/react-query'
import type { Video } from '#contract/videos.ts'
import { aiStatusQuery, resultsOf } from '../../entities/highlight/analysis-status.ts'
import { aiHighlightsQuery } from '../../entities/highlight/highlights.ts'
import { HighlightTimeline } from '../../entities/highlight/timeline/highlight-timeline.tsx'
import { timelineRoom } from '../../entities/highlight/timeline/room.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The timeline under a player, once the analysis has one. */
export function RideTimeline({
  video,
  pollMs,
  expected,
  playback,
}: {
  video: Pick<Video, 'id' | 'duration'> & Partial<Pick<Video, 'aiProcessingStatus'>>
  pollMs: number
  /** an analysis will start by itself, as after an upload */
  expected: boolean
  playback: Playback
}) {
  const status = useQuery(aiStatusQuery(video.id, pollMs, expected))
  const results = resultsOf(status.data)
  const { data: found, error } = useQuery(aiHighlightsQuery(video.id, results))
  const curveSeconds = found ? found.curve.values.length * found.curve.stepSeconds : 0
  const duration = video.duration || curveSeconds
  // Its place is kept, so that what is below doesn't move.
  const willBeThere = status.data ? results !== null : video.aiProcessingStatus === 'completed'
  if (!found && !error && willBeThere) return <Skeleton className={timelineRoom} />
  if (!found || duration <= 0) return null
  return (
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
  )
}
