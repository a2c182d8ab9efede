import { useQuery } from '@tanstack/react-query'
import { aiPanelPollMs } from '#contract/constants.ts'
import { type AiStatusAnswer, aiStatusQuery, resultsOf } from '../../entities/highlight/analysis-status.ts'
import { aiHighlightsQuery } from '../../entities/highlight/highlights.ts'
import { mayStart } from '../../entities/highlight/rules.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStartAnalysis } from '../analysis/start-analysis.ts'
import { HighlightPicker } from './highlight-picker.tsx'
import { texts } from './texts.ts'

/** Starts or retries the analysis; shows the highlights and the suggested title and description. */
export function AiTab({ videoId }: { videoId: string }) {
  return (
    <Loaded
      query={useQuery(aiStatusQuery(videoId, aiPanelPollMs))}
      skeleton={<Skeleton className="h-40" />}
      failed={texts.tabs.ai}
      lateError="instead"
    >
      {status => <Analysis videoId={videoId} status={status} />}
    </Loaded>
  )
}

function Analysis({ videoId, status }: { videoId: string; status: AiStatusAnswer }) {
  const { data: found } = useQuery(aiHighlightsQuery(videoId, resultsOf(status)))
  const start = useStartAnalysis(videoId, 'aiProcess')
  return (
    <div className="space-y-6">
      {mayStart(status.aiProcessingStatus) && (
        <Button busy={start.isPending} onClick={() => start.mutate()}>
          {status.aiProcessingStatus === 'failed' ? texts.retry : texts.start}
        </Button>
      )}
      {status.aiProcessingStatus === 'processing' && (
        <div role="status">
          <p className="mb-2 font-semibold">{texts.running}</p>
          <Progress value={status.progress} label={texts.running} />
        </div>
      )}
      <section aria-label={texts.highlights}>
        <h3 className="mb-2 font-semibold text-sm">{texts.highlights}</h3>
        {found?.highlights.length ? (
          <HighlightPicker videoId={videoId} highlights={found.highlights} />
        ) : (
          <p className="text-muted text-sm">{texts.noHighlights}</p>
        )}
      </section>
      <dl className="space-y-4 text-sm">
        {(
          [
            [texts.suggestedTitle, status.aiGeneratedTitle],
            [texts.suggestedDescription, status.aiGeneratedDescription],
          ] as const
        ).map(([name, text]) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="mt-1 whitespace-pre-line text-muted">{text ?? texts.none}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
