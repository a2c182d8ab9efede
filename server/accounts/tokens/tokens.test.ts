import { expect, test } from 'vitest'
import type { AccessToken } from '#contract/api-access.ts'
import { mostTokens, type TokenScope, tokenScopes } from '#contract/api-constants.ts'
import { api } from '#contract/paths.ts'
import { signedIn, signInAtProvider } from '#test/harness/accounts.ts'
import { startTestServer } from '#test/harness/server.ts'
import { ApiClient } from '../../../scripts/lib/api-client.ts'
import { tokenBudgets } from './authenticate.ts'
import { digestOfToken } from './store.ts'

const email = 'rider@example.com'

const createToken = (person: ApiClient, scopes: readonly TokenScope[] = tokenScopes) =>
  person.post<AccessToken & { token: string }>(api.createAccessToken, {
    name: 'Garage computer',
    scopes,
    expiresInDays: 30,
  })

const statusOf = async (client: ApiClient, address: string, init?: RequestInit): Promise<number> => {
  const answer = await client.call(address, init)
  await answer.body?.cancel()
  return answer.status
}

test('a token is shown once, stored as a hash, listed with its last use, emailed about and revoked at once', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(server, email)
  const made = await createToken(rider, ['videos:read'])
  expect(made.token).toMatch(/^tcp_[A-Za-z0-9_-]{43}$/)
  const stored = await server.deps.db.selectFrom('access_tokens').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(made.token.slice(4))
  expect(stored).toMatchObject([{ digest: digestOfToken(made.token), last_used_at: null }])
  const mails = await server.deps.db.selectFrom('mails').select(['template', 'data']).execute()
  expect(mails.map(mail => mail.template)).toContain('new_access_token')
  expect(JSON.stringify(mails)).not.toContain('Garage')

  const program = new ApiClient(server.url, made.token)
  expect(await program.json(api.myVideos)).toEqual([])
  const [listed] = await rider.json<AccessToken[]>(api.accessTokens)
  expect(listed).toEqual({ ...made, token: undefined, lastUsedAt: expect.any(String) })

  expect(await statusOf(rider, api.revokeAccessToken(made.id), { method: 'DELETE' })).toBe(200)
  expect(await statusOf(program, api.myVideos)).toBe(401)
  expect(await rider.json(api.accessTokens)).toEqual([])
  const deeds = await server.deps.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('action', 'like', 'token.%')
    .execute()
  expect(deeds.map(deed => deed.action)).toEqual(['token.create', 'token.revoke'])
  expect(JSON.stringify(deeds)).not.toContain(made.token)
})

test('a token sees what its owner owns and its scopes allow, and a staff member is a rider by token', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(server, email)
  const { video } = await rider.post<{ video: { id: string } }>(api.uploadUrl, { fileName: 'mine.mp4' })
  const mine = new ApiClient(server.url, (await createToken(rider, ['videos:read'])).token)
  expect(await mine.json(api.video(video.id))).toMatchObject({ id: video.id })

  const refused = await mine.call(api.earningsReport)
  expect(refused.status).toBe(403)
  expect(refused.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_scope", scope="earnings:read"',
  )
  expect(await statusOf(mine, api.updateVideo(video.id), { method: 'PATCH' })).toBe(403)
  await expect(mine.post(api.uploadUrl, { fileName: 'b.mp4' })).rejects.toThrow('403')

  for (const address of ['other@example.com', 'moderator@trailcut.example', 'admin@trailcut.example']) {
    const other = await signedIn(server, address)
    const theirs = new ApiClient(server.url, (await createToken(other)).token)
    expect(await statusOf(theirs, api.video(video.id)), address).toBe(404)
    expect(await theirs.json(api.myVideos)).toEqual([])
    expect(
      await statusOf(
        other,
        api.revokeAccessToken((await rider.json<AccessToken[]>(api.accessTokens))[0]?.id ?? ''),
        { method: 'DELETE' },
      ),
    ).toBe(404)
  }
})

