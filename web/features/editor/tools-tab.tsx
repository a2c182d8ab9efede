import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { aiPanelPollMs } from '#contract/constants.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/editor.ts'
import { ClipPreview } from '../../entities/clip/clip-preview.tsx'
import { aiStatusQuery, resultsOf } from '../../entities/highlight/analysis-status.ts'
import { aiHighlightsQuery } from '../../entities/highlight/highlights.ts'
import { points } from '../../entities/highlight/timeline/clips.ts'
import { HighlightTimeline } from '../../entities/highlight/timeline/highlight-timeline.tsx'
import { LazyPlayer } from '../../entities/player/lazy-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { formatClock } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea } from '../../ui/inputs/field.tsx'
import { reviewQuery } from '../review/calls.ts'
import { highlightsOf, isTrimmed } from '../review/rules.ts'
import { HighlightTrimmer } from './highlight-trimmer.tsx'

const { trim: words } = texts

/** Trimming, which works; and the tools that don't exist yet. */
export const ToolsTab = ({ video }: { video: Video }) => (
  <div className="space-y-7">
    <TrimTool video={video} />
    <div className="flex flex-wrap gap-2.5">
      {texts.tools.map(([name, message]) => (
        <Button key={name} variant="outline" onClick={() => toast(message)}>
          {name}
        </Button>
      ))}
    </div>
    <div className="space-y-3">
      <TextArea label={texts.notes} />
      {/* Does nothing, as the contract has it. */}
      <Button variant="outline">{texts.save}</Button>
    </div>
  </div>
)

function TrimTool({ video }: { video: Video }) {
  const playback = usePlayback()
  const [index, setIndex] = useState(0)
  const { data: status } = useQuery(aiStatusQuery(video.id, aiPanelPollMs))
  const { data: found } = useQuery(aiHighlightsQuery(video.id, resultsOf(status)))
  const { data: review } = useQuery(reviewQuery(video.id))
  const highlights = highlightsOf(
    { aiHighlights: found ? JSON.stringify(found.highlights) : video.aiHighlights },
    review?.trims,
  )
  const highlight = highlights[index]
  if (!highlight || !video.cfStreamId || !video.cfReadyToStream)
    return <p className="text-muted text-sm">{words.none}</p>
  const choose = (next: number) => {
    setIndex(next)
    playback.seek(highlights[next]?.start ?? 0)
  }
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <div className="space-y-4">
        <LazyPlayer
          streamId={video.cfStreamId}
          title={video.title}
          duration={video.duration}
          playback={playback}
        />
        <HighlightTimeline
          duration={video.duration}
          curve={found?.curve ?? null}
          clips={highlights}
          scenes={found?.sceneDetection ?? []}
          time={playback}
          onSeek={playback.seek}
        />
      </div>
      <div className="space-y-4">
        <Select
          label={words.which}
          value={String(index)}
          onChange={event => choose(Number(event.target.value))}
          options={highlights.map((one, at) => ({
            value: String(at),
            label: `${points(one.score)}: ${one.description}, ${formatClock(one.start)}-${formatClock(one.end)}`,
          }))}
        />
        <HighlightTrimmer
          key={index}
          videoId={video.id}
          index={index}
          highlight={highlight}
          trim={review?.trims.find(trim => trim.index === index) ?? null}
          duration={video.duration}
          curve={found?.curve ?? null}
          playback={playback}
        />
        {isTrimmed(review?.trims.find(trim => trim.index === index)) && (
          <ClipPreview
            videoId={video.id}
            kind="highlight"
            index={index}
            spot={`${highlight.start}-${highlight.end}`}
            name={highlight.description}
          />
        )}
      </div>
    </div>
  )
}
