import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type ChannelKind, channelKinds } from '#contract/publishing/publications.ts'
import { type AccountCheck, type Connector, networksOf } from '#server/platforms/index.ts'
import { type PublishingWorld, publishingWorld, testSecret } from '#test/harness/publishing/world.ts'
import { checkChannels } from './check.ts'
import { findChannel, updateChannel } from './store.ts'
import { heldTokens } from './tokens.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

async function checksOf(world: PublishingWorld, kind: ChannelKind): Promise<AccountCheck[]> {
  const found = (await checkChannels(world.deps)).filter(one => one.kind === kind)
  expect(found).toHaveLength(1)
  return found[0]?.checks ?? []
}
const missing = (checks: readonly AccountCheck[]) => checks.filter(({ ok }) => ok === false)
const accountOf = async (world: PublishingWorld, kind: ChannelKind) =>
  (await findChannel(world.db, world.channels[kind]))?.external_id ?? ''

/** Tokens of the same account with fewer permissions. */
async function heldWith(world: PublishingWorld, kind: ChannelKind, scopes: string[]) {
  const connector = world.deps.networks[kind].connector as Connector
  const redirectUri = 'http://127.0.0.1/back'
  const externalId = await accountOf(world, kind)
  const given = { accountId: externalId, redirectUri, scopes, challenge: null }
  const grant = await connector.exchange(world[kind].platform.grants.code(given), '', redirectUri)
  const { accessToken, refreshToken } = grant
  return { connector, held: { accessToken, refreshToken: refreshToken ?? '', externalId } }
}

test('finds nothing missing on connected channels, and says what no call reveals', async () => {
  const world = await publishingWorld()
  for (const { kind, checks } of await checkChannels(world.deps)) {
    expect([kind, missing(checks)]).toEqual([kind, []])
    expect(checks.filter(({ ok }) => ok).map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Sign-in', 'Permissions']),
    )
    expect(checks.filter(({ ok }) => ok === null).map(({ note }) => note)).toEqual([
      expect.stringMatching(/^No call .* docs\/guides\/\w+\.md, step 5\.$/),
    ])
  }
})

test.each(channelKinds)('names each permission missing at %s, and the guide', async kind => {
  const world = await publishingWorld()
  const scopes = [...(world.deps.networks[kind].connector as Connector).scopes]
  // Without its first permission, Facebook lists no Page.
  const left = kind === 'facebook' ? scopes.slice(0, 2) : scopes.slice(0, 1)
  const { connector, held } = await heldWith(world, kind, left)
  const permissions = (await connector.check(held)).find(({ what }) => what === 'Permissions')
  expect(permissions?.ok).toBe(false)
  for (const scope of scopes)
    expect([scope, permissions?.note.includes(scope)]).toEqual([scope, !left.includes(scope)])
  expect(permissions?.note).toMatch(new RegExp(`docs/guides/${kind}\\.md, step \\d`))
})

test.each(channelKinds)('finds a sign-in revoked at %s', async kind => {
  const world = await publishingWorld()
  await world[kind].platform.grants.revoke(await accountOf(world, kind))
  const checks = await checksOf(world, kind)
  expect(checks).toEqual([{ what: 'Sign-in', ok: false, note: expect.stringMatching(/again/) }])
})

test.each(channelKinds)('finds an expired sign-in at %s', async kind => {
  const world = await publishingWorld()
  world.advance(400 * 86_400)
  expect(await checksOf(world, kind)).toEqual([
    { what: 'Sign-in', ok: false, note: expect.stringMatching(/Connect it again under Publishing\.$/) },
  ])
})

test.each(channelKinds)("reports that %s doesn't answer, without asking anyone to reconnect", async kind => {
  const world = await publishingWorld()
  const { settings, sandboxes } = world.reached
  const sandbox = sandboxes[kind]
  if (!sandbox) throw new Error(`No sandbox of ${kind}`)
  const nowhere = { ...sandboxes, [kind]: { ...sandbox, url: 'http://127.0.0.1:1' } }
  const networks = networksOf(settings, nowhere, { now: () => new Date() })
  const row = await findChannel(world.db, world.channels[kind])
  if (!row) throw new Error('No channel')
  const checks = await networks[kind].connector?.check(heldTokens(world.deps.secrets, row))
  expect(checks).toEqual([{ what: 'Sign-in', ok: false, note: "The platform isn't responding." }])
})

test('finds channels that lack something although the sign-in is valid', async () => {
  const world = await publishingWorld()
  world.youtube.platform.switches.longUploads = 'eligible'
  expect(missing(await checksOf(world, 'youtube'))).toEqual([
    { what: 'Long videos', ok: false, note: expect.stringContaining('step 7') },
  ])
  // A Page that no longer belongs to the person.
  await updateChannel(world.db, world.channels.facebook, { external_id: '999' })
  expect(missing(await checksOf(world, 'facebook'))).toEqual([
    { what: 'Page', ok: false, note: expect.stringContaining('step 6') },
  ])
  await updateChannel(world.db, world.channels.youtube, { external_id: 'UCother' })
  expect(missing(await checksOf(world, 'youtube'))).toEqual([
    { what: 'Channel', ok: false, note: expect.stringContaining('UCother') },
  ])
})

test("warns a week before a Page's tokens expire", async () => {
  const world = await publishingWorld()
  world.advance(50 * 86_400)
  expect(missing(await checksOf(world, 'facebook'))).toEqual([])
  world.advance(5 * 86_400)
  expect(missing(await checksOf(world, 'facebook'))).toEqual([
    { what: 'Tokens', ok: false, note: expect.stringMatching(/^They end on \d{4}-\d\d-\d\d: connect/) },
  ])
})

test("the command checks the database's channels, exits with 1 when something is missing, and prints no secret", async () => {
  const world = await publishingWorld()
  const { youtube, tiktok, facebook } = world
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: world.databaseUrl,
    SECRET: testSecret,
    YOUTUBE_CLIENT_ID: youtube.credentials.id,
    YOUTUBE_CLIENT_SECRET: youtube.credentials.secret,
    YOUTUBE_API_URL: youtube.url,
    YOUTUBE_TOKEN_URL: `${youtube.url}/token`,
    TIKTOK_CLIENT_KEY: tiktok.credentials.id,
    TIKTOK_CLIENT_SECRET: tiktok.credentials.secret,
    TIKTOK_API_URL: tiktok.url,
    FACEBOOK_APP_ID: facebook.credentials.id,
    FACEBOOK_APP_SECRET: facebook.credentials.secret,
    FACEBOOK_API_URL: facebook.url,
  }
  const command = () =>
    run(process.execPath, ['scripts/vendors-check.ts'], { cwd: root, env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    )
  // Only Stripe has no settings here.
  const before = await command()
  expect(before.stdout.split('\n').filter(line => line.startsWith('✗'))).toEqual([
    expect.stringMatching(/^✗ Stripe {4}Settings/),
  ])
  expect(before.code).toBe(1)
  await tiktok.platform.grants.revoke(await accountOf(world, 'tiktok'))
  const after = await command()
  expect(after.stdout).toMatch(/✗ TikTok {4}trailcut\.rides: Sign-in/)
  for (const kind of channelKinds) {
    const row = await findChannel(world.db, world.channels[kind])
    if (!row) throw new Error('No channel')
    const { accessToken, refreshToken } = heldTokens(world.deps.secrets, row)
    for (const secret of [accessToken, refreshToken, world[kind].credentials.secret])
      expect(before.stdout + after.stdout).not.toContain(secret)
  }
})
