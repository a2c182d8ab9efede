import type { AiStatusAnswer } from '../../entities/highlight/analysis-status.ts'
import { aiLabel, aiTone, mayStart } from '../../entities/highlight/rules.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { GeneratedTexts } from './generated-texts.tsx'
import { useStartAnalysis } from './start-analysis.ts'
import { texts } from './texts.ts'
import { ViralScore } from './viral-score.tsx'

export function StatusTab({
  videoId,
  status,
  expected,
  refreshing,
  onRefresh,
}: {
  videoId: string
  status: AiStatusAnswer
  /** the analysis will start by itself, as after an upload */
  expected: boolean
  refreshing: boolean
  onRefresh: () => void
}) {
  const start = useStartAnalysis(videoId)
  const { aiProcessingStatus: state } = status
  const startsItself = expected && (state === null || state === 'pending')
  return (
    <div className="space-y-5">
      <div className="flex items-center justify-between gap-3">
        <Badge tone={aiTone(state)} live={state === 'processing'}>
          {aiLabel(state)}
        </Badge>
        {mayStart(state) && !startsItself ? (
          <Button size="sm" busy={start.isPending} onClick={() => start.mutate()}>
            {texts.start}
          </Button>
        ) : (
          <Button size="sm" variant="outline" busy={refreshing} onClick={onRefresh}>
            {texts.refresh}
          </Button>
        )}
      </div>

      {startsItself && (
        <p role="status" className="text-muted text-sm">
          {texts.startsItself}
        </p>
      )}
      {state === 'processing' && (
        <div role="status">
          <div className="mb-2 flex items-baseline justify-between gap-3">
            <p className="font-semibold">{texts.analyzing}</p>
            <span className="figure text-lg">{status.progress}%</span>
          </div>
          <Progress value={status.progress} label={texts.analyzing} />
          <p className="mt-2 text-muted text-sm">{texts.analyzingNote}</p>
          {status.stage && <p className="mt-1 text-muted text-sm first-letter:uppercase">{status.stage}</p>}
        </div>
      )}
      {status.aiProcessingError && (
        <Alert tone="danger" title={texts.failed}>
          {status.aiProcessingError}
        </Alert>
      )}
      {status.aiViralPotentialScore !== null && <ViralScore score={status.aiViralPotentialScore} />}

      <dl className="grid grid-cols-2 gap-4 text-sm">
        <Moment name={texts.started} iso={status.aiProcessingStarted} />
        <Moment name={texts.completed} iso={status.aiProcessingCompleted} />
      </dl>
      <GeneratedTexts videoId={videoId} status={status} />
    </div>
  )
}

const Moment = ({ name, iso }: { name: string; iso: string | null }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="numeric mt-0.5 font-medium">{iso ? formatDateTime(iso) : texts.missing}</dd>
  </div>
)
