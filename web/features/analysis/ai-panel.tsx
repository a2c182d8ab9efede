import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { aiStatusQuery, resultsOf } from '../../entities/highlight/analysis-status.ts'
import { aiHighlightsQuery } from '../../entities/highlight/highlights.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AnalysisTab } from './analysis-tab.tsx'
import { HighlightsTab } from './highlights-tab.tsx'
import { StatusTab } from './status-tab.tsx'
import { texts } from './texts.ts'

/** 'AI Video Enhancement': how the analysis stands, what it found, and why. */
export function AiPanel({
  videoId,
  pollMs,
  expected,
  playback,
}: {
  videoId: string
  pollMs: number
  /** an analysis will begin by itself, as after an upload */
  expected: boolean
  playback: Playback
}) {
  const status = useQuery(aiStatusQuery(videoId, pollMs, expected))
  const completed = status.data?.completed ?? false
  const found = useQuery(aiHighlightsQuery(videoId, resultsOf(status.data)))
  const [chosen, setChosen] = useState<string | null>(null)

  const waiting = <Skeleton className="h-40" />
  const failed = found.isError && (
    <ErrorState
      title="The results could not be loaded"
      error={found.error}
      onRetry={() => void found.refetch()}
    />
  )
  const results = failed || (found.isLoading ? waiting : null)

  return (
    <section aria-labelledby={`ai-panel-${videoId}`}>
      <h2 id={`ai-panel-${videoId}`} className="heading mb-2 text-[1.375rem]">
        {texts.title}
      </h2>
      <Tabs
        label={texts.title}
        value={chosen ?? (completed ? 'highlights' : 'status')}
        onChange={setChosen}
        // Results that arrive a moment later must not open another tab.
        onPress={setChosen}
        tabs={[
          {
            value: 'status',
            label: texts.tabs.status,
            content: status.isError ? (
              <ErrorState
                title="The status could not be loaded"
                error={status.error}
                onRetry={() => void status.refetch()}
              />
            ) : status.data ? (
              <StatusTab
                videoId={videoId}
                status={status.data}
                refreshing={status.isFetching}
                onRefresh={() => void status.refetch()}
              />
            ) : (
              waiting
            ),
          },
          {
            value: 'highlights',
            label: texts.tabs.highlights,
            note: found.data?.highlights.length ? String(found.data.highlights.length) : undefined,
            content: results ?? (
              <HighlightsTab videoId={videoId} found={found.data ?? null} playback={playback} />
            ),
          },
          {
            value: 'analysis',
            label: texts.tabs.analysis,
            content: results ?? (
              <AnalysisTab videoId={videoId} found={found.data ?? null} playback={playback} />
            ),
          },
        ]}
      />
    </section>
  )
}
