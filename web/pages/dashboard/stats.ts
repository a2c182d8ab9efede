import type { CurrentUser } from '#contract/accounts.ts'
import { arrivingStatuses } from '#contract/video-statuses.ts'
import type { Video } from '#contract/videos.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import type { Stat } from '../../ui/stat-strip.tsx'
import { texts } from './texts.ts'

const count = (videos: readonly Video[], ...statuses: Video['status'][]) =>
  formatNumber(videos.filter(video => statuses.includes(video.status)).length)

/** A creator's figures. Counts come from the list once it is loaded: it is fresher than the account. */
export const creatorStats = (user: CurrentUser, videos: readonly Video[] | undefined): Stat[] => [
  { label: texts.stats.views, value: formatNumber(user.totalViews) },
  { label: texts.stats.earnings, value: formatMoney(user.totalEarnings) },
  {
    label: texts.stats.published,
    value: videos ? count(videos, 'published') : formatNumber(user.videosPublished),
  },
  {
    label: texts.stats.processing,
    value: videos ? count(videos, ...arrivingStatuses) : formatNumber(user.videosProcessing),
  },
]

/** The second variant: how many videos have each status. */
export const pipelineStats = (videos: readonly Video[] | undefined): Stat[] => [
  { label: texts.stats.total, value: videos ? formatNumber(videos.length) : '–' },
  { label: texts.stats.processing, value: videos ? count(videos, ...arrivingStatuses) : '–' },
  { label: texts.stats.selected, value: videos ? count(videos, 'approved') : '–' },
  { label: texts.stats.published, value: videos ? count(videos, 'published') : '–' },
]
