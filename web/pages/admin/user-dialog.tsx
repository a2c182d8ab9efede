import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { AdminUser } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/pages/admin.ts'
import { nameOf } from '../../entities/person/names.ts'
import { ActivityList } from '../../features/activity/activity-list.tsx'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate, formatDateTime, formatMoney, formatViews } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/dialog-buttons.tsx'
import { TextArea } from '../../ui/inputs/field.tsx'
import { part } from '../../ui/part/part.tsx'
import { userHistoryQuery } from './calls.ts'

const Refunds = part(() => import('../../features/payouts/refunds.tsx'))
const { user: words, toasts } = texts

/** One account: suspend it, check its milestones, see its history. */
export function UserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [suspending, setSuspending] = useState(false)
  const refresh = [api.adminUsers, api.userHistory(user.id)]
  const failure = (title: string) => ({ title, otherwise: toasts.noConnection })
  const suspend = useAction({
    mutationFn: (reason: string) => call('suspendUser', { params: { userId: user.id }, body: { reason } }),
    onDone: () => setSuspending(false),
    done: toasts.suspended,
    refresh,
    failed: failure(toasts.suspendFailed),
  })
  const unsuspend = useAction({
    mutationFn: () => call('unsuspendUser', { params: { userId: user.id } }),
    done: toasts.unsuspended,
    refresh,
    failed: failure(toasts.suspendFailed),
  })
  const milestones = useAction({
    mutationFn: () => call('checkMilestones', { params: { userId: user.id } }),
    done: ({ currentEarnings, nextMilestone }) => ({
      ...toasts.milestones,
      description:
        nextMilestone === null
          ? words.last({ earned: formatMoney(currentEarnings) })
          : words.next({ earned: formatMoney(currentEarnings), next: formatMoney(nextMilestone) }),
    }),
    failed: failure(toasts.milestonesFailed),
  })
  const factor = useAction({
    mutationFn: () => call('userTwoFactor', { params: { userId: user.id } }),
    done: toasts.factorGone,
    refresh,
    failed: failure(toasts.factorFailed),
  })
  return (
    <Dialog open onClose={onClose} title={nameOf(user)}>
      <div className="space-y-6">
        <div>
          <p className="break-words">{user.email}</p>
          <p className="numeric mt-0.5 text-muted text-sm">
            {texts.users.roles[user.role]} · {words.joined} {formatDate(user.createdAt)} ·{' '}
            {formatViews(user.totalViews)}
          </p>
        </div>
        {user.suspendedAt && (
          <Alert tone="warning" title={words.suspendedSince({ when: formatDateTime(user.suspendedAt) })}>
            {user.suspendedReason}
          </Alert>
        )}
        {suspending ? (
          <SuspendForm
            who={nameOf(user)}
            busy={suspend.isPending}
            onCancel={() => setSuspending(false)}
            onSuspend={reason => suspend.mutate(reason)}
          />
        ) : (
          <div className="flex flex-wrap gap-2.5">
            <Link
              href={`/admin?tab=videos&userId=${encodeURIComponent(user.id)}`}
              className={buttonClass('outline', 'sm')}
            >
              {words.videos}
            </Link>
            <Button
              variant="outline"
              size="sm"
              busy={milestones.isPending}
              onClick={() => milestones.mutate()}
            >
              {words.milestones}
            </Button>
            <Button variant="outline" size="sm" busy={factor.isPending} onClick={() => factor.mutate()}>
              {words.factor}
            </Button>
            {user.suspendedAt ? (
              <Button
                variant="outline"
                size="sm"
                busy={unsuspend.isPending}
                onClick={() => unsuspend.mutate()}
              >
                {words.unsuspend}
              </Button>
            ) : (
              <Button variant="danger" size="sm" onClick={() => setSuspending(true)}>
                {words.suspend}
              </Button>
            )}
          </div>
        )}
        <Suspense>
          <Refunds userId={user.id} />
        </Suspense>
        <section aria-labelledby="user-history">
          <h3 id="user-history" className="heading mb-2 text-[1.25rem]">
            {words.history}
          </h3>
          <ActivityList
            query={userHistoryQuery(user.id)}
            none={words.noHistory}
            failed={words.historyFailed}
          />
        </section>
      </div>
    </Dialog>
  )
}

function SuspendForm({
  who,
  busy,
  onCancel,
  onSuspend,
}: {
  who: string
  busy: boolean
  onCancel: () => void
  onSuspend: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  return (
    <form
      className="space-y-3 rounded-lg border border-danger/35 px-4 py-4"
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (reason.trim()) onSuspend(reason.trim())
      }}
    >
      <h3 className="font-semibold">{words.suspendTitle({ who })}</h3>
      <p className="text-sm">{words.suspendText}</p>
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        maxLength={500}
        className="min-h-20"
        value={reason}
        error={tried && !reason.trim() ? words.reasonNeeded : undefined}
        onChange={event => setReason(event.target.value)}
      />
      <FormButtons label={words.suspend} variant="danger" busy={busy} onCancel={onCancel} />
    </form>
  )
}
