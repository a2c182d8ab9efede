import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { AiStatusAnswer } from './ai-status.ts'
import { useEnhanceMetadata } from './enhance-metadata.ts'
import { aiLabel, aiTone, mayStart } from './rules.ts'
import { useStartAnalysis } from './start-analysis.ts'
import { texts } from './texts.ts'
import { ViralScore } from './viral-score.tsx'

export function StatusTab({
  videoId,
  status,
  refreshing,
  onRefresh,
}: {
  videoId: string
  status: AiStatusAnswer
  refreshing: boolean
  onRefresh: () => void
}) {
  const start = useStartAnalysis(videoId)
  const { aiProcessingStatus: state } = status
  return (
    <div className="space-y-5">
      <div className="flex items-center justify-between gap-3">
        <Badge tone={aiTone(state)} live={state === 'processing'}>
          {aiLabel(state)}
        </Badge>
        {mayStart(state) ? (
          <Button size="sm" busy={start.isPending} onClick={() => start.mutate()}>
            {texts.start}
          </Button>
        ) : (
          <Button size="sm" variant="outline" busy={refreshing} onClick={onRefresh}>
            {texts.refresh}
          </Button>
        )}
      </div>

      {state === 'processing' && (
        <div role="status">
          <div className="mb-2 flex items-baseline justify-between gap-3">
            <p className="font-semibold">{texts.analysing}</p>
            <span className="figure text-lg">{status.progress}%</span>
          </div>
          <Progress value={status.progress} label={texts.analysing} />
          <p className="mt-2 text-muted text-sm">{texts.analysingNote}</p>
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
        <Moment name="Started" iso={status.aiProcessingStarted} />
        <Moment name="Completed" iso={status.aiProcessingCompleted} />
      </dl>
      <Generated videoId={videoId} status={status} />
    </div>
  )
}

const Moment = ({ name, iso }: { name: string; iso: string | null }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="numeric mt-0.5 font-medium">{iso ? formatDateTime(iso) : texts.missing}</dd>
  </div>
)

/** What was written for the video, and the one press that puts it in place. */
function Generated({ videoId, status }: { videoId: string; status: AiStatusAnswer }) {
  const enhance = useEnhanceMetadata(videoId)
  const tags = status.aiGeneratedTags ?? []
  const anything = status.aiGeneratedTitle || status.aiGeneratedDescription || tags.length > 0
  return (
    <div className="rounded-lg border border-line">
      <dl className="divide-y divide-line">
        <Flag name="Title" ready={!!status.aiGeneratedTitle}>
          {status.aiGeneratedTitle}
        </Flag>
        <Flag name="Description" ready={!!status.aiGeneratedDescription}>
          {status.aiGeneratedDescription}
        </Flag>
        <Flag name={`Tags (${tags.length})`} ready={tags.length > 0}>
          {tags.length > 0 && tags.join(', ')}
        </Flag>
      </dl>
      {anything && (
        <div className="border-line border-t p-3">
          <Button className="w-full" size="md" busy={enhance.isPending} onClick={() => enhance.mutate()}>
            {texts.apply}
          </Button>
        </div>
      )}
    </div>
  )
}

const Flag = ({ name, ready, children }: { name: string; ready: boolean; children: ReactNode }) => (
  <div className="px-4 py-3">
    <dt className="flex items-center gap-2 font-semibold text-sm">
      {name}
      <span className={ready ? 'flex items-center gap-1 text-published text-xs' : 'text-muted text-xs'}>
        {ready && <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />}
        {ready ? 'Generated' : 'Not generated'}
      </span>
    </dt>
    {children && <dd className="mt-1 line-clamp-6 whitespace-pre-line text-muted text-sm">{children}</dd>}
  </div>
)
