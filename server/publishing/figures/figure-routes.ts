import type { FastifyInstance } from 'fastify'
import { plannedStates, underWayStates } from '#contract/publishing/constants.ts'
import { calendarEntriesShown, type Platform, platforms } from '#contract/publishing/publications.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { sendCsv } from '#server/core/http/send-csv.ts'
import { spokenTo } from '#server/core/language.ts'
import { zoneOf } from '#server/notifications/index.ts'
import { unsafeFind } from '#server/videos/index.ts'
import { pauseOf } from '../attempts/limits.ts'
import type { PublishingDeps } from '../deps.ts'
import { measured, plannedBetween } from '../lists.ts'
import { presentCalendar, presentFigures, type ShownRow } from '../present.ts'
import { estimateReach, slotsOf } from '../schedule/optimal.ts'
import { countOverdue, countsByState, figuresByPlatform, pastPosts, series } from './figures.ts'
import { insightsOf } from './insights.ts'
import { limitsOf } from './limits-used.ts'
import { postsCsv, postsOf } from './posts.ts'

const monthAtMost = 500
const analyticsAtMost = 100

/** Counts, limits, insights, analytics and the calendar. */
export function figureRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  const { db } = deps

  implement(app, 'publishingQueue', async () => {
    const now = await deps.time(db)
    const [counts, limits, overdue, rest] = await Promise.all([
      countsByState(db),
      limitsOf(deps, now),
      countOverdue(db, now),
      pauseOf(db),
    ])
    const of = (...states: string[]) => states.reduce((sum, s) => sum + (counts.get(s) ?? 0), 0)
    return {
      pending: of(...plannedStates),
      processing: of(...underWayStates),
      completed: of('published'),
      failed: of('failed'),
      ...limits,
      overdue,
      paused: rest.paused,
      pauseReason: rest.paused ? rest.reason : null,
    }
  })

  implement(app, 'publishingInsights', async () => {
    const [counts, figures] = await Promise.all([countsByState(db), figuresByPlatform(db)])
    return insightsOf(figures, counts.get('failed') ?? 0)
  })

  implement(app, 'publishingSeries', async request => {
    const now = await deps.time(db)
    return series(db, new Date(now.getTime() - request.query.days * 86_400_000))
  })

  implement(app, 'publishingPosts', async request =>
    postsOf(db, { now: await deps.time(db), days: request.query.days, limit: analyticsAtMost }),
  )
  implement(app, 'publishingPostsCsv', { rateLimit: perMinute(12) }, async (request, reply) => {
    const posts = await postsOf(db, { now: await deps.time(db), days: request.query.days })
    return sendCsv(reply, 'trailcut-posts.csv', postsCsv(posts))
  })

  implement(app, 'platformAnalytics', async request =>
    (await measured(db, request.params.platform, analyticsAtMost)).map(presentFigures),
  )

  implement(app, 'schedulingCalendar', async request => {
    const { from, to, timeZone } = request.query
    const zone = await zoneOf(db, request, timeZone)
    const month = from || to
    const rows = await plannedBetween(db, {
      from: from ? new Date(from) : null,
      to: to ? new Date(to) : null,
      limit: month ? monthAtMost : calendarEntriesShown,
    })
    const language = spokenTo(request)
    const reach = await reachOf(db, rows, zone, await deps.time(db))
    return Promise.all(rows.map(async row => presentCalendar(row, await reach(row), rows, language)))
  })

  implement(app, 'optimalTimes', async request => {
    const zone = await zoneOf(db, request, request.query.timeZone)
    const now = await deps.time(db)
    return Promise.all(
      platforms.map(async platform => {
        const past = await pastPosts(db, platform, now)
        return { platform, learnedFrom: past.length, slots: slotsOf(platform, past, zone) }
      }),
    )
  })
}

/** Estimates for a list, reading each platform's past once. */
async function reachOf(db: Queryable, rows: readonly ShownRow[], zone: string, now: Date) {
  const known = new Map<Platform, Pick<Parameters<typeof estimateReach>[0], 'past' | 'slots'>>()
  for (const { platform } of rows) {
    if (known.has(platform)) continue
    const past = await pastPosts(db, platform, now)
    known.set(platform, { past, slots: slotsOf(platform, past, zone) })
  }
  const scores = new Map<string, number | null>()
  return async (row: ShownRow) => {
    const { platform, video_id: id, scheduled_for: at } = row
    if (id && !scores.has(id)) scores.set(id, (await unsafeFind(db, id))?.ai_viral_score ?? null)
    const viralScore = id ? (scores.get(id) ?? null) : null
    return estimateReach({ platform, past: [], ...known.get(platform), at, zone, viralScore })
  }
}