test('a token never uses the cookie beside it, and needs no origin', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(server, email)
  const { token } = await createToken(rider, ['videos:read', 'videos:upload'])
  const both = (authorization: string, init: RequestInit = {}) => ({
    ...init,
    headers: { ...init.headers, authorization, cookie: rider.cookieHeader },
  })
  // The session could; the token, or a wrong one, can't.
  for (const header of [`Bearer ${token}`, `bearer  ${token}`])
    expect(await statusOf(rider, api.profileUpdate, both(header, { method: 'POST' })), header).toBe(403)
  for (const header of ['Bearer tcp_wrong', 'Bearer tcp_', `Bearer ${token}x`, `Bearer tcp_ ${token}`]) {
    const answer = await fetch(new URL(api.myVideos, server.url), both(header))
    expect(answer.status, header).toBe(401)
  }
  expect(await statusOf(rider, api.myVideos)).toBe(200)
  // Where a browser reports another site's page, a session is refused and a token isn't.
  const foreign = { origin: 'https://tool.example', 'content-type': 'application/json' }
  const upload = { method: 'POST', headers: foreign, body: JSON.stringify({ fileName: 'a.mp4' }) }
  expect(await statusOf(rider, api.uploadUrl, upload)).toBe(403)
  expect(await statusOf(new ApiClient(server.url, token), api.uploadUrl, upload)).toBe(200)
})

test('a token ends when it expires, its owner signs out everywhere, is suspended or deletes the account', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(server, email)
  const userId = (await rider.json<{ id: string }>(api.user)).id
  const fresh = async () => new ApiClient(server.url, (await createToken(rider)).token)

  const expired = await fresh()
  expect(await statusOf(expired, api.myVideos)).toBe(200)
  await server.deps.db.updateTable('access_tokens').set({ expires_at: new Date() }).execute()
  expect(await statusOf(expired, api.myVideos)).toBe(401)

  const everywhere = await fresh()
  await rider.post(api.endOtherSessions, {})
  expect(await statusOf(everywhere, api.myVideos)).toBe(401)

  const held = await fresh()
  // Also if the suspension came from elsewhere than the route that deletes tokens.
  await server.deps.db
    .updateTable('users')
    .set({ suspended_at: new Date(), suspended_reason: 'Spam' })
    .where('id', '=', userId)
    .execute()
  expect(await statusOf(held, api.myVideos)).toBe(401)
  await expect(createToken(rider)).rejects.toThrow('403')
  await server.deps.db
    .updateTable('users')
    .set({ suspended_at: null, suspended_reason: null })
    .where('id', '=', userId)
    .execute()
  expect(await statusOf(held, api.myVideos)).toBe(200)
  const admin = await signedIn(server, 'admin@trailcut.example')
  await admin.post(api.suspendUser(userId), { reason: 'Spam' })
  await admin.post(api.unsuspendUser(userId), {})
  expect(await statusOf(held, api.myVideos)).toBe(401)

  await signInAtProvider(rider, { email })
  const last = await fresh()
  await rider.post(api.deleteAccount, { confirmEmail: email })
  expect(await statusOf(last, api.myVideos)).toBe(401)
  expect(await server.deps.db.selectFrom('access_tokens').selectAll().execute()).toEqual([])
})

test('only a confirmed person who signed in lately creates tokens, and not too many', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const unproved = await server.person('new@example.com')
  await expect(createToken(unproved)).rejects.toThrow('403')
  const rider = await signedIn(server, email)
  for (let i = 0; i < mostTokens; i++) {
    // The limit of calls per minute isn't what stops this.
    await server.deps.db.deleteFrom('budgets').execute()
    await createToken(rider)
  }
  await server.deps.db.deleteFrom('budgets').execute()
  await expect(createToken(rider)).rejects.toThrow('409')
  await server.deps.db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 3600_000) })
    .execute()
  await expect(createToken(rider)).rejects.toThrow(/sign in again/i)
})

test('every token has a budget of its own', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await signedIn(server, email)
  const [busy, other] = [await createToken(rider), await createToken(rider)]
  for (const { name, most } of tokenBudgets) {
    await server.deps.db
      .insertInto('budgets')
      .values({ name, whom: busy.id, used: most, began_at: new Date() })
      .execute()
    const answer = await new ApiClient(server.url, busy.token).call(api.myVideos)
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0], name).toEqual([429, true])
    await server.deps.db.deleteFrom('budgets').execute()
  }
  expect(await statusOf(new ApiClient(server.url, busy.token), api.myVideos)).toBe(200)
  expect(await statusOf(new ApiClient(server.url, other.token), api.myVideos)).toBe(200)
  expect(await statusOf(rider, api.myVideos)).toBe(200)
})
