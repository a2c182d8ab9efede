import { expect } from 'vitest'
import { api } from '#contract/paths.ts'
import { recordViews, type ViewSample } from '#server/earnings/index.ts'
import { messageOf, proved } from '#test/harness/review.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import type { TestServer } from '../harness/server.ts'

export const refusalOf = async (response: Response) => ({
  status: response.status,
  message: await messageOf(response),
})

export const rider = (server: TestServer, email = 'sam@trailcut.example') => proved(server, email)

export const earn = (server: TestServer, ...samples: ViewSample[]) =>
  server.deps.db.transaction().execute(tx => recordViews(tx, server.deps.clock.now(), samples))

/** Just before now, in this order: an hour ago may have been another day or month. */
export const soon = (order = 0) => new Date(Date.now() - 100 + order)

/** The rider adds a bank account on the sandbox's onboarding page. */
export async function onboard(client: ApiClient) {
  const { url } = await client.json<{ url: string }>(api.payoutDestination, { method: 'POST' })
  expect((await client.call(url)).status).toBe(200)
  const back = await client.call(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })
  expect(back.headers.get('location')).toBe(`${client.base}/earnings?destination=done`)
}

export const until = <T>(client: ApiClient, address: string, wanted: (answer: T) => boolean) =>
  client.until(() => client.json<T>(address), wanted)
