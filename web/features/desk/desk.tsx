import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type DeskKind, deskKinds } from '#contract/money/constants.ts'
import type { DeskItem } from '#contract/money/desk.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/desk.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate, formatDateTime, formatMoney } from '../../lib/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { part } from '../../ui/part/part.tsx'
import { ReasonDialog } from '../payouts/reason-dialog.tsx'
import { deskListQuery } from './calls.ts'
import { Evidence } from './evidence.tsx'

const Refunds = part(() => import('../payouts/refunds.tsx'))
const { desk: words } = texts
const reasons: Readonly<Record<string, string>> = words.reasons
const statuses: Readonly<Record<string, string>> = words.statuses

const tones: Readonly<Record<string, Tone>> = {
  won: 'green',
  lost: 'danger',
  returned: 'danger',
  sent: 'blue',
}
/** What still has a date needs somebody. */
const toneOf = ({ kind, status, nextAt }: DeskItem): Tone =>
  tones[status] ?? (nextAt && kind !== 'credits' ? 'orange' : 'gray')

/** Whether an operator has to do something about it; the list begins with these. */
const needsAnswer = ({ kind, status, nextAt, rider }: DeskItem): boolean =>
  status === 'returned' ||
  (nextAt !== null && (kind === 'disputes' || (kind === 'warnings' && rider !== null)))

/** Disputes, early fraud warnings, refunds and credits, each with its next date: first those that need an operator. */
export function Desk() {
  const [address, setAddress] = useSearchParams()
  const asked = address.get('desk')
  const kind: DeskKind = deskKinds.find(one => one === asked) ?? 'disputes'
  const query = useInfiniteQuery(deskListQuery(kind))
  const items = query.data?.pages.flat() ?? []
  return (
    <Section id="desk" title={words.title}>
      <div className="mb-4 max-w-xs">
        <Select
          label={words.show}
          value={kind}
          options={deskKinds.map(value => ({ value, label: words.kinds[value] }))}
          onChange={event => setAddress({ tab: 'money', desk: event.target.value }, { replace: true })}
        />
      </div>
      <PagedList
        variant="inside"
        query={query}
        count={items.length}
        failed={words.failed}
        none={words.none[kind]}
      >
        {(['needed', 'rest'] as const).map(group => {
          const those = items.filter(item => needsAnswer(item) === (group === 'needed'))
          return (
            those.length > 0 && (
              <section key={group} aria-label={words.groups[group]} className="mt-5 first:mt-0">
                <h3 className="mb-2 font-semibold text-sm">{words.groups[group]}</h3>
                <ul aria-label={words.kinds[kind]} className="divide-y divide-line border-line border-y">
                  {those.map(item => (
                    <Item key={item.id} item={item} />
                  ))}
                </ul>
              </section>
            )
          )
        })}
      </PagedList>
    </Section>
  )
}

function Item({ item }: { item: DeskItem }) {
  const [open, setOpen] = useState(false)
  const reason = item.reason && (reasons[item.reason] ?? item.reason.replaceAll('_', ' '))
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className="truncate font-semibold text-base">{item.rider ? item.rider.email : words.nobody}</p>
        <p className="text-muted">
          {[item.at && formatDate(item.at), reason].filter(Boolean).join(' · ')}
          {item.url && (
            <>
              {' · '}
              <a
                href={item.url}
                target="_blank"
                rel="noreferrer"
                className="whitespace-nowrap underline underline-offset-2"
              >
                {words.atStripe}
                <span className="sr-only"> {item.id}</span>
              </a>
            </>
          )}
        </p>
        {item.nextAt && (
          <p className="font-semibold">
            {words.next[item.kind]({
              when: item.kind === 'disputes' ? formatDateTime(item.nextAt) : formatDate(item.nextAt),
            })}
          </p>
        )}
      </div>
      <p className="numeric font-semibold max-sm:self-start">{formatMoney(item.amount)}</p>
      <Badge tone={toneOf(item)}>{statuses[item.status] ?? item.status.replaceAll('_', ' ')}</Badge>
      {item.kind === 'disputes' && (
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          {needsAnswer(item) ? words.answer : words.look}
        </Button>
      )}
      {item.kind === 'warnings' && needsAnswer(item) && (
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          {words.refund}
        </Button>
      )}
      {item.status === 'returned' && (
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          {words.resend}
        </Button>
      )}
      {open && item.kind === 'refunds' && item.invoiceId && (
        <Resend item={item} invoiceId={item.invoiceId} onClose={() => setOpen(false)} />
      )}
      {open && item.kind === 'disputes' && <Evidence item={item} onClose={() => setOpen(false)} />}
      {open && item.kind === 'warnings' && item.rider && (
        <Dialog open onClose={() => setOpen(false)} title={item.rider.name || item.rider.email}>
          <Suspense>
            <Refunds userId={item.rider.id} />
          </Suspense>
        </Dialog>
      )}
    </li>
  )
}

/** Sends a refund again that the bank returned. */
function Resend({ item, invoiceId, onClose }: { item: DeskItem; invoiceId: string; onClose: () => void }) {
  const resend = useAction({
    mutationFn: (reason: string) =>
      call('resendRefund', { params: { invoiceId, refundId: item.id }, body: { reason } }),
    onDone: onClose,
    done: words.resent,
    failed: { title: words.resendFailed, otherwise: texts.tryAgain },
    refresh: [api.desk],
    refreshOn: 'settled',
  })
  return (
    <ReasonDialog
      title={words.resendTitle({ amount: formatMoney(item.amount) })}
      text={words.resendText}
      label={words.reason}
      confirm={words.resend}
      maxLength={300}
      busy={resend.isPending}
      onConfirm={reason => resend.mutate(reason)}
      onClose={onClose}
    />
  )
}
