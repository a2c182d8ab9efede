import type { FastifyInstance } from 'fastify'
import { unitSystemOf } from '#contract/gauges/units.ts'
import type { MailTemplate } from '#contract/mail.ts'
import type { Language } from '#contract/reading/languages.ts'
import { auditorOf } from '#server/audit/index.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { spokenTo } from '#server/core/language.ts'
import { mailExample, preferenceOf, renderMail } from '#server/mail/index.ts'
import type { AdminDeps } from './deps.ts'
import { platformFigures } from './figures.ts'
import { sendDigestTo } from './send-digest.ts'

/** A mail has only its own styles, and may be framed only by our own pages. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

/** Mail previews, and sending the weekly one manually. */
export function mailRoutes(app: FastifyInstance, deps: AdminDeps): void {
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
    const figures = await platformFigures(deps.db, deps.money)
    await sendDigestTo(deps, auditorOf(request), adminEmail, figures)
    return { sentTo: adminEmail }
  })
}
