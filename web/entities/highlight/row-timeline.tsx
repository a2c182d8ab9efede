import { useQuery } from '@tanstack/react-query'
import type { Video } from '#contract/videos.ts'
import { useSeen } from '../../lib/use-seen.ts'
import { aiHighlightsQuery } from './highlights.ts'
import type { Clip } from './timeline/clips.ts'
import { HighlightTimeline } from './timeline/highlight-timeline.tsx'

/** The timeline of a list row: clips first, the curve once the row has been on screen for a moment. */
export function RowTimeline({
  video,
  clips,
}: {
  video: Pick<Video, 'id' | 'duration' | 'aiProcessingStatus' | 'aiProcessingCompleted'>
  clips: readonly Clip[]
}) {
  const [ref, seen] = useSeen<HTMLDivElement>(250)
  const { data } = useQuery(
    aiHighlightsQuery(
      video.id,
      seen && video.aiProcessingStatus === 'completed' ? video.aiProcessingCompleted : null,
    ),
  )
  return (
    <div ref={ref} className="min-h-12">
      <HighlightTimeline
        compact
        duration={video.duration}
        curve={data?.curve ?? null}
        clips={clips}
        scenes={data?.sceneDetection ?? []}
      />
    </div>
  )
}
