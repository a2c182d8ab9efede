import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what systems give to outgoing connections (Linux from 32768, macOS from 49152): those come and go at any time. */
const lowest = 20_000
const count = 12_000

/** A port on this machine that nobody listens on. Chosen by chance, so that two who ask at once get two. */
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
