import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook, WebhookDelivery } from '#contract/api-access.ts'
import { type WebhookEvent, webhookEvents } from '#contract/api-constants.ts'
import { addressOf, api } from '#contract/paths.ts'
import { texts } from '#texts/pages/settings/api.ts'
import { ApiError, sentenceOf } from '../../../lib/calls/api.ts'
import { call, reading } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { useFields } from '../../../lib/fields.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Checks } from './checks.tsx'
import { CreateForm, SecretsSection } from './frames.tsx'

const words = texts.webhooks
const refresh = [api.webhooks]
const eventNames: Record<WebhookEvent, string> = {
  'video.ready': words.events.videoReady,
  'analysis.completed': words.events.analysisCompleted,
  'video.published': words.events.videoPublished,
  'payout.completed': words.events.payoutCompleted,
}

/** The rider's addresses that receive events, with their deliveries. */
export const Webhooks = () => (
  <SecretsSection
    id="webhooks"
    words={words}
    query={useQuery({ ...reading('webhooks') })}
    row={webhook => <WebhookRow key={webhook.id} webhook={webhook} />}
    form={given => <WebhookForm {...given} />}
  />
)

const stateOf = ({ disabledAt, failingSince }: Webhook): { tone: Tone; text: string } => {
  if (disabledAt) return { tone: 'danger', text: words.off }
  return failingSince ? { tone: 'orange', text: words.failing } : { tone: 'green', text: words.on }
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState(false)
  const { id, url, events, disabledAt } = webhook
  const state = stateOf(webhook)
  const failed = { title: words.notChanged, otherwise: texts.noConnection }
  const params = { webhookId: id }
  const deleting = useAction({
    mutationFn: () => call('deleteWebhook', { params }),
    done: words.deleted,
    failed,
    refresh,
  })
  const enabling = useAction({
    mutationFn: () => call('enableWebhook', { params }),
    done: words.enabled,
    failed,
    refresh,
  })
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-center gap-2">
            <span className="break-all font-semibold">{url}</span>
            <Badge tone={state.tone}>{state.text}</Badge>
          </p>
          <p className="text-muted text-sm">{events.map(event => eventNames[event]).join(' · ')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {disabledAt && (
            <Button size="sm" busy={enabling.isPending} onClick={() => enabling.mutate()}>
              {words.enable}
            </Button>
          )}
          <Button
            variant="outline"
            size="sm"
            aria-expanded={open}
            aria-label={words.deliveriesLabel({ url })}
            onClick={() => setOpen(!open)}
          >
            {words.deliveries}
          </Button>
          <Button
            variant="outline"
            size="sm"
            busy={deleting.isPending}
            aria-label={words.deleteLabel({ url })}
            onClick={() => deleting.mutate()}
          >
            {words.delete}
          </Button>
        </div>
      </div>
      {open && <Deliveries webhookId={id} canReplay={disabledAt === null} />}
    </li>
  )
}

function Deliveries({ webhookId, canReplay }: { webhookId: string; canReplay: boolean }) {
  const query = useQuery({ ...reading('webhookDeliveries', { params: { webhookId } }) })
  return (
    <Loaded query={query} skeleton={<Spinner />} failed={words.deliveriesNotLoaded} lateError="above">
      {list =>
        list.length === 0 ? (
          <p className="mt-3 text-muted text-sm">{words.none}</p>
        ) : (
          <ul className="mt-3 divide-y divide-line rounded-lg border border-line px-4">
            {list.map(delivery => (
              <DeliveryRow
                key={delivery.id}
                webhookId={webhookId}
                delivery={delivery}
                canReplay={canReplay}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const tones = { waiting: 'blue', delivered: 'green', failed: 'danger' } as const

/** What the last attempt got: an answer's status and time, or why there was none. */
function lastAnswer({ lastStatus, lastProblem, lastDuration }: WebhookDelivery): string | null {
  if (lastProblem) return words.problems[lastProblem]
  if (lastStatus === null) return null
  return words.answer({ status: lastStatus, milliseconds: lastDuration ?? 0 })
}

function DeliveryRow({
  webhookId,
  delivery,
  canReplay,
}: {
  webhookId: string
  delivery: WebhookDelivery
  canReplay: boolean
}) {
  const { id, type, state, attempts, createdAt, lastAttemptAt, nextAttemptAt } = delivery
  const replaying = useAction({
    mutationFn: () => call('replayDelivery', { params: { webhookId, deliveryId: id } }),
    done: words.replayed,
    failed: { title: words.notReplayed, otherwise: texts.noConnection },
    refresh: [addressOf('webhookDeliveries', { webhookId })],
  })
  const facts = [
    formatDateTime(lastAttemptAt ?? createdAt),
    lastAnswer(delivery),
    attempts > 1 && words.attempts({ attempts }),
    state === 'waiting' && attempts > 0 && nextAttemptAt
      ? words.next({ when: formatDateTime(nextAttemptAt) })
      : null,
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <code>{type}</code>
          <Badge tone={tones[state]}>{words.states[state]}</Badge>
        </p>
        <p className="text-muted text-sm">{facts.join(' · ')}</p>
      </div>
      {state !== 'waiting' && canReplay && (
        <Button variant="quiet" size="sm" busy={replaying.isPending} onClick={() => replaying.mutate()}>
          {words.replay}
        </Button>
      )}
    </li>
  )
}

const isRefusedAddress = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.field === 'url'

function WebhookForm({ onDone, onCancel }: { onDone: (secret: string) => void; onCancel: () => void }) {
  const { fields, change, field } = useFields({
    url: '',
    events: [...webhookEvents] as WebhookEvent[],
  })
  const creating = useAction({
    mutationFn: () => call('createWebhook', { body: fields }),
    failed: error =>
      isRefusedAddress(error) ? null : { title: words.notMade, otherwise: texts.noConnection },
    refresh,
    onDone: ({ secret }) => onDone(secret),
  })
  return (
    <CreateForm
      label={words.create}
      creating={creating}
      disabled={fields.events.length === 0}
      onCancel={onCancel}
    >
      <TextField
        label={words.url}
        hint={words.urlHint}
        error={isRefusedAddress(creating.error) ? sentenceOf(creating.error, texts.noConnection) : undefined}
        type="url"
        required
        maxLength={500}
        autoComplete="off"
        {...field('url')}
      />
      <Checks
        legend={words.tell}
        labels={eventNames}
        chosen={fields.events}
        onChange={events => change({ events })}
      />
    </CreateForm>
  )
}
