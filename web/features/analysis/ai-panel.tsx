import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/analysis.ts'
import { aiStatusQuery, resultsOf } from '../../entities/highlight/analysis-status.ts'
import { aiHighlightsQuery } from '../../entities/highlight/highlights.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useTelemetryChoice } from '../telemetry/add-telemetry.ts'
import { AnalysisTab } from './analysis-tab.tsx'
import { HighlightsTab } from './highlights-tab.tsx'
import { StatusTab } from './status-tab.tsx'

/** 'AI Video Enhancement': the state of the analysis, what it found, and why. */
export function AiPanel({
  video,
  pollMs,
  expected,
  playback,
  own = true,
}: {
  /** with the state of its analysis, if it is known, so that the panel opens where it stays */
  video: Pick<Video, 'id' | 'duration' | 'cfStreamId'> & Partial<Pick<Video, 'aiProcessingStatus'>>
  pollMs: number
  /** an analysis will start by itself, as after an upload */
  expected: boolean
  playback: Playback
  /** whether it is the viewer's own video */
  own?: boolean
}) {
  const { id: videoId } = video
  const status = useQuery(aiStatusQuery(videoId, pollMs, expected))
  const completed = status.data?.completed ?? (!status.error && video.aiProcessingStatus === 'completed')
  const found = useQuery(aiHighlightsQuery(videoId, resultsOf(status.data)))
  const telemetryChoice = useTelemetryChoice(videoId)
  const [chosen, setChosen] = useState<string | null>(null)

  const waiting = <Skeleton className="h-40" />
  // Without a completed run there is nothing to wait for.
  const results = {
    data: found.isLoading || status.isLoading ? undefined : (found.data ?? null),
    error: found.error,
    refetch: found.refetch,
  }

  return (
    <section aria-labelledby={`ai-panel-${videoId}`}>
      <h2 id={`ai-panel-${videoId}`} className="heading mb-2 text-[1.375rem]">
        {texts.title}
      </h2>
      <Tabs
        label={texts.title}
        value={chosen ?? (completed ? 'highlights' : 'status')}
        onChange={setChosen}
        // Results that arrive a moment later must not switch the tab.
        onPress={setChosen}
        tabs={[
          {
            value: 'status',
            label: texts.tabs.status,
            content: (
              <Loaded query={status} skeleton={waiting} failed={texts.statusFailed} lateError="instead">
                {data => (
                  <StatusTab
                    videoId={videoId}
                    status={data}
                    expected={expected}
                    refreshing={status.isFetching}
                    onRefresh={() => void status.refetch()}
                  />
                )}
              </Loaded>
            ),
          },
          {
            value: 'highlights',
            label: texts.tabs.highlights,
            note: found.data?.highlights.length ? String(found.data.highlights.length) : undefined,
            content: (
              <Loaded query={results} skeleton={waiting} failed={texts.resultsFailed} lateError="instead">
                {data => <HighlightsTab videoId={videoId} found={data} playback={playback} />}
              </Loaded>
            ),
          },
          {
            value: 'analysis',
            label: texts.tabs.analysis,
            content: (
              <Loaded query={results} skeleton={waiting} failed={texts.resultsFailed} lateError="instead">
                {data => <AnalysisTab {...{ video, own, telemetryChoice, playback }} found={data} />}
              </Loaded>
            ),
          },
        ]}
      />
    </section>
  )
}
