import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '../fixtures.ts'

/** A signed-out browser. */
export async function stranger(browser: Browser, look: { width: number; height: number }): Promise<Page> {
  return (await browser.newContext({ viewport: look })).newPage()
}

/** A page of another site that embeds the player. */
export async function serveFrame(source: string): Promise<{ address: string; stop: () => Promise<unknown> }> {
  const server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<title>Elsewhere</title><iframe src="${source}" width="800" height="450" title="ride"></iframe>`),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://localhost:${port}/`, stop: async () => server.close() }
}
