import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { Highlight } from '#contract/analysis.ts'
import { aiPanelPollMs } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import type { addToCompilationBody } from '#contract/review.ts'
import { texts } from '#texts/features/editor.ts'
import { type AiStatusAnswer, aiStatusQuery, resultsOf } from '../../entities/highlight/analysis-status.ts'
import { aiHighlightsQuery } from '../../entities/highlight/highlights.ts'
import { mayStart } from '../../entities/highlight/rules.ts'
import { points } from '../../entities/highlight/timeline/clips.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatClock } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStartAnalysis } from '../analysis/start-analysis.ts'

const { compilation: words } = texts

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

const reelTypes = ['short', 'wide'] as const

/** The highlights with score and times; the selected ones become a reel. */
function HighlightPicker({ videoId, highlights }: { videoId: string; highlights: readonly Highlight[] }) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [type, setType] = useState<(typeof reelTypes)[number]>('short')
  const adding = useAddToCompilation(videoId)
  const toggle = (index: number) =>
    setChosen(chosen.includes(index) ? chosen.filter(one => one !== index) : [...chosen, index])
  return (
    <>
      <ol className="divide-y divide-line border-line border-y">
        {highlights.map((highlight, index) => (
          <li key={`${highlight.start}-${highlight.end}`}>
            <Checkbox
              className="py-2.5"
              aria-label={words.choose({ what: highlight.description })}
              checked={chosen.includes(index)}
              onChange={() => toggle(index)}
            >
              <span className="figure w-8 text-[1.25rem] text-accent">{points(highlight.score)}</span>
              <span className="min-w-0 flex-1">{highlight.description}</span>
              <span className="numeric text-muted">
                {formatClock(highlight.start)}-{formatClock(highlight.end)}
              </span>
            </Checkbox>
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap items-center gap-2.5">
        <Segments
          label={words.type}
          value={type}
          options={reelTypes.map(value => ({ value, label: words.types[value] }))}
          onChange={setType}
        />
        <Button
          variant="outline"
          size="sm"
          busy={adding.isPending}
          disabled={chosen.length === 0}
          onClick={() =>
            adding.mutate(
              { highlights: [...chosen].sort((a, b) => a - b), compilationType: type },
              { onSuccess: () => setChosen([]) },
            )
          }
        >
          {adding.isPending ? words.adding : words.add({ count: chosen.length })}
        </Button>
      </div>
    </>
  )
}

/** Creates a reel from the selected highlights; it is listed with the video's reels. */
const useAddToCompilation = (videoId: string) =>
  useAction({
    mutationFn: (body: z.input<typeof addToCompilationBody>) =>
      call('addToCompilation', { params: { id: videoId }, body }),
    done: words.added,
    failed: { title: words.failed, otherwise: words.failedOtherwise },
    refresh: [api.aiProcessedVideos, api.videoReview(videoId)],
  })
