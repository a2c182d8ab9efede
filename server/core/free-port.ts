import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the range systems use for outgoing connections (Linux from 32768, macOS from 49152), where ports come
 * and go.
 */
const lowest = 20_000
const count = 12_000

/** A free port on this machine. Chosen at random, so that two simultaneous callers get different ones. */
export async function freePort(): Promise<number> {
  while (true) {
    const server = createServer()
    const port = lowest + Math.floor(Math.random() * count)
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
