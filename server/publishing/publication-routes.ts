import type { FastifyInstance, FastifyRequest } from 'fastify'
import { displayNames } from '#server/accounts/index.ts'
import { auditorOf, record } from '#server/audit/index.ts'
import { notFound } from '#server/core/http/errors.ts'
import { expectedVersion } from '#server/core/http/if-match.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { spokenTo } from '#server/core/language.ts'
import { textIn } from '#server/core/sentences.ts'
import { zoneOf } from '#server/notifications/index.ts'
import { pauseOf, setPause } from './attempts/limits.ts'
import { changePost, type PostChange } from './change-post.ts'
import { cancelPublication, editPublication, retryPublication } from './change-publication.ts'
import type { PublishingDeps } from './deps.ts'
import { listPublications, showPublication } from './lists.ts'
import { presentPublication } from './present.ts'
import { eventsOf } from './store.ts'

/** Single publications: view, change, cancel, retry; and the switch that pauses all of them. */
export function publicationRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  const shown = async (request: FastifyRequest, id: string) => {
    const row = await showPublication(deps.db, id)
    if (!row) throw notFound('publication')
    return presentPublication(row, spokenTo(request))
  }

  implement(app, 'publications', async request =>
    (await listPublications(deps.db, request.query, deps.time)).map(row =>
      presentPublication(row, spokenTo(request)),
    ),
  )

  implement(app, 'publication', async request => {
    const one = await shown(request, request.params.id)
    const history = (await eventsOf(deps.db, one.id)).map(e => ({
      at: e.at.toISOString(),
      kind: e.kind,
      sentence: textIn(e.sentence, spokenTo(request)) ?? '',
      by: e.name || e.email,
    }))
    return { ...one, history }
  })

  implement(app, 'editPublication', async request => {
    const { id } = request.params
    const zone = await zoneOf(deps.db, request, request.body.timeZone)
    const ask = { id, by: auditorOf(request), expected: expectedVersion(request) }
    await editPublication(deps, { ...ask, change: request.body, zone })
    return shown(request, id)
  })

  const decided = async (request: FastifyRequest, id: string, work: typeof cancelPublication) => {
    await work(deps, { id, by: auditorOf(request), expected: expectedVersion(request) })
    return shown(request, id)
  }
  implement(app, 'cancelPublication', request => decided(request, request.params.id, cancelPublication))
  implement(app, 'retryPublication', request => decided(request, request.params.id, retryPublication))

  const changed = async (request: FastifyRequest, id: string, change: PostChange) => {
    await changePost(deps, { id, by: auditorOf(request), expected: expectedVersion(request) }, change)
    return shown(request, id)
  }
  implement(app, 'editPost', request =>
    changed(request, request.params.id, { kind: 'edit', words: request.body }),
  )
  implement(app, 'hidePost', request => changed(request, request.params.id, { kind: 'hide' }))
  implement(app, 'showPost', request => changed(request, request.params.id, { kind: 'show' }))
  implement(app, 'deletePost', request => changed(request, request.params.id, { kind: 'delete' }))

  const pause = async () => {
    const { paused, reason, by, at } = await pauseOf(deps.db)
    const names = by ? await displayNames(deps.db, [by]) : new Map<string, string>()
    return { paused, reason, by: by && (names.get(by) ?? null), at: at?.toISOString() ?? null }
  }
  implement(app, 'publishingPause', pause)
  implement(app, 'setPublishingPause', async request => {
    await deps.db.transaction().execute(async tx => {
      const at = await deps.time(tx)
      await setPause(tx, { ...request.body, by: actorOf(request).id, at })
      await record(tx, {
        ...auditorOf(request),
        action: 'publishing.pause',
        objectType: 'publishing',
        objectId: 'queue',
        after: request.body,
      })
    })
    return pause()
  })
}
