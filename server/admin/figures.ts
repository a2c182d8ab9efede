import type { PlatformStats } from '#contract/admin.ts'
import { arrivingStatuses, videoStatuses, waitingStatuses } from '#contract/video-statuses.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { countUnpriced } from '#server/videos/index.ts'
import type { MoneyFigures } from './ports.ts'
import { readTallies } from './tallies.ts'

/** The platform's seven figures. */
export async function platformFigures(db: Queryable, money: MoneyFigures): Promise<PlatformStats> {
  const [tallies, totalRevenue, pendingPayouts, unpricedVideos] = await Promise.all([
    readTallies(db),
    money.totalRevenue(db),
    money.pendingPayouts(db),
    countUnpriced(db),
  ])
  const videos = (...statuses: string[]) =>
    statuses.reduce((sum, status) => sum + (tallies.get(`videos.${status}`) ?? 0), 0)
  return {
    totalUsers: tallies.get('users') ?? 0,
    totalVideos: videos(...videoStatuses),
    totalRevenue,
    pendingVideos: videos(...waitingStatuses),
    processingVideos: videos(...arrivingStatuses),
    pendingPayouts,
    unpricedVideos,
  }
}
