import { z } from 'zod'
import type { ViewCounter } from '#contract/money/constants.ts'
import { daysAfter, startOfDay, zonedTime } from '#server/core/time-zone.ts'
import type { Account } from '../account.ts'
import type { IncomeReport, OwnCounter } from '../publisher.ts'
import { amountFrom, countFrom } from '../rules.ts'
import type { YoutubeClient } from './client.ts'

const scope = 'https://www.googleapis.com/auth/yt-analytics'
const incomeScope = `${scope}-monetary.readonly`
/** Reports of views, and of views and income. A channel may leave them out. */
export const reportScopes = [`${scope}.readonly`, incomeScope]

/** Reports are by days of California, as quota is. */
const zone = 'America/Los_Angeles'
/** Reports come two to three days late: https://developers.google.com/youtube/analytics/data_model */
const lateDays = 3
/** videos in a report: https://developers.google.com/youtube/analytics/channel_reports#top-videos */
const videosInReport = 200

const dayOf = (at: Date): string => zonedTime(at, zone).toPlainDate().toString()
const lastDay = (now: Date): string => daysAfter(dayOf(now), -lateDays - 1)

/** https://developers.google.com/youtube/analytics/reference/reports/query; rows are left out when there are none. */
const table = z.object({
  columnHeaders: z.array(z.object({ name: z.string() })),
  rows: z.array(z.array(z.unknown())).default([]),
})

/** Numbers for each video over days, both included, one for each metric; videos without any are left out. */
async function byVideo(
  client: YoutubeClient,
  asked: { metrics: readonly string[]; ids: readonly string[]; from: string; through: string },
  account: Account,
): Promise<Map<string, unknown[]>> {
  const query = new URLSearchParams({
    ids: 'channel==MINE',
    startDate: asked.from,
    endDate: asked.through,
    dimensions: 'video',
    metrics: asked.metrics.join(','),
    filters: `video==${asked.ids.join(',')}`,
    sort: `-${asked.metrics[0]}`,
    maxResults: String(videosInReport),
  })
  const { columnHeaders, rows } = await client.report(account, query, table)
  const columns = ['video', ...asked.metrics].map(name => columnHeaders.findIndex(c => c.name === name))
  const cells = rows.map(row => columns.map(column => row[column]))
  return new Map(cells.map(([video, ...values]) => [String(video), values]))
}

/**
 * The views that YouTube pays for itself: since August 27, 2026 its public count has every start. With them comes how
 * long a video is watched: https://developers.google.com/youtube/analytics/metrics#averageViewDuration
 */
export const engagedViews = (client: YoutubeClient): OwnCounter => ({
  counter: 'engaged_views' satisfies ViewCounter,
  batch: videosInReport,
  grantedBy: scopes => reportScopes.some(one => scopes.includes(one)),
  dayOf,
  lastDay,
  startOf: day => startOfDay(day, zone),
  async count(ids, { from, through }, account) {
    const metrics = ['engagedViews', 'averageViewDuration']
    const found = await byVideo(client, { metrics, ids, from, through }, account)
    return new Map(
      [...found].map(([id, [views, seconds]]) => [
        id,
        { views: countFrom(views), watchedSeconds: countFrom(seconds) },
      ]),
    )
  },
})

/**
 * What YouTube estimates to pay for videos, in dollars. It corrects a month until about the middle of the next one:
 * https://developers.google.com/youtube/analytics/metrics#estimatedRevenue
 */
export const estimatedRevenue = (client: YoutubeClient): IncomeReport => ({
  batch: videosInReport,
  grantedBy: scopes => scopes.includes(incomeScope),
  dayOf,
  lastDay,
  async of(ids, { from, through }, account) {
    const found = await byVideo(client, { metrics: ['estimatedRevenue'], ids, from, through }, account)
    return new Map([...found].map(([id, [value]]) => [id, amountFrom(value)]))
  },
})
