import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { texts } from '#texts/pages/admin.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Contours } from '../../ui/contours/contours.tsx'
import { NamedTabs, tabOf } from '../../ui/named-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { part } from '../../ui/part/part.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { Denied } from './denied.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { UsersTab } from './users-tab.tsx'
import { VideosTab } from './videos-tab.tsx'

/** Loaded when their tab is opened: the other tabs are opened far more often. */
const MoneyTab = part(() => import('./money-tab.tsx'))
const PayoutsTab = part(() => import('./payouts-tab.tsx'))

type TabName = keyof typeof texts.tabs

/** Administration in six tabs, for admins. Other staff see a notice instead. */
export default function AdminPage() {
  const { role } = useUser()
  return role === 'admin' ? <Admin /> : <Denied />
}

function Admin() {
  const [search, setSearch] = useSearchParams()
  const tab = tabOf(texts.tabs, search.get('tab'), 'overview')
  const waiting = <Waiting label={texts.loading} rows={rowsOf(6, 'h-17')} className="space-y-2.5" />
  const contents: Record<TabName, () => React.ReactNode> = {
    overview: () => <OverviewTab />,
    users: () => <UsersTab />,
    videos: () => <VideosTab />,
    payouts: () => (
      <Suspense fallback={waiting}>
        <PayoutsTab />
      </Suspense>
    ),
    money: () => (
      <Suspense fallback={waiting}>
        <MoneyTab />
      </Suspense>
    ),
    settings: () => <SettingsTab />,
  }
  return (
    <div className="relative isolate">
      <Contours seed={57} rows={16} className="mask-b-from-40% -z-10 h-60" />
      <div className="page py-7 sm:py-10">
        <PageTitle title={texts.title} />
        <div className="mt-4">
          <NamedTabs
            label={texts.tabsLabel}
            labels={texts.tabs}
            open={tab}
            onOpen={value => setSearch(value === 'overview' ? {} : { tab: value })}
            contents={contents}
          />
        </div>
      </div>
    </div>
  )
}
