import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The connections of one network that wait for a request, each kind in the order in which it began to wait. */
interface Waiting {
  /** sent no whole header yet */
  unproved: Set<Socket>
  /** kept open after an answer */
  idle: Set<Socket>
}

/**
 * Keeps at most so many connections of one network open that wait for a request. One more, and the one that has waited
 * longest is cut: first those that never sent a whole header, so that half-open ones push out each other, not browsers.
 * Connections with a request under way are counted as requests, not here.
 * @param networkOf the network of a peer's address; null for a peer that isn't limited
 */
export function limitWaiting(
  server: Server,
  limit: number,
  networkOf: (address: string) => string | null,
): void {
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
