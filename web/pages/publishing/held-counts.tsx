import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import { channelKindOf, platformNames } from '#contract/publishing/constants.ts'
import type { HeldCount, HeldDecision } from '#contract/publishing/held-counts.ts'
import { texts as words } from '#texts/features/publishing/held.ts'
import { ReasonDialog } from '../../features/payouts/reason-dialog.tsx'
import { heldCountsQuery } from '../../features/publishing/calls.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoment, formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const names = ['views', 'likes', 'comments', 'shares'] as const

/** Counts that look wrong, with the evidence; admins accept or dismiss them. */
export function HeldCounts() {
  const query = useQuery(heldCountsQuery)
  return (
    <Section id="held-counts" title={words.title}>
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-24" />}
        failed={words.failed}
        empty={<p className="text-[0.9375rem]">{words.empty}</p>}
      >
        {held => (
          <>
            <p className="mb-4 text-muted text-sm">{words.text}</p>
            <ul className="divide-y divide-line">
              {held.map(one => (
                <Held key={one.id} held={one} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Held({ held }: { held: HeldCount }) {
  const { role } = useUser()
  const [open, setOpen] = useState<HeldDecision | null>(null)
  const close = () => setOpen(null)
  const decide = useAction({
    mutationFn: ({ decision, reason }: { decision: HeldDecision; reason: string }) =>
      call('decideHeldCounts', {
        params: { id: held.id },
        body: { decision, reason, views: held.reported.views },
      }),
    onDone: close,
    done: (_answer, { decision }) => (decision === 'accept' ? words.acceptedToast : words.dismissedToast),
    failed: { title: words.decideFailed, otherwise: words.tryAgain },
    refresh: [
      api.adminStats,
      api.heldCounts,
      api.publishingSeries,
      api.platformAnalytics(channelKindOf(held.platform)),
    ],
    // After a refusal too: the platform may have reported another count meanwhile.
    refreshOn: 'settled',
  })
  const platform = platformNames[held.platform]
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="break-words font-semibold">{held.title}</p>
          <p className="mt-0.5 break-words text-muted text-sm">
            {[platform, held.owner.name].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Badge tone="yellow">{words.reasons[held.reason]}</Badge>
      </div>
      <p className="mt-2 text-sm">{held.sentence}</p>
      <Evidence held={held} label={words.tableLabel({ title: held.title, platform })} />
      <p className="numeric mt-2 text-muted text-xs">
        {held.acceptedAt ? words.acceptedAt({ when: formatMoment(held.acceptedAt) }) : words.never}{' '}
        {words.seen({
          times: held.timesSeen,
          from: formatMoment(held.firstSeen),
          to: formatMoment(held.lastSeen),
        })}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {role === 'admin' ? (
          <>
            <Button size="sm" onClick={() => setOpen('accept')}>
              {words.accept}
            </Button>
            <Button size="sm" variant="danger" onClick={() => setOpen('dismiss')}>
              {words.dismiss}
            </Button>
          </>
        ) : (
          <p className="text-muted text-sm">{words.adminDecides}</p>
        )}
        {held.url && (
          <a
            href={held.url}
            target="_blank"
            rel="noreferrer"
            className="rounded-sm py-1 font-semibold text-accent text-sm"
          >
            {words.open({ platform })}
          </a>
        )}
      </div>
      {open && (
        <ReasonDialog
          title={open === 'accept' ? words.acceptTitle : words.dismissTitle}
          text={
            open === 'accept'
              ? words.acceptText({ views: held.reported.views, rider: held.owner.name })
              : words.dismissText
          }
          label={words.reason}
          hint={words.reasonHint}
          confirm={words[open]}
          maxLength={300}
          busy={decide.isPending}
          onConfirm={reason => decide.mutate({ decision: open, reason })}
          onClose={close}
        />
      )}
    </li>
  )
}

const Evidence = ({ held, label }: { held: HeldCount; label: string }) => (
  <table aria-label={label} className="mt-3 w-full max-w-md text-sm">
    <thead>
      <tr className="text-left text-muted">
        <th scope="col" className="py-1 font-medium">
          {words.count}
        </th>
        <th scope="col" className="py-1 pl-3 text-right font-medium">
          {words.accepted}
        </th>
        <th scope="col" className="py-1 pl-3 text-right font-medium">
          {words.reported}
        </th>
      </tr>
    </thead>
    <tbody className="divide-y divide-line border-line border-t">
      {names.map(name => {
        const reported = held.reported[name]
        return (
          <tr key={name}>
            <th scope="row" className="py-1 text-left font-normal">
              {words.counts[name]}
            </th>
            <td className="numeric py-1 pl-3 text-right">{formatNumber(held.accepted[name])}</td>
            <td className="numeric py-1 pl-3 text-right">
              {reported === null ? words.unknown : formatNumber(reported)}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
