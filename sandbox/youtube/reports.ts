import { simulatedAudience, watchedMs } from '../social/audience.ts'
import type { Platform, Post } from '../social/platform.ts'
import { refuse } from './errors.ts'
import { youtubeCalls } from './schemas.ts'

const dayMs = 86_400_000
const zone = 'America/Los_Angeles'
const pacific = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
/** Reports lack the newest days. */
const lateDays = 2
/** Of the simulated audience's starts, and dollars for each. */
const engagedShare = 0.7
const dollarsPerView = 0.0021

/** Engaged views over days of California, both included: as set for the post, and the simulated audience's. */
function engagedOf(platform: Platform, post: Post, from: string, through: string): number {
  let sum = 0
  for (const [day, views] of Object.entries(post.engaged ?? {}))
    if (day >= from && day <= through) sum += views
  if (!platform.audience.on) return sum
  const start = Math.max(post.createdAt, platform.audience.since)
  const before = (at: number) => simulatedAudience(post.id, (at - start) / 1000).views
  for (let at = start; at < platform.now(); at += dayMs) {
    const day = pacific.format(at)
    if (day >= from && day <= through)
      sum += Math.floor(engagedShare * (before(Math.min(at + dayMs, platform.now())) - before(at)))
  }
  return sum
}

/**
 * YouTube Analytics, as far as a channel's report by video goes: engaged views with how long they lasted, and income
 * with its own scope.
 */
export function reportRoutes(platform: Platform): void {
  const { app, grants, posts } = platform
  app.get<{ Querystring: Record<string, string> }>(
    '/v2/reports',
    { config: { fault: 'stats', call: youtubeCalls['reports.query'] } },
    async (request, reply) => {
      const who = grants.bearer(request.headers.authorization)
      if (!who) return refuse(reply, 401, 'authError', 'Invalid Credentials')
      const { startDate = '', endDate = '', filters = '', metrics = '', maxResults = '10' } = request.query
      const may = (name: string) => who.scopes.some(scope => scope.endsWith(`/${name}`))
      const income = metrics === 'estimatedRevenue'
      if (!may('yt-analytics-monetary.readonly') && (income || !may('yt-analytics.readonly')))
        return refuse(reply, 403, 'insufficientPermissions')
      if (endDate < startDate)
        return refuse(reply, 400, 'badRequest', 'The end date is before the start date.')
      const complete = pacific.format(platform.now() - (lateDays + 1) * dayMs)
      const [through = complete] = [endDate, complete].sort()
      const ids = filters.replace('video==', '').split(',')
      const rows = ids
        .flatMap(id => posts.get(id) ?? [])
        .filter(post => post.accountId === who.accountId)
        .map((post): [string, number, ...number[]] => {
          const views = engagedOf(platform, post, startDate, through)
          if (income) return [post.id, Math.round(views * dollarsPerView * 1000) / 1000]
          return [post.id, views, Math.round(watchedMs(post.id) / 1000)]
        })
        .filter(([, value]) => value > 0)
        .sort(([, a], [, b]) => b - a)
        .slice(0, Number(maxResults))
      return {
        kind: 'youtubeAnalytics#resultTable',
        columnHeaders: [
          { name: 'video', columnType: 'DIMENSION', dataType: 'STRING' },
          ...metrics
            .split(',')
            .map(name => ({ name, columnType: 'METRIC', dataType: income ? 'FLOAT' : 'INTEGER' })),
        ],
        ...(rows.length > 0 ? { rows } : {}),
      }
    },
  )
}
