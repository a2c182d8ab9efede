import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '#contract/reading/languages.ts'
import { sentences } from '#sentences/notifications.ts'
import { AppError } from '#server/core/http/errors.ts'
import { productPage } from '#server/core/http/html-page.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { isTimeZone } from '#server/core/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { readUnsubscribeToken } from '#server/mail/index.ts'
import { mailPreferencesOf, setMailPreference } from './preferences.ts'
import { saveTimeZone, timeZoneOf } from './store.ts'

/** Sends a page that needs no session. */
const draw = (reply: FastifyReply, language: Language, title: Sentence, content: string) => {
  const heading = title.in(language)
  const { html, headers } = productPage(heading, `<h1>${heading}</h1>${content}`, language)
  return reply.headers(headers).send(html)
}

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

  app.register(async scope => {
    // Mail programs post a form with one fixed field (RFC 8058, 3.1); only the signed address matters.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
        done(null, {}),
      )
    const open = scope

    // Mail scanners follow every link, so opening it changes nothing.
    implement(open, 'unsubscribe', async (request, reply) => {
      readUnsubscribeToken(secrets, request.params.token)
      const language = spokenTo(request)
      return draw(
        reply,
        language,
        sentences.unsubscribeAskTitle,
        `<p>${sentences.unsubscribeAsk.in(language)}</p><form method="post"><button>${sentences.unsubscribeAction.in(language)}</button></form>`,
      )
    })

    implement(open, 'confirmUnsubscribe', async (request, reply) => {
      const { userId, type } = readUnsubscribeToken(secrets, request.params.token)
      await setMailPreference(db, userId, type, false)
      const language = spokenTo(request)
      return draw(
        reply,
        language,
        sentences.unsubscribedTitle,
        `<p>${sentences.unsubscribed.in(language)} <a href="/settings">${sentences.unsubscribedSettings.in(language)}</a></p>`,
      )
    })
  })
}
