import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { PlatformStats } from '#contract/admin.ts'
import { texts } from '#texts/pages/staff-notifications.ts'
import { texts as uiTexts } from '#texts/ui.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { MailboxLink } from '../../ui/mailbox-link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Waiting } from '../../ui/skeleton.tsx'

/** What the platform sends, its figures, and the weekly digest. For staff. */
export default function StaffNotificationsPage() {
  return (
    <div className="page py-7 sm:py-10">
      <PageTitle title={texts.title} />
      <div className="mt-5 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Stats />
        <Digest />
      </div>
      <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
        {texts.types.map(({ title, entries }, place) => (
          <Section key={title} id={`types-${place}`} title={title}>
            <dl className="space-y-3 text-[0.9375rem]">
              {entries.map(([name, text]) => (
                <div key={name}>
                  <dt className="font-semibold">{name}</dt>
                  <dd className="text-muted text-sm">{text}</dd>
                </div>
              ))}
            </dl>
          </Section>
        ))}
      </div>
    </div>
  )
}

function Stats() {
  const query = useQuery({
    ...reading('adminStats'),
    ...fresh,
  })
  const words = texts.stats
  const figuresOf = (data: PlatformStats) => [
    [words.users, formatNumber(data.totalUsers)],
    [words.videos, formatNumber(data.totalVideos)],
    [words.revenue, formatMoney(data.totalRevenue)],
    [words.pending, formatNumber(data.pendingVideos)],
    [words.processing, formatNumber(data.processingVideos)],
    [words.payouts, formatNumber(data.pendingPayouts)],
  ]
  return (
    <Section id="platform-stats" title={words.title}>
      <Loaded
        query={query}
        skeleton={<Waiting label={words.loading} rows={['h-32']} />}
        failed={retry => (
          <Alert
            tone="danger"
            title={words.failed}
            action={
              <Button variant="outline" size="sm" onClick={retry}>
                {uiTexts.tryAgain}
              </Button>
            }
          />
        )}
      >
        {stats => (
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
            {figuresOf(stats).map(([name, value]) => (
              <div key={name} className="flex flex-col-reverse justify-end">
                <dt className="text-muted text-sm">{name}</dt>
                <dd className="figure text-[2rem] leading-tight">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </Section>
  )
}

function Digest() {
  const user = useUser()
  const words = texts.digest
  const [email, setEmail] = useState(user.email)
  const sending = useAction({
    mutationFn: () => call('sendWeeklyDigest', { body: { adminEmail: email.trim() } }),
    done: ({ sentTo }) => ({ title: words.sent, description: sentTo }),
    failed: { title: words.failed, otherwise: words.noConnection },
  })
  return (
    <Section id="weekly-digest" title={words.title}>
      <p className="-mt-2 mb-4 text-muted text-sm">{words.explain}</p>
      <form
        className="space-y-4"
        onSubmit={event => {
          event.preventDefault()
          sending.mutate()
        }}
      >
        <TextField
          label={words.email}
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          value={email}
          onChange={event => setEmail(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button type="submit" busy={sending.isPending}>
            {sending.isPending ? words.sending : words.send}
          </Button>
          <Link
            href="/email-preview?template=weekly_digest"
            className="rounded-sm py-1 font-semibold text-sm underline underline-offset-2"
          >
            {words.preview}
          </Link>
          {sending.data && <MailboxLink email={sending.data.sentTo} />}
        </div>
      </form>
    </Section>
  )
}
