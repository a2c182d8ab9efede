import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PlatformStats } from '#contract/admin.ts'
import { texts } from '#texts/pages/admin.ts'
import { ActivityList } from '../../features/activity/activity-list.tsx'
import { cx } from '../../lib/cx.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { tileClass, tilesClass } from '../../ui/tiles.ts'
import { activityQuery, platformStatsQuery } from './calls.ts'

const quick = [
  ['/admin/ai-highlights', texts.quick.highlights],
  ['/notifications', texts.quick.notifications],
  ['/email-preview', texts.quick.emails],
  ['/admin/share-reports', texts.quick.reports],
  ['/docs', texts.quick.docs],
] as const

/** The main figures, quick links, and the latest activity. */
export function OverviewTab() {
  const query = useQuery(platformStatsQuery)
  const stats = query.data
  return (
    <div className="space-y-4">
      <Loaded query={query} skeleton={<Figures />} failed={texts.stats.failed}>
        {data => <Figures stats={data} />}
      </Loaded>
      {stats && stats.unpricedVideos > 0 && (
        <Alert
          tone="warning"
          title={texts.stats.unpriced({ count: stats.unpricedVideos })}
          action={
            <Link
              href="/admin?tab=videos&unpriced=true"
              className="rounded-sm font-semibold text-sm underline underline-offset-2"
            >
              {texts.stats.showUnpriced}
            </Link>
          }
        >
          {texts.stats.unpricedText}
        </Alert>
      )}
      <ul className={cx(tilesClass, 'sm:grid-cols-3 xl:grid-cols-5')}>
        {quick.map(([path, { title, text }]) => {
          // The server draws the documentation itself.
          const To = path === '/docs' ? 'a' : Link
          return (
            <li key={path}>
              <To href={path} className={cx(tileClass, 'flex-col')}>
                <span className="heading block text-[1.25rem] sm:text-[1.375rem]">{title}</span>
                <span className="mt-0.5 block text-muted text-sm">{text}</span>
              </To>
            </li>
          )
        })}
      </ul>
      <Section
        id="activity"
        title={texts.activity.title}
        action={
          <Link
            href="/admin/audit-log"
            className="rounded-sm font-semibold text-accent text-sm hover:underline"
          >
            {texts.activity.all}
          </Link>
        }
      >
        <ActivityList query={activityQuery} none={texts.activity.none} failed={texts.activity.failed} />
      </Section>
    </div>
  )
}

/** Four figures of the platform; dashes until they are loaded. */
const Figures = ({ stats }: { stats?: PlatformStats }) => (
  <StatStrip
    stats={[
      { label: texts.stats.users, value: stats ? formatNumber(stats.totalUsers) : '–' },
      { label: texts.stats.videos, value: stats ? formatNumber(stats.totalVideos) : '–' },
      { label: texts.stats.revenue, value: stats ? formatMoney(stats.totalRevenue) : '–' },
      { label: texts.stats.pending, value: stats ? formatNumber(stats.pendingVideos) : '–' },
    ]}
  />
)
