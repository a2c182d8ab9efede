import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/analysis.ts'
import type { AiStatusAnswer } from '../../entities/highlight/analysis-status.ts'
import { aiLabel, aiTone, isApplied, mayStart } from '../../entities/highlight/rules.ts'
import { videoQuery } from '../../entities/video/video.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/icons/check.tsx'
import { Progress } from '../../ui/progress.tsx'
import { useStartAnalysis } from './start-analysis.ts'
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
  const startButton = (
    <Button size="sm" busy={start.isPending} onClick={() => start.mutate()}>
      {texts.start}
    </Button>
  )
  const offersStart = mayStart(state) && !startsItself
  const isFailed = !!status.aiProcessingError
  return (
    <div className="space-y-5">
      <div className="flex items-center justify-between gap-3">
        <Badge tone={aiTone(state)} live={state === 'processing'}>
          {aiLabel(state)}
        </Badge>
        {offersStart ? (
          !isFailed && startButton
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
      {isFailed && (
        <Alert tone="danger" title={texts.failed} action={offersStart && startButton}>
          {status.aiProcessingError}
        </Alert>
      )}
      {status.aiViralPotentialScore !== null && <ViralScore score={status.aiViralPotentialScore} />}

      <GeneratedTexts videoId={videoId} status={status} />
      <dl className="grid grid-cols-2 gap-4 text-sm">
        <Moment name={texts.started} iso={status.aiProcessingStarted} />
        <Moment name={texts.completed} iso={status.aiProcessingCompleted} />
      </dl>
    </div>
  )
}

const Moment = ({ name, iso }: { name: string; iso: string | null }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="numeric mt-0.5 font-medium">{iso ? formatDateTime(iso) : texts.missing}</dd>
  </div>
)

/** The generated texts above the current ones; one press applies them, one undoes it. */
function GeneratedTexts({ videoId, status }: { videoId: string; status: AiStatusAnswer }) {
  const enhance = useEnhanceMetadata(videoId)
  const undo = useUndoEnhance(videoId)
  const tags = status.aiGeneratedTags ?? []
  const anything = !!status.aiGeneratedTitle || !!status.aiGeneratedDescription || tags.length > 0
  const { data: video } = useQuery({ ...videoQuery(videoId), enabled: anything })
  const applied = !!video && isApplied(video, status)
  if (!anything && status.aiProcessingError) return null
  return (
    <>
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
        <Flag
          name={texts.fields.title}
          generated={status.aiGeneratedTitle}
          now={applied ? undefined : video?.title}
        />
        <Flag
          name={texts.fields.description}
          generated={status.aiGeneratedDescription}
          now={applied ? undefined : video?.description}
        />
        <Flag name={texts.fields.tags({ count: tags.length })} generated={tags.join(', ') || null} />
      </dl>
      {anything && (
        // In view before the texts are, and however long they are.
        <div className="sticky bottom-(--bottom-bar,0px) rounded-lg border border-line bg-surface p-3">
          {applied ? (
            <div className="flex items-center justify-between gap-3">
              <p className="pl-1 text-sm">{texts.applied}</p>
              <Button variant="outline" size="sm" busy={undo.isPending} onClick={() => undo.mutate()}>
                {texts.undo}
              </Button>
            </div>
          ) : (
            <Button className="w-full" busy={enhance.isPending} onClick={() => enhance.mutate()}>
              {texts.apply}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** @param now the current text; undefined while unknown or if the generated one is already applied */
function Flag({
  name,
  generated,
  now,
}: {
  name: string
  generated: string | null
  now?: string | undefined
}) {
  return (
    <div className="px-4 py-3">
      <dt className="flex items-center gap-2 font-semibold text-sm">
        {name}
        <span className={generated ? 'flex items-center gap-1 text-published text-xs' : 'text-muted text-xs'}>
          {generated && <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />}
          {generated ? texts.generated : texts.notGenerated}
        </span>
      </dt>
      {generated && <Text>{generated}</Text>}
      {generated && now !== undefined && (
        <Text muted>
          {now === generated ? texts.unchanged : now ? `${texts.now} ${now}` : texts.nowEmpty}
        </Text>
      )}
    </div>
  )
}

const Text = ({ muted = false, children }: { muted?: boolean; children: ReactNode }) => (
  <dd
    className={`mt-1 whitespace-pre-line break-words text-sm ${muted ? 'line-clamp-2 text-muted' : 'line-clamp-6'}`}
  >
    {children}
  </dd>
)

/** Updates a changed video in every query that holds it. */
function showChanged(queries: QueryClient, changed: Video): void {
  queries.setQueryData<Video>([api.video(changed.id)], changed)
  queries.setQueryData<Video[]>([api.myVideos], list =>
    list?.map(video => (video.id === changed.id ? changed : video)),
  )
}

/** Replaces the video's title, description and tags with the generated ones. */
function useEnhanceMetadata(videoId: string) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => call('enhanceMetadata', { params: { id: videoId } }),
    onDone: changed => showChanged(queries, changed),
    done: texts.toasts.enhanced,
    failed: { title: texts.toasts.enhanceFailed, otherwise: texts.toasts.enhanceFailedOtherwise },
    refresh: [api.myVideos],
  })
}

/** Restores the rider's own title, description and tags. */
function useUndoEnhance(videoId: string) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => call('undoEnhance', { params: { id: videoId } }),
    onDone: changed => showChanged(queries, changed),
    done: texts.toasts.undone,
    failed: { title: texts.toasts.undoFailed, otherwise: texts.toasts.undoFailedOtherwise },
    refresh: [api.myVideos],
  })
}
