import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unitSystemOf } from '#contract/gauges/units.ts'
import type { MailTemplate } from '#contract/mail.ts'
import { isStaff } from '#contract/permissions.ts'
import type { Language } from '#contract/reading/languages.ts'
import { nextCursorHeader } from '#contract/review.ts'
import {
  changeRole,
  findUser,
  listUsers,
  suspendUser,
  takeAwayFactor,
  unsuspendUser,
} from '#server/accounts/index.ts'
import { allEntries, auditCsv, auditorOf } from '#server/audit/index.ts'
import { pageOf, readCursor } from '#server/core/db/page.ts'
import { notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { sendCsv } from '#server/core/http/send-csv.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { checkMilestones, milestonesOf, totalsOf } from '#server/earnings/index.ts'
import { mailExample, preferenceOf, renderMail } from '#server/mail/index.ts'
import { activity } from './activity.ts'
import { platformFigures } from './figures.ts'
import { listVideos } from './list-videos.ts'
import { sendDigestTo } from './send-digest.ts'
import { workFor } from './work.ts'

/** People and their roles. */
function userRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps

  implement(app, 'adminUsers', async (request, reply) => {
    const { cursor, limit, ...wanted } = request.query
    const rows = await listUsers(db, { ...wanted, limit, cursor: readCursor(cursor, 'text') })
    const { rows: people, next } = pageOf(rows, limit)
    if (next) reply.header(nextCursorHeader, next)
    // Stored by the ledger as they change; summing the videos of a page of people would read thousands of
    // rows.
    const totals = await totalsOf(
      db,
      people.map(p => p.id),
    )
    return people.map(p => ({
      id: p.id,
      email: p.email,
      emailVerified: p.email_verified,
      firstName: p.first_name,
      lastName: p.last_name,
      profileImageUrl: p.image,
      role: p.role,
      totalViews: totals.get(p.id)?.views ?? 0,
      createdAt: p.created_at.toISOString(),
      suspendedAt: p.suspended_at?.toISOString() ?? null,
      suspendedReason: p.suspended_reason,
    }))
  })

  implement(app, 'userRole', async request => {
    await changeRole(db, auditorOf(request), request.params.userId, request.body.role)
    return { ok: true as const }
  })

  implement(app, 'suspendUser', async request => {
    const { userId } = request.params
    await suspendUser(deps, auditorOf(request), { userId, reason: request.body.reason, now: clock.now() })
    return { ok: true as const }
  })

  implement(app, 'unsuspendUser', async request => {
    await unsuspendUser(deps, auditorOf(request), request.params.userId)
    return { ok: true as const }
  })

  implement(app, 'userTwoFactor', async request => {
    if (!(await takeAwayFactor({ db }, auditorOf(request), request.params.userId))) throw notFound('twoStep')
    return { ok: true as const }
  })
}

/** The audit log of staff actions. */
function auditRoutes(app: FastifyInstance, { db }: Deps): void {
  implement(app, 'audit', request => {
    const { before, limit, ...filter } = request.query
    return activity(db, filter, { before, limit }, spokenTo(request))
  })

  implement(app, 'auditCsv', (request, reply) =>
    sendCsv(reply, 'audit-log.csv', auditCsv(allEntries(db, request.query))),
  )
}

/** The platform's figures, and its videos. */
function figureRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  const figures = async (request: FastifyRequest) => {
    const { role } = actorOf(request)
    const [platform, work] = await Promise.all([platformFigures(db), workFor(db, role, clock.now())])
    return { ...platform, work }
  }
  implement(app, 'platformStats', figures)
  implement(app, 'adminStats', figures)
  implement(app, 'adminVideos', async (request, reply) => {
    const { videos, next } = await listVideos(db, request.query)
    if (next) reply.header(nextCursorHeader, next)
    return videos
  })
}

/** Recent activity on anything, on one video, or on one person. */
function activityRoutes(app: FastifyInstance, { db }: Deps): void {
  implement(app, 'activity', request => activity(db, {}, request.query, spokenTo(request)))
  implement(app, 'videoHistory', request =>
    activity(db, { objectType: 'video', objectId: request.params.id }, request.query, spokenTo(request)),
  )
  implement(app, 'userHistory', request =>
    activity(db, { objectType: 'user', objectId: request.params.userId }, request.query, spokenTo(request)),
  )
}

/** A mail has only its own styles, and may be framed only by our own pages. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

/** Mail previews, and sending the weekly one manually. */
function mailRoutes(app: FastifyInstance, deps: Deps): void {
  const preview = (template: MailTemplate, language: Language) =>
    renderMail({
      reader: { language, units: unitSystemOf(language), zone: 'UTC' },
      template,
      data: mailExample(template),
      name: 'Sam',
      publicUrl: deps.publicUrl,
      unsubscribeUrl: preferenceOf(template) && new URL('/settings', deps.publicUrl).href,
    })

  implement(app, 'emailTemplate', async request => ({
    name: request.params.name,
    ...(await preview(request.params.name, spokenTo(request))),
  }))

  implement(app, 'emailTemplatePage', async (request, reply) => {
    const { html } = await preview(request.params.name, spokenTo(request))
    return reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(html)
  })

  implement(app, 'sendWeeklyDigest', { rateLimit: perMinute(10) }, async request => {
    const { adminEmail } = request.body
    const figures = await platformFigures(deps.db)
    await sendDigestTo(deps, auditorOf(request), adminEmail, figures)
    return { sentTo: adminEmail }
  })
}

/** Milestones on request; the server also checks after each change of earnings. */
function milestoneRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  implement(app, 'checkMilestones', { rateLimit: perMinute(60) }, async request => {
    const { userId } = request.params
    const actor = actorOf(request)
    if (actor.id !== userId && !isStaff(actor.role)) throw notFound('user')
    if (!(await findUser(db, userId))) throw notFound('user')
    await db.transaction().execute(tx => checkMilestones(tx, clock.now(), [userId]))
    return milestonesOf(db, userId)
  })
}

/** What admins see and do across all other slices. */
export function adminRoutes(app: FastifyInstance, deps: Deps): void {
  app.register(async scope => {
    userRoutes(scope, deps)
    auditRoutes(scope, deps)
    figureRoutes(scope, deps)
    activityRoutes(scope, deps)
    mailRoutes(scope, deps)
    milestoneRoutes(scope, deps)
  })
}
