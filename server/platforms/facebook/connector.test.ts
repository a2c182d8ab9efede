import { expect, test } from 'vitest'
import { bySettings } from '#server/audit/index.ts'
import { beginConnect, endConnect } from '#server/publishing/channels/connect.ts'
import { findChannel } from '#server/publishing/channels/store.ts'
import { accountOf } from '#server/publishing/channels/tokens.ts'
import { publishingWorld } from '#test/harness/publishing/world.ts'
import type { Connector } from '../connector.ts'
import type { PublishError } from '../publish-error.ts'

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    error => error as PublishError,
  )

test("connects with a person's long-lived token and a Page token that never expires", async () => {
  const { world } = { world: await publishingWorld() }
  const row = await findChannel(world.db, world.channels.facebook)
  expect(row).toMatchObject({
    external_id: '104857600000001',
    name: 'Trailcut on Facebook',
    status: 'connected',
  })
  const days = (date: Date | null) => Math.round(((date?.getTime() ?? 0) - Date.now()) / 86_400_000)
  expect([days(row?.access_expires_at ?? null), days(row?.refresh_expires_at ?? null)]).toEqual([30, 60])
  // Weeks later the Page's token is renewed from the person's.
  world.advance(31 * 86_400)
  world.facebook.platform.clock.ahead = 31 * 86_400_000
  if (!row) return
  const account = accountOf(world.deps, row)
  const renewed = await account.token()
  expect(world.facebook.platform.grants.bearer(`Bearer ${renewed}`)?.accountId).toBe('104857600000001')
  // After sixty days, only the person can reconnect it.
  world.facebook.platform.clock.ahead = 61 * 86_400_000
  expect(await failure(account.token(renewed))).toMatchObject({ kind: 'reconnect' })
})

test('a renewed token belongs to the connected Page, whichever other Pages the person manages', async () => {
  const { world } = { world: await publishingWorld() }
  const connector = world.deps.networks.facebook.connector as Connector
  const redirectUri = 'http://127.0.0.1/back'
  const given = { accountId: '104857600000002', redirectUri, scopes: [...connector.scopes], challenge: null }
  const code = world.facebook.platform.grants.code(given)
  const { accessToken, refreshToken } = await connector.exchange(code, '', redirectUri)
  expect((await connector.profile(accessToken)).externalId).toBe('104857600000002')
  expect(refreshToken).toMatch(/^104857600000002:/)
  const other = `104857600000001:${refreshToken?.split(':')[1]}`
  expect(await failure(connector.refresh(other))).toMatchObject({ kind: 'reconnect', code: 'no_page' })
})

test('notices a missing permission when connecting', async () => {
  const { world } = { world: await publishingWorld() }
  const { state } = await beginConnect(world.deps, 'facebook', null)
  const redirectUri = `${world.deps.publicUrl}/api/publishing/channels/facebook/callback`
  const scopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']
  const code = world.facebook.platform.grants.code({
    accountId: '104857600000001',
    scopes,
    redirectUri,
    challenge: null,
  })
  await expect(
    endConnect(world.deps, 'facebook', { code, state, userId: null, by: bySettings }),
  ).rejects.toThrow(/leave all boxes checked/)
})

test('every part of a long list of Pages is read, so that the last one can be connected', async () => {
  const world = await publishingWorld()
  // The sandbox's first part has a Page on which nobody may post; the chosen one is in the second.
  const id = await world.connect('facebook', '104857600000002')
  const row = await world.db
    .selectFrom('platform_channels')
    .select(['external_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ external_id: '104857600000002', status: 'connected' })
})
