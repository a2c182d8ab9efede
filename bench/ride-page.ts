import type { Browser, BrowserContext } from '@playwright/test'
import type { ServerProcess } from '#test/harness/server-process.ts'
import { ride } from '#test/media/ride.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'

/** A rider of the server with one analyzed ride that has telemetry. @returns the rider's session and the video's id */
export async function riderWithRide(server: ServerProcess): Promise<{ client: ApiClient; id: string }> {
  const client = new ApiClient(server.url)
  await client.signInAtChooser('bench@trailcut.example')
  const file = await ride({ telemetry: true })
  const { video, uploadUrl, size } = await client.requestUpload(file)
  await client.sendFile(file, uploadUrl, size)
  await client.untilAnalyzed(video.id)
  return { client, id: video.id }
}

/** That rider's session, as a browser's cookies. */
export const sessionCookies = (server: ServerProcess, client: ApiClient) =>
  client.cookieHeader.split('; ').map(pair => {
    const [name, ...value] = pair.split('=')
    return { name: name as string, value: value.join('='), url: server.url }
  })

/** A browser window of that rider with nothing in its cache. @param viewport pixels */
export async function windowOf(
  browser: Browser,
  server: ServerProcess,
  client: ApiClient,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  await context.addCookies(sessionCookies(server, client))
  return context
}
