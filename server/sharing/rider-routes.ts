import type { FastifyInstance } from 'fastify'
import { readerOfRider } from '#server/accounts/index.ts'
import { notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { wordingFor } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { followRoutes } from './follow-routes.ts'
import { goneHead } from './page.ts'
import { feedOf, riderHead } from './rider-head.ts'
import { changeRiderPage, riderNamed, riderPageOf, type ShownRider } from './rider-name.ts'
import { publicRiderOf } from './rider-page.ts'

/** Each reads all of a rider's rides. */
const budget = { rateLimit: perMinute(60) }

/** A rider's public page, its feed, following it by email, and their choice about it. */
export function riderRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'publicUrl'>,
): void {
  const { db, publicUrl } = deps
  const find = async (name: string): Promise<ShownRider> => {
    const found = await riderNamed(db, name)
    if (!found) throw notFound('user')
    return found
  }
  /** As the rider reads: for programs that fetch it for others. */
  const inRidersWords = async (found: ShownRider, most?: number) =>
    publicRiderOf(db, found, await readerOfRider(db, found.userId), most)

  implement(app, 'riderPage', budget, async (request, reply) => {
    const found = await riderNamed(db, request.params.riderName)
    if (!found) return reply.header('x-robots-tag', 'noindex').status(404).sendWebApp({ head: goneHead })
    // The head names the newest ride only; the page itself asks for all of them.
    return reply.sendWebApp({ head: riderHead(publicUrl, await inRidersWords(found, 1)) })
  })

  implement(app, 'riderFeed', budget, async (request, reply) => {
    const feed = feedOf(publicUrl, await inRidersWords(await find(request.params.riderName)))
    return reply.type('application/rss+xml; charset=utf-8').header('cache-control', 'no-cache').send(feed)
  })

  implement(app, 'publicRider', budget, async request =>
    publicRiderOf(db, await find(request.params.riderName), wordingFor(request)),
  )

  followRoutes(app, deps, find)

  implement(app, 'ownRiderPage', request => riderPageOf(deps, actorOf(request).id))

  implement(app, 'changeRiderPage', { rateLimit: perMinute(20) }, request =>
    changeRiderPage(deps, actorOf(request).id, request.body),
  )
}
