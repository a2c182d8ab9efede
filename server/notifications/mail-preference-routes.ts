import type { FastifyInstance } from 'fastify'
import { sentences } from '#sentences/notifications.ts'
import { AppError } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { ignoreForms, question, sendPage, told } from '#server/core/http/signed-pages.ts'
import { spokenTo } from '#server/core/language.ts'
import { isTimeZone } from '#server/core/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { readUnsubscribeToken } from '#server/mail/index.ts'
import { mailPreferencesOf, setMailPreference } from './preferences.ts'
import { saveTimeZone, timeZoneOf } from './store.ts'

/** Mail preferences, also without a session from a mail, and the time zone of the weekly mail. */
export function mailPreferenceRoutes(
  app: FastifyInstance,
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
): void {
  implement(app, 'mailPreferences', request => mailPreferencesOf(db, actorOf(request).id))

  implement(app, 'setMailPreferences', async request => {
    const { id } = actorOf(request)
    for (const { type, mail } of request.body) await setMailPreference(db, id, type, mail)
    return mailPreferencesOf(db, id)
  })

  implement(app, 'timeZone', async request => ({ timeZone: await timeZoneOf(db, actorOf(request).id) }))

  implement(app, 'setTimeZone', async request => {
    const { timeZone } = request.body
    if (!isTimeZone(timeZone))
      throw new AppError('invalid_input', sentences.unknownZone, { field: 'timeZone' })
    await saveTimeZone(db, actorOf(request).id, timeZone)
    return { timeZone }
  })

  app.register(async open => {
    ignoreForms(open)

    implement(open, 'unsubscribe', async (request, reply) => {
      readUnsubscribeToken(secrets, request.params.token)
      const language = spokenTo(request)
      return sendPage(reply, language, {
        title: sentences.unsubscribeAskTitle,
        content: question(language, sentences.unsubscribeAsk, sentences.unsubscribeAction),
      })
    })

    implement(open, 'confirmUnsubscribe', async (request, reply) => {
      const { userId, type } = readUnsubscribeToken(secrets, request.params.token)
      await setMailPreference(db, userId, type, false)
      const language = spokenTo(request)
      return sendPage(reply, language, {
        title: sentences.unsubscribedTitle,
        content: told(language, sentences.unsubscribed, {
          href: '/settings',
          name: sentences.unsubscribedSettings,
        }),
      })
    })
  })
}
