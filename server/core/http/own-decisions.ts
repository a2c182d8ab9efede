import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Owned } from '#contract/endpoints/decisions.ts'
import type { Permission } from '#contract/permissions.ts'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from './errors.ts'
import { actorOf } from './permission.ts'

/** How to find out whose object it is, and who else could decide. */
export interface Ownership {
  /** The owner's id; null when there is no such object. */
  ownerOf: Record<Owned, (id: string) => Promise<string | null>>
  /** Whether another active staff member has this permission. */
  hasColleague(actorId: string, permission: Permission): Promise<boolean>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whose object this route decides about, from contract/endpoints/decisions.ts. */
    decidesAbout?: { owned: Owned; param: string }
  }
  interface FastifyRequest {
    /** The object is the staff member's own, and nobody else could decide: the audit log says so. */
    decidesAlone: boolean
  }
  interface FastifyInstance {
    /**
     * Compares the owner of an object with who decides about it, where the address doesn't name it.
     * @throws AppError conflict when it is their own and another staff member could decide
     */
    refuseOwn(request: FastifyRequest, owned: Owned, id: string): Promise<void>
  }
}

const sentences = {
  video: common.ownVideo,
  shareLink: common.ownVideo,
  publication: common.ownPost,
  heldCount: common.ownCounts,
  payout: common.ownPayout,
  invoice: common.ownInvoice,
  dispute: common.ownDispute,
  balance: common.ownBalance,
} satisfies Record<Owned, unknown>

/**
 * Nobody decides about what is theirs: before a handler runs, the owner of the object in the address is compared
 * with who asks. Only where no other staff member could decide is it allowed, and `decidesAlone` tells the audit log.
 * Register before the routes.
 */
export function guardOwnDecisions(app: FastifyInstance, { ownerOf, hasColleague }: Ownership): void {
  app.decorateRequest('decidesAlone', false)
  const refuseOwn = async (request: FastifyRequest, owned: Owned, id: string) => {
    const actor = actorOf(request)
    const { permission } = request.routeOptions.config
    if (!permission) throw new Error('A decision needs a route with a permission')
    const own = (await ownerOf[owned](id)) === actor.id
    if (own && (await hasColleague(actor.id, permission))) throw new AppError('conflict', sentences[owned])
    request.decidesAlone = own
  }
  app.decorate('refuseOwn', refuseOwn)
  app.addHook('preHandler', (request, _reply, done) => {
    const about = request.routeOptions.config?.decidesAbout
    if (!about) return done()
    const params = request.params as Readonly<Record<string, string>>
    refuseOwn(request, about.owned, String(params[about.param])).then(() => done(), done)
  })
}
