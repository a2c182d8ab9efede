import { expect, test } from 'vitest'
import { bySettings } from '#server/audit/index.ts'
import type { Connector, Grant } from '#server/platforms/index.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { addStaff, publishingWorld } from '#test/harness/publishing/world.ts'

import { beginConnect, endConnect } from './connect.ts'
import { refreshEarly } from './refresh-early.ts'
import { findChannel, updateChannel } from './store.ts'
import { accountOf } from './tokens.ts'
import { warnOfChannels } from './warn.ts'

/** A connector that counts refreshes and returns the given grants. */
function watched(connector: Connector, grant: (real: Grant) => Partial<Grant> = () => ({})) {
  let refreshes = 0
  const own: Connector = {
    ...connector,
    async refresh(token) {
      refreshes++
      const real = await connector.refresh(token)
      return { ...real, ...grant(real) }
    },
  }
  return { own, refreshes: () => refreshes }
}

async function stage() {
  const world = await publishingWorld()
  const row = async (kind: 'youtube' | 'tiktok') => {
    const found = await findChannel(world.db, world.channels[kind])
    if (!found) throw new Error('No channel')
    return found
  }
  return { world, row }
}

test('tokens are stored encrypted, bound to their channel', async () => {
  const { world, row } = await stage()
  const [youtube, tiktok] = [await row('youtube'), await row('tiktok')]
  const text = JSON.stringify([youtube, tiktok])
  expect(text).not.toMatch(/\bat\.|\brt\./)
  await updateChannel(world.db, youtube.id, { access_token: tiktok.access_token })
  await expect(accountOf(world.deps, youtube).token()).rejects.toThrow()
})

test('when eight workers need a new token at once, it is refreshed once and all get the same one', async () => {
  const { world, row } = await stage()
  const { own, refreshes } = watched(world.deps.networks.tiktok.connector as Connector)
  const deps = {
    ...world.deps,
    networks: { ...world.deps.networks, tiktok: { ...world.deps.networks.tiktok, connector: own } },
  }
  world.advance(2 * 3600 - 60)
  const account = accountOf(deps, await row('tiktok'))
  const tokens = await Promise.all(Array.from({ length: 8 }, () => account.token()))
  expect(new Set(tokens).size).toBe(1)
  expect(refreshes()).toBe(1)
  // The refresh token rotated; the next refresh works with the new one.
  world.advance(2 * 3600)
  expect(await account.token()).not.toBe(tokens[0])
})

test('renewed early by one worker; a refresh without a refresh token keeps the old one', async () => {
  const { world, row } = await stage()
  const { own, refreshes } = watched(world.deps.networks.youtube.connector as Connector)
  const deps = {
    ...world.deps,
    networks: { ...world.deps.networks, youtube: { ...world.deps.networks.youtube, connector: own } },
  }
  const before = await row('youtube')
  world.advance(3600 - 15 * 60)
  await Promise.all([refreshEarly(deps), refreshEarly(deps), refreshEarly(deps)])
  expect(refreshes()).toBe(1)
  const after = await row('youtube')
  expect(after.refresh_token).toBe(before.refresh_token)
  expect(after.access_token).not.toBe(before.access_token)
  world.advance(2 * 3600)
  await expect(accountOf(deps, after).token()).resolves.toMatch(/^at\./)
})

test('an answer without a token overwrites nothing', async () => {
  const { world, row } = await stage()
  const { own } = watched(world.deps.networks.youtube.connector as Connector, () => ({ accessToken: '' }))
  const deps = {
    ...world.deps,
    networks: { ...world.deps.networks, youtube: { ...world.deps.networks.youtube, connector: own } },
  }
  const before = await row('youtube')
  world.advance(7200)
  await expect(accountOf(deps, before).token()).rejects.toThrow(/empty/)
  expect(await row('youtube')).toEqual(before)
})

