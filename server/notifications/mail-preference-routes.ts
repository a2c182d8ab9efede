import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { brand } from '#contract/brand.ts'
import { errorBody } from '#contract/errors.ts'
import { mailPreferences, timeZoneAnswer, timeZoneBody } from '#contract/mail.ts'
import { api } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { readUnsubscribeToken } from '#server/mail/index.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { isTimeZone } from '#server/platform/time-zone.ts'
import { mailPreferencesOf, setMailPreference } from './preferences.ts'
import { saveTimeZone, timeZoneOf } from './store.ts'

const page = (heading: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${heading} · ${brand}</title></head>
<body><main><h1>${heading}</h1>${body}</main></body></html>`

/** Which mails one wants, also without a session from a mail itself, and where on the globe one's week begins. */
export function mailPreferenceRoutes(
  app: FastifyInstance,
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const own = { permission: 'notification:own' as const }
  const refused = { 401: errorBody, 422: errorBody }

  routes.get(
    api.mailPreferences,
    {
      config: own,
      schema: {
        summary: 'Which of the mails without a notification beside them are wanted',
        tags: ['notifications'],
        response: { 200: mailPreferences, 401: errorBody },
      },
    },
    request => mailPreferencesOf(db, actorOf(request).id),
  )

  routes.put(
    api.mailPreferences,
    {
      config: own,
      schema: {
        summary: 'Says which are wanted',
        tags: ['notifications'],
        body: mailPreferences,
        response: { 200: mailPreferences, ...refused },
      },
    },
    async request => {
      const { id } = actorOf(request)
      for (const { type, mail } of request.body) await setMailPreference(db, id, type, mail)
      return mailPreferencesOf(db, id)
    },
  )

  routes.get(
    api.timeZone,
    {
      config: own,
      schema: {
        summary: 'The time zone in which the weekly mail comes on Monday morning',
        tags: ['notifications'],
        response: { 200: timeZoneAnswer, 401: errorBody },
      },
    },
    async request => ({ timeZone: await timeZoneOf(db, actorOf(request).id) }),
  )

  routes.put(
    api.timeZone,
    {
      config: own,
      schema: {
        summary: 'Tells the time zone, an IANA name',
        tags: ['notifications'],
        body: timeZoneBody,
        response: { 200: timeZoneAnswer, ...refused },
      },
    },
    async request => {
      const { timeZone } = request.body
      if (!isTimeZone(timeZone))
        throw new AppError('invalid_input', 'This is not a time zone that we know.', { field: 'timeZone' })
      await saveTimeZone(db, actorOf(request).id, timeZone)
      return { timeZone }
    },
  )

  app.register(async scope => {
    // A mail program posts a form of one fixed field (RFC 8058, 3.1); what counts is the signed address.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
        done(null, {}),
      )
    const open = scope.withTypeProvider<ZodTypeProvider>()
    const signed = {
      config: { permission: 'signed' as const },
      schema: { params: z.object({ token: z.string().max(300) }), hide: true },
    }

    // Mail scanners follow every link: looking at it changes nothing.
    open.get(api.unsubscribe(':token'), signed, async (request, reply) => {
      readUnsubscribeToken(secrets, request.params.token)
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
      return page(
        'No more of these mails?',
        '<p>You will get no more mails of this kind. What happens to your videos you still see when you are signed in.</p><form method="post"><button>Stop these mails</button></form>',
      )
    })

    open.post(api.unsubscribe(':token'), signed, async (request, reply) => {
      const { userId, type } = readUnsubscribeToken(secrets, request.params.token)
      await setMailPreference(db, userId, type, false)
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
      return page(
        'Done',
        '<p>You will get no more mails of this kind. <a href="/settings">All settings</a></p>',
      )
    })
  })
}
