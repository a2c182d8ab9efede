import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/accounts.ts'
import { recentNotifications } from '#contract/constants.ts'
import type { Video } from '#contract/videos.ts'
import { texts as notificationTexts } from '#texts/features/notifications.ts'
import { texts } from '#texts/pages/enhanced-dashboard.ts'
import { NotificationList } from '../../features/notifications/notification-list.tsx'
import { notificationsQuery, unreadIn } from '../../features/notifications/notifications.ts'
import { cx } from '../../lib/cx.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Bell } from '../../ui/icons/bell.tsx'
import { CircleDollarSign } from '../../ui/icons/circle-dollar-sign.tsx'
import type { Icon } from '../../ui/icons/icon.tsx'
import { Upload } from '../../ui/icons/upload.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { tileClass, tilesClass } from '../../ui/tiles.ts'
import { averageViralScore } from './rules.ts'

/** The main figures, and the three most common actions. */
export function OverviewTab({
  user,
  videos,
  onUpload,
  onOpen,
}: {
  user: CurrentUser
  videos: readonly Video[] | undefined
  onUpload: () => void
  onOpen: (tab: 'earnings' | 'notifications') => void
}) {
  const { data: notifications } = useQuery(notificationsQuery)
  const published = videos?.filter(video => video.status === 'published').length
  return (
    <div className="space-y-4">
      <StatStrip
        stats={[
          { label: texts.stats.views, value: formatNumber(user.totalViews) },
          { label: texts.stats.earnings, value: formatMoney(user.totalEarnings) },
          { label: texts.stats.published, value: formatNumber(published ?? user.videosPublished) },
          { label: texts.stats.viral, value: videos ? averageViralScore(videos) : '–' },
        ]}
      />
      <div className={cx(tilesClass, 'sm:grid-cols-3')}>
        <QuickCard icon={Upload} {...texts.quick.upload} onPress={onUpload} />
        <QuickCard icon={CircleDollarSign} {...texts.quick.earnings} onPress={() => onOpen('earnings')} />
        <QuickCard
          icon={Bell}
          title={texts.quick.notifications.title}
          text={texts.quick.notifications.text({ unread: unreadIn(notifications) })}
          onPress={() => onOpen('notifications')}
        />
      </div>
      <Section
        id="recent-notifications"
        title={texts.recent}
        action={
          <Button variant="quiet" size="sm" onClick={() => onOpen('notifications')}>
            {texts.allNotifications}
          </Button>
        }
      >
        {!notifications ? (
          <Skeleton className="h-18" />
        ) : notifications.length === 0 ? (
          <p className="py-3 text-muted">{notificationTexts.empty}</p>
        ) : (
          <div className="-mx-4 sm:-mx-5">
            <NotificationList notifications={notifications.slice(0, recentNotifications)} />
          </div>
        )}
      </Section>
    </div>
  )
}

const QuickCard = ({
  icon: Icon,
  title,
  text,
  onPress,
}: {
  icon: Icon
  title: string
  text: string
  onPress: () => void
}) => (
  <button type="button" onClick={onPress} className={cx(tileClass, 'items-start gap-4')}>
    <Icon aria-hidden="true" className="mt-1 size-5.5 shrink-0 text-accent" strokeWidth={1.9} />
    <span>
      <span className="heading block text-[1.25rem] sm:text-[1.375rem]">{title}</span>
      <span className="mt-0.5 block text-muted text-sm">{text}</span>
    </span>
  </button>
)
