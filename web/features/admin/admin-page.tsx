import { useSearchParams } from 'wouter'
import { useUser } from '../../lib/session/use-session.ts'
import { Contours } from '../../ui/contours/contours.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Denied } from './denied.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PayoutsTab } from './payouts-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { texts } from './texts.ts'
import { UsersTab } from './users-tab.tsx'
import { VideosTab } from './videos-tab.tsx'

type TabName = keyof typeof texts.tabs
const names = Object.keys(texts.tabs) as TabName[]

/** Everything and everybody, in five tabs; for admins. Others of the staff are told so and see nothing. */
export default function AdminPage() {
  const { role } = useUser()
  return role === 'admin' ? <Admin /> : <Denied />
}

function Admin() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab') ?? ''
  const tab: TabName = asked in texts.tabs ? (asked as TabName) : 'overview'
  const contents: Record<TabName, () => React.ReactNode> = {
    overview: () => <OverviewTab />,
    users: () => <UsersTab />,
    videos: () => <VideosTab />,
    payouts: () => <PayoutsTab />,
    settings: () => <SettingsTab />,
  }
  return (
    <div className="relative isolate">
      <Contours seed={57} rows={16} className="mask-b-from-40% -z-10 h-60" />
      <div className="page py-7 sm:py-10">
        <PageTitle title={texts.title} />
        <div className="mt-4">
          <Tabs
            label={texts.tabsLabel}
            value={tab}
            onChange={value => setSearch(value === 'overview' ? {} : { tab: value })}
            tabs={names.map(value => ({
              value,
              label: texts.tabs[value],
              content: value === tab && (
                <>
                  <h2 className="sr-only">{texts.tabs[value]}</h2>
                  {contents[value]()}
                </>
              ),
            }))}
          />
        </div>
      </div>
    </div>
  )
}