test('staff get one notification days before the expiry and one after it', async () => {
  const { world, row } = await stage()
  const { db } = world
  await addStaff(db, 'staff', 'moderator')
  const notified = async () =>
    inEnglish(
      await db
        .selectFrom('notifications')
        .select(['title', 'type', 'message'])
        .where('user_id', '=', 'staff')
        .execute(),
    )
  expect(await warnOfChannels(world.deps)).toBe(0)
  // Only this channel expires.
  await db
    .updateTable('platform_channels')
    .set({ refresh_expires_at: null })
    .where('kind', '<>', 'tiktok')
    .execute()
  world.advance(174 * 86_400)
  expect(await warnOfChannels(world.deps)).toBe(1)
  expect(await warnOfChannels(world.deps)).toBe(0)
  expect(await notified()).toEqual([
    expect.objectContaining({
      type: 'publishing_alert',
      title: 'trailcut.rides (TikTok) needs to be connected again soon',
    }),
  ])
  const mails = await db.selectFrom('mails').select('template').where('user_id', '=', 'staff').execute()
  expect(mails).toEqual([{ template: 'publishing_alert' }])
  await world.tiktok.platform.grants.revoke('trailcut.rides')
  await expect(accountOf(world.deps, await row('tiktok')).token()).rejects.toMatchObject({
    kind: 'reconnect',
  })
  expect(await warnOfChannels(world.deps)).toBe(1)
  expect(await notified()).toHaveLength(2)
  // Reconnected: the same row, with its privacy choice kept.
  await world.connect('tiktok')
  expect(await row('tiktok')).toMatchObject({
    status: 'connected',
    settings: { defaultPrivacy: 'PUBLIC_TO_EVERYONE' },
  })
})

test('the consent page respects account and permissions; a state works once and only for the person who started', async () => {
  const { world } = await stage()
  const begun = await beginConnect(world.deps, 'youtube', 'alex')
  const page = await fetch(begun.url)
  expect(await page.text()).toContain('wants access to YouTube')
  const q = new URL(begun.url).searchParams
  const scopes = (q.get('scope') ?? '').split(' ')
  const decide = async (fields: Record<string, string>) => {
    const form = new URLSearchParams({
      redirect_uri: q.get('redirect_uri') ?? '',
      state: q.get('state') ?? '',
      challenge: q.get('code_challenge') ?? '',
      scope: q.get('scope') ?? '',
      account: 'UCtrailcut0000000000002',
      ...fields,
    })
    const answer = await fetch(`${world.youtube.url}/o/oauth2/v2/auth`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    return new URL(answer.headers.get('location') ?? '').searchParams
  }
  expect((await decide({ decision: 'deny' })).get('error')).toBe('access_denied')
  const end = (code: string | null, userId: string) =>
    endConnect(world.deps, 'youtube', { code: code ?? '', state: begun.state, userId, by: bySettings })
  const all = Object.fromEntries(scopes.map(s => [`allow:${s}`, '1']))
  const code = (await decide({ decision: 'allow', ...all })).get('code')
  await expect(end(code, 'mallory')).rejects.toMatchObject({ status: 400 })
  await expect(end(code, 'alex')).rejects.toMatchObject({ status: 400 })

  const second = await beginConnect(world.deps, 'youtube', 'alex')
  q.set('state', second.state)
  q.set('code_challenge', second.challenge)
  const half = (await decide({ decision: 'allow', [`allow:${scopes[0]}`]: '1' })).get('code')
  const finish = (c: string | null, state: string) =>
    endConnect(world.deps, 'youtube', {
      ...{ code: c ?? '', state, userId: 'alex', by: bySettings },
      units: 'imperial',
    })
  await expect(finish(half, second.state)).rejects.toThrow(/leave all boxes checked/)
  const third = await beginConnect(world.deps, 'youtube', 'alex')
  q.set('code_challenge', third.challenge)
  const whole = (await decide({ decision: 'allow', ...all })).get('code')
  expect(await finish(whole, third.state)).toMatchObject({ name: 'Trailcut Tests' })
})
