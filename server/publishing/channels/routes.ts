import type { FastifyInstance, FastifyRequest } from 'fastify'
import { channelKinds, channelNames } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/publishing.ts'
import { displayNames } from '#server/accounts/index.ts'
import { auditorOf } from '#server/audit/index.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { spokenTo, wordingFor } from '#server/core/language.ts'
import { PublishError } from '#server/platforms/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { presentChannel } from '../present.ts'
import { beginConnect, endConnect } from './connect.ts'
import { changeSettings, disconnect, makeDefault } from './manage.ts'
import { countWaiting, findChannel, listChannels } from './store.ts'
import { accountOf } from './tokens.ts'

/** Accounts on the platforms: connect, manage, disconnect. */
export function channelRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  connectRoutes(app, deps)
  careRoutes(app, deps)
}

/** Starts and finishes connecting an account on the platform's own page. */
function connectRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  implement(app, 'connectChannel', async request => {
    const { url } = await beginConnect(
      deps,
      request.params.kind,
      actorOf(request).id,
      request.body?.channelId ?? null,
    )
    return { url }
  })

  // The platform's callback: it always ends on a page, whatever happened.
  implement(app, 'channelCallback', async (request, reply) => {
    const { kind } = request.params
    const { code, state, error } = request.query
    const language = spokenTo(request)
    const back = (query: Record<string, string>) =>
      reply.redirect(`/publishing?${new URLSearchParams(query)}`, 303)
    if (error || !code || !state)
      return back({
        channelError:
          error === 'access_denied' ? sentences.notAllowed.in(language) : sentences.noPermission.in(language),
      })
    try {
      const { name } = await endConnect(deps, kind, {
        code,
        state,
        userId: actorOf(request).id,
        by: auditorOf(request),
        units: wordingFor(request).units,
      })
      return back({ connected: name })
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      request.log.warn({ err: cause }, 'a channel was not connected')
      return back({ channelError: cause.sentence.in(language) })
    }
  })
}

/** The list, a channel's settings, choosing the default channel, and disconnecting. */
function careRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  const { db } = deps
  const shown = async (request: FastifyRequest, id: string) => {
    const row = await findChannel(db, id)
    if (!row) throw notFound('channel')
    const people = [row.connected_by, row.settings.confirmedBy].filter(id => typeof id === 'string')
    return presentChannel(row, {
      now: await deps.time(db),
      waiting: (await countWaiting(db)).get(id) ?? 0,
      names: await displayNames(db, people),
      language: spokenTo(request),
    })
  }

  implement(app, 'channels', async request => {
    const rows = await listChannels(db)
    return {
      channels: await Promise.all(rows.map(r => shown(request, r.id))),
      available: channelKinds.map(kind => ({
        kind,
        configured: deps.networks[kind].connector !== null,
        sandbox: deps.networks[kind].sandbox,
      })),
    }
  })

  implement(app, 'channelForm', async request => {
    const row = await findChannel(db, request.params.id)
    if (!row) throw notFound('channel')
    const { form } = deps.networks[row.kind].publisher
    if (!form) throw new AppError('conflict', sentences.noChoices({ kind: channelNames[row.kind] }))
    try {
      return await form(accountOf(deps, row))
    } catch (error) {
      if (!(error instanceof PublishError)) throw error
      const code = error.kind === 'retry_after' ? 'unavailable' : 'conflict'
      throw new AppError(code, sentences.platformSaid({ problem: error.sentence }), {
        cause: error,
      })
    }
  })

  implement(app, 'channelSettings', async request => {
    const { id } = request.params
    const by = auditorOf(request)
    await db
      .transaction()
      .execute(async tx => changeSettings(tx, id, request.body, { by, now: await deps.time(tx) }))
    return shown(request, id)
  })

  implement(app, 'makeDefaultChannel', async request => {
    const { id } = request.params
    await db.transaction().execute(tx => makeDefault(tx, id, auditorOf(request)))
    return shown(request, id)
  })

  implement(app, 'disconnectChannel', async request => {
    const { id } = request.params
    const by = auditorOf(request)
    await db.transaction().execute(async tx => disconnect(tx, id, by, await deps.time(tx)))
    return shown(request, id)
  })
}
