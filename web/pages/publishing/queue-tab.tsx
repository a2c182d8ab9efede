import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import { type ChannelKind, channelFacts, publicationStates } from '#contract/publishing/constants.ts'
import type { pauseBody, QueueStatus, retryFailedAnswer } from '#contract/publishing/queue.ts'
import { texts as channelTexts } from '#texts/features/publishing/channel.ts'
import { texts } from '#texts/features/publishing.ts'
import { texts as publicationTexts } from '#texts/publications.ts'
import { ReasonDialog } from '../../features/payouts/reason-dialog.tsx'
import { publicationsQuery, queuePaths, queueQuery } from '../../features/publishing/calls.ts'
import { usedShare } from '../../features/publishing/rules.ts'
import { call } from '../../lib/calls/call.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { toastOf } from '../../lib/toast.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { FailureSentence } from './channels/failure-sentence.tsx'
import { PublicationRow } from './publication-row.tsx'

const { queue: words } = texts

/** The queue's counts, the use of the limits, and each publication with its history. */
export default function QueueTab() {
  return (
    <div className="space-y-4">
      <Status />
      <Publications />
    </div>
  )
}

function Status() {
  return (
    <Loaded query={useQuery(queueQuery)} skeleton={<Skeleton className="h-64" />} failed={words.failed}>
      {data => (
        <>
          {data.overdue > 0 && !data.paused && (
            <Alert tone="warning" title={words.overdue({ count: data.overdue })}>
              {words.overdueText}
            </Alert>
          )}
          <StatStrip
            stats={(['pending', 'processing', 'completed', 'failed'] as const).map(name => ({
              label: words.counts[name],
              value: formatNumber(data[name]),
            }))}
          />
          <div className="grid items-stretch gap-4 lg:grid-cols-2">
            <Limits status={data} />
            <Pause status={data} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function Pause({ status }: { status: QueueStatus }) {
  const [asking, setAsking] = useState(false)
  const pause = useAction({
    mutationFn: (body: z.input<typeof pauseBody>) => call('setPublishingPause', { body }),
    onDone: () => setAsking(false),
    failed: { title: words.pauseFailed, otherwise: texts.tryAgain },
    refresh: queuePaths,
  })
  return (
    <Section id="publishing-pause" title={status.paused ? words.paused : words.running}>
      <p className="text-[0.9375rem]">{status.paused ? words.pausedText : words.runningText}</p>
      {status.pauseReason && <p className="mt-1.5 break-words font-medium">{status.pauseReason}</p>}
      <div className="mt-4">
        {status.paused ? (
          <Button size="sm" busy={pause.isPending} onClick={() => pause.mutate({ paused: false })}>
            {words.resume}
          </Button>
        ) : (
          <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
            {words.pause}
          </Button>
        )}
      </div>
      {asking && (
        <ReasonDialog
          title={words.pause}
          text={words.pausedText}
          label={words.reason}
          hint={words.reasonHint}
          confirm={words.pause}
          maxLength={300}
          busy={pause.isPending}
          onConfirm={reason => pause.mutate({ paused: true, reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

function Publications() {
  const { role } = useUser()
  const [address, setAddress] = useSearchParams()
  const asked = address.get('state')
  const state = [...publicationStates, 'overdue' as const].find(one => one === asked)
  const [left, setLeft] = useState<Left>([])
  const id = address.get('publication') ?? undefined
  const query = useQuery(
    publicationsQuery({ id, ...(state === 'overdue' ? { overdue: 'true' } : { state }) }),
  )
  const standing = query.data?.map(one => one.state).join()
  const seen = useRef({ state, standing })
  // The counts above are polled rarely, so they follow changes seen here. A newly loaded list, or a different filter,
  // is not a change.
  useEffect(() => {
    const before = seen.current
    seen.current = { state, standing }
    if (before.state !== state || before.standing === undefined || before.standing === standing) return
    void queryClient().invalidateQueries({ queryKey: [api.publishingQueue] })
  }, [state, standing])
  return (
    <section aria-labelledby="publications">
      <div className="mt-7 mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h3 id="publications" className="heading text-[1.375rem]">
          {words.list}
        </h3>
        <div className="flex flex-wrap items-center gap-2.5">
          {id && (
            <Button variant="quiet" size="sm" onClick={() => setAddress({ tab: 'queue' })}>
              {words.everything}
            </Button>
          )}
          {role === 'admin' && <RetryFailed onLeft={setLeft} />}
          <div className="w-48">
            <Select
              label={words.filter}
              labelHidden
              className="h-11"
              value={state ?? ''}
              onChange={({ target: { value } }) =>
                setAddress({ tab: 'queue', ...(value ? { state: value } : {}) }, { replace: true })
              }
              options={[
                { value: '', label: words.all },
                { value: 'overdue', label: words.late },
                ...publicationStates.map(value => ({ value, label: publicationTexts.states[value] })),
              ]}
            />
          </div>
        </div>
      </div>
      {left.length > 0 && <NeedsPerson left={left} onClose={() => setLeft([])} />}
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-40" />}
        failed={words.listFailed}
        empty={
          <EmptyState title={state ? words.emptyFilter : words.empty} seed={47} heading="p">
            {!state && words.emptyText}
          </EmptyState>
        }
      >
        {publications => (
          <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
            {publications.map(one => (
              <PublicationRow key={one.id} publication={one} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

type Left = z.infer<typeof retryFailedAnswer>['left']

function RetryFailed({ onLeft }: { onLeft: (left: Left) => void }) {
  const retry = useAction({
    mutationFn: () => call('retryFailedPublications'),
    onDone: ({ left }) => onLeft(left),
    done: ({ retried }) => toastOf(words.retried, { count: retried }),
    failed: { title: words.retryFailedFailed, otherwise: texts.tryAgain },
    refresh: queuePaths,
  })
  return (
    <Button variant="outline" busy={retry.isPending} onClick={() => retry.mutate()}>
      {words.retryFailed}
    </Button>
  )
}

/** What couldn't be retried automatically, and what has to be done first. */
const NeedsPerson = ({ left, onClose }: { left: Left; onClose: () => void }) => (
  <div className="mb-3">
    <Alert
      tone="warning"
      title={words.left({ count: left.length })}
      action={
        <Button variant="quiet" size="sm" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <ul>
        {[...new Map(left.map(one => [one.sentence, one.kind]))].map(([sentence, kind]) => (
          <li key={sentence}>
            <FailureSentence kind={kind}>{sentence}</FailureSentence>
          </li>
        ))}
      </ul>
    </Alert>
  </div>
)

type Limit = QueueStatus['rateLimits'][ChannelKind]
interface Line {
  key: string
  /** null if the platform has one channel */
  channel: string | null
  limit: Limit
}

/** One line for each limit of a kind: per channel, or one for all channels that the platform counts together. */
function linesOf(kind: ChannelKind, { rateLimits, channelLimits }: QueueStatus): Line[] {
  const of = channelLimits.filter(one => one.kind === kind)
  const [first] = of
  if (!first || of.length === 1) return [{ key: kind, channel: null, limit: rateLimits[kind] }]
  if (first.shared)
    return [
      {
        key: kind,
        channel: channelTexts.shared({ names: of.map(({ name }) => name).join(', ') }),
        limit: first,
      },
    ]
  return of.map(limit => ({ key: limit.channelId, channel: limit.name, limit }))
}

/** How much of the hourly limits is used. */
const Limits = ({ status }: { status: QueueStatus }) => (
  <Section id="hourly-limits" title={words.limits}>
    <ul className="space-y-3.5">
      {channelFacts.flatMap(({ kind, name }) =>
        linesOf(kind, status).map(({ key, channel, limit }) => (
          <li key={key}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 break-words font-semibold">
                {name}
                {channel && <span className="font-normal text-muted text-sm"> · {channel}</span>}
              </span>
              <span className="numeric text-sm">
                {words.used({ used: limit.currentHour, most: limit.maxPerHour })}
                <span className="text-muted">
                  {' '}
                  · {words.today({ used: limit.today, most: limit.maxPerDay })}
                </span>
              </span>
            </div>
            <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-ink/10">
              <div
                className="h-full rounded-full bg-pine"
                style={{ width: `${usedShare(limit.currentHour, limit.maxPerHour)}%` }}
              />
            </div>
          </li>
        )),
      )}
    </ul>
  </Section>
)
