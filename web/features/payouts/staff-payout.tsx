import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { AdminPayout } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/payouts.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import type { ToastContent } from '../../lib/toast.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { part } from '../../ui/part/part.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { decisionsOf, isGoing, payoutTone } from './rules.ts'

const { staff: words } = texts

/** Its code loads with the first payout that waits for a reviewer. */
const EvidenceDetails = part(() => import('./payout-evidence.tsx'))

/** Refetches the list after a refusal too: someone else may have been faster. */
const useDecision = <V,>(decide: (value: V) => Promise<unknown>, done: ToastContent, close: () => void) =>
  useAction({
    mutationFn: decide,
    onDone: close,
    done,
    failed: { title: words.failed, otherwise: words.tryAgain },
    refresh: [api.adminPayouts, api.platformStats, api.adminStats],
    refreshOn: 'settled',
  })

/** A creator's payout as staff see it, with the possible decisions. */
export function StaffPayout({ payout }: { payout: AdminPayout }) {
  const [open, setOpen] = useState<'hold' | 'complete' | null>(null)
  const close = () => setOpen(null)
  const params = { payoutId: payout.id }
  const approve = useDecision(() => call('approvePayout', { params }), words.approved, close)
  const hold = useDecision(
    (reason: string) => call('holdPayout', { params, body: { reason } }),
    words.held,
    close,
  )
  const complete = useDecision(
    (reference: string) => call('completePayout', { params, body: { reference } }),
    words.completed,
    close,
  )
  const decisions = decisionsOf(payout)
  // Nothing can be decided about a failed one; one that was set off stays with us, and its rider is gone.
  const cameBack = payout.status === 'failed' && payout.reasonCode !== 'set_off'
  // A payout's own reason says that it needs an approval, or that it doesn't.
  const approval =
    payout.approval in words.approvals
      ? words.approvals[payout.approval as keyof typeof words.approvals]
      : null
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)_7rem_8.5rem_7rem]">
        <p className="figure text-[1.5rem] leading-none">{formatMoney(payout.amount)}</p>
        <p className="min-w-0 break-words text-sm max-sm:order-last max-sm:col-span-2">
          <span className="block truncate font-semibold">{payout.name || payout.email}</span>
          {payout.name && <span className="block truncate text-muted text-xs">{payout.email}</span>}
          <span className="block truncate text-muted text-xs">{payout.userId}</span>
          <span className="numeric block text-muted text-xs">
            {texts.history.net({ net: formatMoney(payout.netAmount), fee: formatMoney(payout.fee) })}
          </span>
        </p>
        <p className="text-muted text-sm max-sm:order-3">{texts.methods[payout.method]}</p>
        <div className="max-sm:order-2 max-sm:justify-self-end">
          <Badge tone={payoutTone(payout.status)} live={isGoing(payout)}>
            {texts.statuses[payout.status]}
          </Badge>
        </div>
        <time dateTime={payout.createdAt} className="numeric text-right text-muted text-sm max-sm:order-4">
          {formatDate(payout.createdAt)}
        </time>
      </div>
      {payout.status !== 'completed' && (payout.reason || cameBack || decisions.length > 0) && (
        <div className="mt-2.5 flex flex-wrap items-center gap-x-6 gap-y-2.5">
          <p className="min-w-0 flex-1 basis-60 text-sm">
            {approval && !cameBack && <span className="font-semibold">{approval}. </span>}
            {payout.awaitingFunds ? words.awaitingFunds : (payout.reason ?? (!cameBack && payout.nextStep))}
            {cameBack && ` ${words.cameBack({ byRider: payout.whoMustAct === 'creator' })}`}
          </p>
          <div className="flex flex-wrap gap-2">
            {cameBack && (
              <Link href={`/admin?tab=users&user=${payout.userId}`} className={buttonClass('outline', 'sm')}>
                {words.rider}
              </Link>
            )}
            {decisions.includes('approve') && (
              <Button size="sm" busy={approve.isPending} onClick={() => approve.mutate(undefined)}>
                {words.approve}
              </Button>
            )}
            {decisions.includes('complete') && (
              <Button size="sm" onClick={() => setOpen('complete')}>
                {words.complete}
              </Button>
            )}
            {decisions.includes('hold') && (
              <Button size="sm" variant="danger" onClick={() => setOpen('hold')}>
                {words.hold}
              </Button>
            )}
          </div>
        </div>
      )}
      {decisions.includes('approve') && (
        <Suspense>
          <EvidenceDetails payoutId={payout.id} />
        </Suspense>
      )}
      {payout.providerReference && (
        <p className="mt-1.5 break-all text-muted text-xs">
          {words.sent({ reference: payout.providerReference })}
        </p>
      )}
      {open === 'hold' && (
        <ReasonDialog
          title={words.holdTitle}
          text={words.holdText}
          label={words.holdReason}
          hint={words.holdHint}
          confirm={words.hold}
          maxLength={300}
          busy={hold.isPending}
          onConfirm={reason => hold.mutate(reason)}
          onClose={close}
        />
      )}
      {open === 'complete' && (
        <ReasonDialog
          title={words.completeTitle}
          text={words.completeText}
          label={words.reference}
          confirm={words.complete}
          maxLength={120}
          busy={complete.isPending}
          onConfirm={reference => complete.mutate(reference)}
          onClose={close}
        />
      )}
    </li>
  )
}
