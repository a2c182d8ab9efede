import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestProxy {
  url: string
  /** What it answers while it can't reach the app. */
  away: 502 | 503
  stop(): Promise<void>
}

/** A reverse proxy in front of an app on this machine, which passes on bodies as they arrive. */
export async function startProxy(appPort: number): Promise<TestProxy> {
  const proxy = { away: 502 as TestProxy['away'] }
  const server = createServer((asked, answer) => {
    const { method = 'GET', url = '/', headers } = asked
    const onward = request({ host: '127.0.0.1', port: appPort, method, path: url, headers }, passed => {
      answer.writeHead(passed.statusCode ?? 502, passed.headers)
      passed.on('error', () => answer.destroy()).pipe(answer)
    })
    onward.on('error', () => {
      if (answer.headersSent) return answer.destroy()
      answer.writeHead(proxy.away, { 'content-type': 'text/html' }).end('<h1>The app is away</h1>')
      asked.resume()
    })
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
