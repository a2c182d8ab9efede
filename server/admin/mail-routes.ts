import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import {
  emailPreview,
  type MailTemplate,
  mailTemplate,
  sendDigestAnswer,
  sendDigestBody,
} from '#contract/mail.ts'
import { api } from '#contract/paths.ts'
import { auditorOf } from '#server/audit/index.ts'
import { mailExamples, preferenceOf, renderMail } from '#server/mail/index.ts'
import type { AdminDeps } from './deps.ts'
import { platformFigures } from './figures.ts'
import { sendDigestTo } from './send-digest.ts'

const config = { permission: 'staff:figures' } as const
const refused = { 401: errorBody, 403: errorBody, 422: errorBody }
const params = z.object({ name: mailTemplate })
const tags = ['admin']

/** A mail has styles of its own and nothing else, and is shown in a frame of our own pages only. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

/** The mails: how they look, and the weekly one by hand. */
export function mailRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const preview = (template: MailTemplate) =>
    renderMail({
      template,
      data: mailExamples[template],
      name: 'Sam',
      publicUrl: deps.publicUrl,
      unsubscribeUrl: preferenceOf[template] && new URL('/settings', deps.publicUrl).href,
    })

  routes.get(
    api.emailTemplate(':name'),
    {
      config,
      schema: {
        summary: 'A mail of example facts, made by what makes the real ones',
        tags,
        params,
        response: { 200: emailPreview, ...refused },
      },
    },
    async request => ({ name: request.params.name, ...(await preview(request.params.name)) }),
  )

  routes.get(
    api.emailTemplatePage(':name'),
    { config, schema: { summary: 'Its HTML as a page of its own, for a frame', tags, params } },
    async (request, reply) => {
      const { html } = await preview(request.params.name)
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', pagePolicy)
        .send(html as never)
    },
  )

  routes.post(
    api.sendWeeklyDigest,
    {
      config: { ...config, rateLimit: { max: 10, timeWindow: '1 minute' } },
      schema: {
        summary: 'Mails the platform’s figures to somebody of the staff now',
        tags,
        body: sendDigestBody,
        response: { 200: sendDigestAnswer, ...refused, 503: errorBody },
      },
    },
    async request => {
      const { adminEmail } = request.body
      const figures = await platformFigures(deps.db, deps.money)
      await sendDigestTo(deps, auditorOf(request), adminEmail, figures)
      return { sentTo: adminEmail }
    },
  )
}
