import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { channelNames } from '#contract/publishing/constants.ts'
import { texts as channelTexts } from '#texts/features/publishing/channel.ts'
import { texts } from '#texts/features/publishing.ts'
import { channelsQuery } from '../../features/publishing/calls.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { NamedTabs, tabOf } from '../../ui/named-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dialogPart, part } from '../../ui/part/part.tsx'
import { Waiting } from '../../ui/skeleton.tsx'
import { Connect } from './channels/connect.tsx'
import { OverviewTab } from './overview-tab.tsx'

const AnalyticsTab = part(() => import('./analytics-tab.tsx'))
const CalendarTab = part(() => import('./calendar-tab.tsx'))
const ChannelsTab = part(() => import('./channels-tab.tsx'))
const QueueTab = part(() => import('./queue-tab.tsx'))
const ScheduleDialog = dialogPart(() => import('./schedule-dialog.tsx'))

type TabName = keyof typeof texts.tabs

/** Publications and their results; tab and open dialog are part of the address. */
export default function PublishingPage() {
  const [search, setSearch] = useSearchParams()
  const tab = tabOf(texts.tabs, search.get('tab'), 'overview')
  const here: Record<string, string> = tab === 'overview' ? {} : { tab }
  useBackFromPlatform()
  const contents: Record<TabName, () => React.ReactNode> = {
    overview: () => <OverviewTab />,
    queue: () => (
      <Suspense fallback={<Waiting label={texts.loading} rows={['h-72']} />}>
        <QueueTab />
      </Suspense>
    ),
    analytics: () => (
      <Suspense fallback={<Waiting label={texts.loading} rows={['h-72']} />}>
        <AnalyticsTab />
      </Suspense>
    ),
    calendar: () => (
      <Suspense fallback={<Waiting label={texts.loading} rows={['h-72']} />}>
        <CalendarTab />
      </Suspense>
    ),
    channels: () => (
      <Suspense fallback={<Waiting label={texts.loading} rows={['h-72']} />}>
        <ChannelsTab />
      </Suspense>
    ),
  }
  return (
    <div className="relative isolate">
      <Contours seed={73} rows={16} className="mask-b-from-40% -z-10 h-60" />
      <div className="page py-7 sm:py-10">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <PageTitle title={texts.title} />
          <Button onClick={() => setSearch({ ...here, schedule: '1' })}>{texts.schedule}</Button>
        </div>
        <ChannelBanner />
        <NamedTabs
          label={texts.tabsLabel}
          labels={texts.tabs}
          open={tab}
          onOpen={value => setSearch(value === 'overview' ? {} : { tab: value })}
          contents={contents}
        />
      </div>
      <Suspense>
        {search.has('schedule') && <ScheduleDialog onClose={() => setSearch(here, { replace: true })} />}
      </Suspense>
    </div>
  )
}

/** After returning from a platform's page: reports the result, once. */
function useBackFromPlatform(): void {
  const [search, setSearch] = useSearchParams()
  const connected = search.get('connected')
  const refused = search.get('channelError')
  useEffect(() => {
    if (connected === null && refused === null) return
    if (connected !== null) toast({ ...texts.channels.connected, description: connected })
    else if (refused !== null) toastError({ title: texts.channels.notConnected, description: refused })
    setSearch({ tab: 'channels' }, { replace: true })
  }, [connected, refused, setSearch])
}

/** Above every tab: channels that someone has to reconnect, days before posting to them stops. */
function ChannelBanner() {
  const { data } = useQuery(channelsQuery)
  const admin = useUser().role === 'admin'
  const ailing = data?.channels.filter(channel => channel.notice && channel.status !== 'disconnected') ?? []
  if (ailing.length === 0) return null
  return (
    <div className="mb-5 space-y-2.5">
      {ailing.map(({ id, kind, status, notice }) => (
        <Alert
          key={id}
          tone={status === 'reconnect' ? 'danger' : 'warning'}
          title={notice ?? ''}
          action={
            <Connect
              kind={kind}
              channelId={id}
              label={texts.channels.reconnect({ name: channelNames[kind] })}
            />
          }
        >
          {!admin && channelTexts.askAdmin}
        </Alert>
      ))}
    </div>
  )
}
