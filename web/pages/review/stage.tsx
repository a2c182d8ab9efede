import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReviewState } from '#contract/review.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/review.ts'
import { aiHighlightsQuery } from '../../entities/highlight/highlights.ts'
import { HighlightTimeline } from '../../entities/highlight/timeline/highlight-timeline.tsx'
import { LazyPlayer } from '../../entities/player/lazy-player.tsx'
import type { Playback } from '../../entities/player/playback.ts'
import { PaceNote } from '../../features/analysis/pace-note.tsx'
import { HighlightTrimmer } from '../../features/editor/highlight-trimmer.tsx'
import type { ListedHighlight } from '../../features/review/rules.ts'
import { ErrorState } from '../../ui/error-state.tsx'

/** The video, its timeline, and below them the ends of the current highlight. */
export function Stage({
  video: { data: video, isError, error, refetch },
  videoId,
  highlights,
  trims,
  trimming,
  playback,
  onTrimmed,
}: {
  video: UseQueryResult<Video>
  videoId: string
  /** by index, as trimmed */
  highlights: readonly ListedHighlight[]
  trims: ReviewState['trims']
  /** the index of the highlight that can be trimmed; null for none */
  trimming: number | null
  playback: Playback
  onTrimmed: () => void
}) {
  const { data: found } = useQuery(aiHighlightsQuery(videoId, video?.aiProcessingCompleted))
  const duration = video?.duration || (found ? found.curve.values.length * found.curve.stepSeconds : 0)
  const trimmed = trimming === null ? undefined : highlights[trimming]
  if (isError && !video)
    return <ErrorState title={texts.videoFailed} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="min-w-0 space-y-3.5 lg:space-y-4 xl:col-start-1">
        {!video ? (
          <div className="aspect-video animate-wait rounded-lg bg-night" />
        ) : video.cfStreamId && video.cfReadyToStream ? (
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
        {duration > 0 && highlights.length > 0 && (
          <div className="rounded-lg border border-line bg-surface px-4 pt-3.5 pb-2.5 lg:pt-5 lg:pb-3.5">
            <HighlightTimeline
              duration={duration}
              curve={found?.curve ?? null}
              clips={highlights}
              scenes={found?.sceneDetection ?? []}
              time={playback}
              onSeek={playback.seek}
            />
          </div>
        )}
        {found && <PaceNote telemetry={found.telemetry} />}
      </div>
      {trimmed && trimming !== null && duration > 0 && (
        <div className="min-w-0 max-xl:order-last xl:col-start-1">
          <HighlightTrimmer
            key={trimming}
            videoId={videoId}
            index={trimming}
            highlight={trimmed}
            trim={trims.find(trim => trim.index === trimming) ?? null}
            duration={duration}
            curve={found?.curve ?? null}
            playback={playback}
            onTrimmed={onTrimmed}
          />
        </div>
      )}
    </>
  )
}
