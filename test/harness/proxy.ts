import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, type Transform } from 'node:stream'

export interface TestProxy {
  url: string
  /** What it answers while it can't reach the app. */
  away: 502 | 503
  /** Runs before a request is passed on. */
  before?(asked: IncomingMessage): Promise<unknown>
  /** How it refuses a request itself: by a status, or without an answer; undefined: it passes it on. */
  refuse?(asked: IncomingMessage): number | 'cut' | undefined
  /** Sees each answer of the app. */
  after?(asked: IncomingMessage, answer: IncomingMessage): void
  stop(): Promise<void>
}

/**
 * A reverse proxy in front of an app on this machine, which passes on bodies as they arrive.
 * @param appPort the app's, or what names the one for the next request
 * @param through what each request's body passes, for example to slow it down
 */
export async function startProxy(
  appPort: number | (() => number),
  through: () => Transform = () => new PassThrough(),
): Promise<TestProxy> {
  const server = createServer(async (asked, answer) => {
    const { method = 'GET', url = '/', headers } = asked
    await proxy.before?.(asked)
    const refused = proxy.refuse?.(asked)
    if (refused === 'cut') return void asked.destroy()
    if (refused !== undefined) {
      asked.resume()
      return void answer.writeHead(refused).end()
    }
    const port = typeof appPort === 'number' ? appPort : appPort()
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, passed => {
      proxy.after?.(asked, passed)
      answer.writeHead(passed.statusCode ?? 502, passed.headers)
      passed.on('error', () => answer.destroy()).pipe(answer)
    })
    onward.on('error', () => {
      if (answer.headersSent) return answer.destroy()
      answer.writeHead(proxy.away, { 'content-type': 'text/html' }).end('<h1>The app is away</h1>')
      asked.resume()
    })
    answer.on('close', () => onward.destroy())
    asked.pipe(through()).pipe(onward)
  })
  // The app's answers promise that connections stay open for 75 s.
  server.keepAliveTimeout = 80_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: TestProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    away: 502,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
