import type { FastifyInstance, FastifyReply } from 'fastify'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from './errors.ts'
import { networkOf } from './network.ts'
import { ownProxies, type TrustProxy } from './trust-proxy.ts'
import { limitWaiting } from './waiting-connections.ts'

export interface OpenRequestLimits {
  perNetwork: number
  perPerson: number
  /** connections waiting for a request */
  waitingPerNetwork: number
}

const retryAfterSeconds = 5

/** Counts open requests, so that no one can hold so many that others wait. */
export class OpenRequests {
  readonly #limits: OpenRequestLimits
  readonly #open = new Map<string, number>()

  constructor(limits: OpenRequestLimits) {
    this.#limits = limits
  }

  /** @throws AppError too_many_requests when the network has too many open */
  enterNetwork(network: string, reply: FastifyReply): void {
    this.#enter(`network ${network}`, this.#limits.perNetwork, reply)
  }

  /** @throws AppError too_many_requests when the person has too many open */
  enterPerson(personId: string, reply: FastifyReply): void {
    this.#enter(`person ${personId}`, this.#limits.perPerson, reply)
  }

  #enter(key: string, limit: number, reply: FastifyReply): void {
    const open = this.#open.get(key) ?? 0
    if (open >= limit) {
      // Don't wait for its body, which would keep one more request open.
      reply.header('connection', 'close')
      throw new AppError('too_many_requests', common.tooManyOpen, { retryAfterSeconds })
    }
    this.#open.set(key, open + 1)
    reply.raw.once('close', () => {
      const left = (this.#open.get(key) ?? 1) - 1
      if (left) this.#open.set(key, left)
      else this.#open.delete(key)
    })
  }
}

/**
 * Counts each request for its network before any other work, and the connections waiting for a request. Our
 * own proxies' connections aren't counted, because they carry everyone's requests. Register before the
 * permissions.
 */
export function limitNetworks(
  app: FastifyInstance,
  open: OpenRequests,
  { trustProxy, openRequests }: { trustProxy: TrustProxy; openRequests: OpenRequestLimits },
): void {
  const isProxy = ownProxies(trustProxy)
  limitWaiting(app.server, openRequests.waitingPerNetwork, address =>
    isProxy(address) ? null : networkOf(address),
  )
  app.addHook('onRequest', async (request, reply) => open.enterNetwork(networkOf(request.ip), reply))
}

/** Counts each request for the signed-in person. Register after the permissions. */
export function limitPeople(app: FastifyInstance, open: OpenRequests): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.actor) open.enterPerson(request.actor.id, reply)
  })
}
