import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
