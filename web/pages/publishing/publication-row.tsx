import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { api } from '#contract/paths.ts'
import { platformNames } from '#contract/publishing/constants.ts'
import type { Publication } from '#contract/publishing/publications.ts'
import { texts } from '#texts/features/publishing.ts'
import { texts as publicationTexts } from '#texts/publications.ts'
import { publicationQuery, queuePaths } from '../../features/publishing/calls.ts'
import { isGoing, stateTone } from '../../features/publishing/standing.ts'
import { call, ifMatch } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDateTime, formatMoment, formatNumber, formatViews } from '../../lib/format.ts'
import type { ToastContent } from '../../lib/toast.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { part } from '../../ui/part/part.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FailureSentence } from './channels/failure-sentence.tsx'
import { EditWords } from './edit-words.tsx'

const { publication: words } = texts
const PostActions = part(() => import('../../features/publishing/post-actions.tsx'))

const useChange = (change: (one: Publication) => Promise<unknown>, done: ToastContent, failed: string) =>
  useAction({
    mutationFn: change,
    done,
    failed: { title: failed, otherwise: texts.tryAgain },
    refresh: ({ id }) => [...queuePaths, api.publication(id)],
    // After a refusal too: its state may have changed meanwhile.
    refreshOn: 'settled',
  })

/** One publication: what, where, when, its progress and its actions. */
export function PublicationRow({ publication }: { publication: Publication }) {
  const { platform, state, failure, channel } = publication
  const cancel = useChange(
    ({ id, version }) => call('cancelPublication', { params: { id }, headers: ifMatch(version) }),
    words.cancelled,
    words.cancelFailed,
  )
  const retry = useChange(
    ({ id }) => call('retryPublication', { params: { id } }),
    words.retried,
    words.retryFailed,
  )
  const name = platformNames[platform]
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="break-words font-semibold">{publication.metadata.title}</p>
          <p className="mt-0.5 break-words text-muted text-sm">
            {[name, channel?.name, publication.content].filter(Boolean).join(' · ')}
          </p>
          <p className="numeric mt-0.5 text-muted text-sm">{timeOf(publication)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <StateBadge publication={publication} />
          {publication.canCancel && (
            <Button
              size="sm"
              variant="outline"
              busy={cancel.isPending}
              onClick={() => cancel.mutate(publication)}
            >
              {words.cancel}
            </Button>
          )}
          {publication.canEdit && <EditWords id={publication.id} title={publication.metadata.title} />}
          {failure && (
            <Button
              size="sm"
              variant="outline"
              busy={retry.isPending}
              onClick={() => retry.mutate(publication)}
            >
              {words.retry}
            </Button>
          )}
        </div>
      </div>
      {state === 'uploading' && (
        <div className="mt-2.5">
          <Progress
            value={publication.progress}
            label={words.progress({ what: publication.metadata.title })}
          />
        </div>
      )}
      {failure && (
        <p className="mt-2 break-words text-danger text-sm">
          <FailureSentence kind={failure.kind}>{failure.sentence}</FailureSentence>{' '}
          <span className="font-semibold">{words.actors[failure.actor]}</span>
        </p>
      )}
      {publication.note && !failure && <p className="mt-2 break-words text-sm">{publication.note}</p>}
      {publication.countsNote && (
        <p className="mt-2 break-words text-pending text-sm">{publication.countsNote}</p>
      )}
      <div className="mt-1.5 flex flex-wrap items-start gap-x-6 gap-y-1">
        {publication.url && !publication.removedAt && (
          <a
            href={publication.url}
            target="_blank"
            rel="noreferrer"
            className="rounded-sm py-1 font-semibold text-accent text-sm"
          >
            {words.watch({ platform: name })}
          </a>
        )}
        <History id={publication.id} state={`${state} ${publication.version}`} />
      </div>
      {publication.canChangePost && (
        <div className="mt-2">
          <Suspense>
            <PostActions publication={publication} />
          </Suspense>
        </div>
      )}
    </li>
  )
}

function StateBadge({ publication: { state, hiddenAt, removedAt } }: { publication: Publication }) {
  if (removedAt) return <Badge tone="gray">{words.removedState}</Badge>
  if (hiddenAt) return <Badge tone="orange">{words.hiddenState}</Badge>
  return (
    <Badge tone={stateTone(state)} live={isGoing(state)}>
      {publicationTexts.states[state]}
    </Badge>
  )
}

function timeOf({
  state,
  publishedAt,
  hiddenAt,
  removedAt,
  scheduledFor,
  timing,
  views,
  likes,
}: Publication): string {
  if (publishedAt && state === 'published')
    return [
      removedAt
        ? words.removed({ when: formatMoment(removedAt) })
        : hiddenAt
          ? words.hidden({ since: formatMoment(hiddenAt) })
          : words.live({ when: formatMoment(publishedAt) }),
      formatViews(views),
      texts.insights.likes({ text: formatNumber(likes) }),
    ].join(' · ')
  const due = state === 'failed' || state === 'cancelled' ? words.wasDue : words.due
  return `${due({ when: formatMoment(scheduledFor) })} (${texts.timings[timing]})`
}

function History({ id, state }: { id: string; state: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="min-w-0 open:basis-full" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 font-semibold text-accent text-sm">
        {words.history}
      </summary>
      {/* A new state has a new history. */}
      {open && <Events key={state} id={id} />}
    </details>
  )
}

function Events({ id }: { id: string }) {
  return (
    <Loaded
      query={useQuery(publicationQuery(id))}
      skeleton={<Skeleton className="h-16" />}
      failed={words.historyFailed}
    >
      {({ history }) => (
        <ol className="mt-1 space-y-1 border-line border-l pl-4 text-sm">
          {history.map(event => (
            <li key={`${event.at} ${event.kind}`}>
              <time dateTime={event.at} className="numeric mr-2 text-muted text-xs">
                {formatDateTime(event.at)}
              </time>
              <span className="break-words">{event.sentence}</span>
              {event.by && <span className="text-muted"> {words.by({ name: event.by })}</span>}
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}
