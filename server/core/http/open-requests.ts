import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from './errors.ts'
import { networkOf } from './network.ts'
import { ownProxies, type TrustProxy } from './trust-proxy.ts'

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

/** The connections of one network that wait for a request, each kind by start of the wait. */
interface Waiting {
  /** no complete headers received yet */
  unproved: Set<Socket>
  /** kept open after an answer */
  idle: Set<Socket>
}

/**
 * Limits how many connections of one network may wait for a request. Beyond that, the one waiting longest is
 * closed: first those that never sent complete headers, so that half-open connections displace each other and
 * not browsers. Connections with a request in progress count as requests, not here.
 * @param networkOf the network of a peer's address; null for an unlimited peer
 */
function limitWaiting(server: Server, limit: number, networkOf: (address: string) => string | null): void {
  const networks = new Map<string, Waiting>()
  const underWay = new WeakMap<Socket, { requests: number; waits: (kind: keyof Waiting | null) => void }>()

  server.on('connection', (socket: Socket) => {
    const network = socket.remoteAddress === undefined ? null : networkOf(socket.remoteAddress)
    if (network === null) return
    const waits = (kind: keyof Waiting | null) => {
      const waiting = networks.get(network) ?? { unproved: new Set(), idle: new Set() }
      const { unproved, idle } = waiting
      unproved.delete(socket)
      idle.delete(socket)
      if (kind) waiting[kind].add(socket)
      if (unproved.size + idle.size === 0) networks.delete(network)
      else networks.set(network, waiting)
      if (unproved.size + idle.size <= limit) return
      const [longest] = unproved.size > 0 ? unproved : idle
      if (!longest) return
      unproved.delete(longest)
      idle.delete(longest)
      longest.destroy()
    }
    underWay.set(socket, { requests: 0, waits })
    waits('unproved')
    socket.once('close', () => {
      underWay.delete(socket)
      waits(null)
    })
  })

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = underWay.get(socket)
    if (!connection) return
    connection.requests++
    connection.waits(null)
    response.once('close', () => {
      connection.requests--
      if (connection.requests === 0 && underWay.has(socket)) connection.waits('idle')
    })
  })
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
  app.addHook('onRequest', (request, reply, done) => {
    open.enterNetwork(networkOf(request.ip), reply)
    done()
  })
}

/** Counts each request for the signed-in person. Register after the permissions. */
export function limitPeople(app: FastifyInstance, open: OpenRequests): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.actor) open.enterPerson(request.actor.id, reply)
    done()
  })
}
