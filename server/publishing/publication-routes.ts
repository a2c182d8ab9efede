import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#contract/paths.ts'
import {
  editPublicationBody,
  pauseAnswer,
  pauseBody,
  publication,
  publicationDetail,
  publicationsQuery,
} from '#contract/publishing.ts'
import { displayNames } from '#server/accounts/index.ts'
import { auditorOf, record } from '#server/audit/index.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { expectedVersion } from '#server/platform/http/if-match.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { pauseOf, setPause } from './attempts/limits.ts'
import { cancelPublication, editPublication, retryPublication } from './change-publication.ts'
import type { PublishingDeps } from './deps.ts'
import { listPublications, showPublication } from './lists.ts'
import { presentPublication } from './present.ts'
import { eventsOf } from './store.ts'
import { zoneOf } from './zone.ts'

const params = z.object({ id: z.uuid() })
const tags = ['publishing']

/** Single publications: look, change, cancel, try again; and the switch that stops all of them. */
export function publicationRoutes(app: FastifyInstance, deps: PublishingDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { permission: 'publishing:manage' as const }
  const shown = async (id: string) => {
    const row = await showPublication(deps.db, id)
    if (!row) throw notFound('The publication')
    return presentPublication(row)
  }

  routes.get(
    api.publications,
    {
      config,
      schema: {
        summary: 'Publications, newest first',
        tags,
        querystring: publicationsQuery,
        response: { 200: z.array(publication) },
      },
    },
    async request => (await listPublications(deps.db, request.query)).map(presentPublication),
  )

  routes.get(
    api.publication(':id'),
    {
      config,
      schema: { summary: 'One with its history', tags, params, response: { 200: publicationDetail } },
    },
    async request => {
      const one = await shown(request.params.id)
      const history = (await eventsOf(deps.db, one.id)).map(e => ({
        at: e.at.toISOString(),
        kind: e.kind,
        sentence: e.sentence,
        by: e.name || e.email,
      }))
      return { ...one, history }
    },
  )

  routes.patch(
    api.publication(':id'),
    {
      config,
      schema: {
        summary: 'Changes words or time until the upload begins',
        tags,
        params,
        body: editPublicationBody,
        response: { 200: publication },
      },
    },
    async request => {
      const { id } = request.params
      const zone = await zoneOf(deps.db, request, request.body.timeZone)
      const ask = { id, by: auditorOf(request), expected: expectedVersion(request) }
      await editPublication(deps, { ...ask, change: request.body, zone })
      return shown(id)
    },
  )

  for (const [path, summary, work] of [
    [api.cancelPublication(':id'), 'Takes it back until the upload begins', cancelPublication],
    [api.retryPublication(':id'), 'Tries a failed one again', retryPublication],
  ] as const)
    routes.post(
      path,
      { config, schema: { summary, tags, params, response: { 200: publication } } },
      async request => {
        const { id } = request.params
        await work(deps, { id, by: auditorOf(request), expected: expectedVersion(request) })
        return shown(id)
      },
    )

  const pause = async () => {
    const { paused, reason, by, at } = await pauseOf(deps.db)
    const names = by ? await displayNames(deps.db, [by]) : new Map<string, string>()
    return { paused, reason, by: by && (names.get(by) ?? null), at: at?.toISOString() ?? null }
  }
  routes.get(
    api.publishingPause,
    { config, schema: { summary: 'Whether publishing rests', tags, response: { 200: pauseAnswer } } },
    pause,
  )
  routes.put(
    api.publishingPause,
    {
      config,
      schema: {
        summary: 'Stops or resumes everything',
        tags,
        body: pauseBody,
        response: { 200: pauseAnswer },
      },
    },
    async request => {
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
    },
  )
}
