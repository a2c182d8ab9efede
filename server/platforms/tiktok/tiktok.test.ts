import { describe, expect, test } from 'vitest'
import { failure, lostOf, stage, workOf } from '#test/harness/publishing/stage.ts'
import { film } from '#test/harness/publishing/world.ts'
import type { Account } from '../account.ts'

const publicLevel = 'PUBLIC_TO_EVERYONE'
type Stage = Awaited<ReturnType<typeof stage>>

/** The sandbox account that only followers see. */
async function privateAccount({ account, platform }: Stage, defaultPrivacy: string): Promise<Account> {
  const scopes = ['user.info.basic', 'video.publish', 'video.list']
  const asked = { accountId: 'trailcut.friends', scopes, redirectUri: 'here', challenge: null }
  const grant = await platform.grants.exchange(platform.grants.code(asked), 'here', null)
  const token = grant?.accessToken ?? ''
  return {
    ...account,
    externalId: 'trailcut.friends',
    settings: { defaultPrivacy },
    token: async () => token,
    takeUnits: async () => true,
  }
}
const withPrivacy = (privacy: string) => ({ metadata: { ...workOf(film(1000)).metadata, privacy } })

describe("a post's audience", () => {
  test.each([
    ['MUTUAL_FOLLOW_FRIENDS', false],
    ['SELF_ONLY', false],
    ['FOLLOWER_OF_CREATOR', true],
  ])('%s: live without a public address', async (privacy, ofPrivateAccount) => {
    const at = await stage('tiktok')
    const account = ofPrivateAccount ? await privateAccount(at, privacy) : at.account
    const work = workOf(film(1000), withPrivacy(privacy))
    const { remoteId } = await at.publisher.post(work, account, at.hooks)
    const checked = await at.publisher.check(remoteId, work, account)
    expect(checked).toMatchObject({ state: 'live', postId: null, url: null })
    expect(String(checked.note)).toMatch(/without a public link/)
  })

  test("is what was chosen when posting, even if the account's default has changed", async () => {
    const at = await stage('tiktok')
    at.platform.delays = { processing: 0, moderation: 60 }
    const work = workOf(film(1000), withPrivacy(publicLevel))
    const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
    const later: Account = { ...at.account, settings: { defaultPrivacy: 'SELF_ONLY' } }
    const sent = { ...work, metadata: workOf(film(1000)).metadata, session: at.session() }
    expect(await at.publisher.check(remoteId, sent, later)).toMatchObject({ state: 'processing' })
  })

  test('an application not reviewed by TikTok posts only for the account itself, from private accounts', async () => {
    const at = await stage('tiktok')
    at.platform.switches.unreviewed = true
    for (const privacy of [publicLevel, 'SELF_ONLY']) {
      const refused = await failure(
        at.publisher.post(workOf(film(1000), withPrivacy(privacy)), at.account, at.hooks),
      )
      expect(refused).toMatchObject({
        kind: 'reject',
        code: '403 unaudited_client_can_only_post_to_private_accounts',
      })
      expect(refused?.message).toMatch(/only post to private accounts/)
    }
    const account = await privateAccount(at, 'SELF_ONLY')
    const work = workOf(film(1000))
    const { remoteId } = await at.publisher.post(work, account, at.hooks)
    const sent = { ...work, session: at.session() }
    expect(await at.publisher.check(remoteId, sent, account)).toMatchObject({ state: 'live', postId: null })
    expect(at.posts()).toHaveLength(1)
  })

  test('a post without a public address counts as published after a day of review', async () => {
    const at = await stage('tiktok')
    at.platform.delays = { processing: 0, moderation: 7 * 86_400 }
    const work = workOf(film(1000))
    const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
    expect(await at.publisher.check(remoteId, work, at.account)).toMatchObject({ state: 'processing' })
    const later = { ...work, processingSeconds: 90_000 }
    expect(await at.publisher.check(remoteId, later, at.account)).toMatchObject({
      state: 'live',
      postId: null,
    })
  })
})

describe('after the last byte', () => {
  test('waits for an upload that TikTok has not counted yet instead of sending it again', async () => {
    const at = await stage('tiktok')
    at.platform.switches.uploadLag = 2
    const work = workOf(film(1000))
    const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
    for (const state of ['processing', 'processing', 'live'])
      expect((await at.publisher.check(remoteId, work, at.account)).state).toBe(state)
    expect(at.posts()).toHaveLength(1)
  })

  test('a lost last answer while TikTok lags behind makes one post', async () => {
    const at = await stage('tiktok')
    at.platform.switches.uploadLag = 3
    at.order({ on: 'upload', kind: 'answer_lost', times: 1 })
    const work = workOf(film(25_000_000))
    const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
    expect(remoteId).toMatch(/^v_pub_file/)
    expect(at.posts()).toHaveLength(1)
  })

  test('leaves a video that is processed for more than a day to people, with its id', async () => {
    const at = await stage('tiktok')
    at.platform.delays = { processing: 7 * 86_400, moderation: 0 }
    const work = workOf(film(1000), { processingSeconds: 90_000 })
    const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
    expect(await failure(at.publisher.check(remoteId, work, at.account))).toMatchObject({
      kind: 'reject',
      as: 'unknown_outcome',
      startsOver: false,
    })
  })

  test.each([
    ['picture_size_check_failed', 'reject', /resolution/],
    ['internal', 'retry_after', /failed to process/],
    ['auth_removed', 'reconnect', /revoked its permission/],
  ])('%s: %s', async (reason, kind, sentence) => {
    const at = await stage('tiktok')
    at.platform.switches.verdict = { status: 'failed', reason }
    const work = workOf(film(1000))
    const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
    const error = await failure(at.publisher.check(remoteId, work, at.account))
    expect(error?.kind).toBe(kind)
    expect(error?.message).toMatch(sentence)
    expect(at.posts()).toHaveLength(0)
  })
})

test.each([
  ['a small one', film(2000, 1, { width: 320, height: 568 }), /resolution/],
  ['a long one', film(2000, 1, { seconds: 601 }), /length/],
  ['one of 12 frames a second', film(2000, 1, { rate: 12 }), /frame rate/],
  ['one that is no film', Buffer.alloc(2000, 1), /format/],
])('TikTok looks at the film itself: %s is refused with its reason', async (_what, bytes, sentence) => {
  const at = await stage('tiktok')
  const work = workOf(bytes)
  const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
  const error = await failure(at.publisher.check(remoteId, work, at.account))
  expect([error?.kind, error?.message]).toEqual(['reject', expect.stringMatching(sentence)])
  expect(at.posts()).toHaveLength(0)
})

describe('an upload that TikTok no longer knows', () => {
  async function forgotten() {
    const at = await stage('tiktok')
    const work = workOf(film(1000))
    const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
    at.platform.switches.forgetsAfter = -1
    const sent = { ...work, session: at.session() }
    const lost = lostOf(work, { session: at.session(), size: 1000 })
    const [post] = at.posts()
    if (!post) throw new Error('No post')
    return { ...at, remoteId, sent, lost, post }
  }

  test('is unknown when checked or resumed, not failed', async () => {
    const { publisher, account, hooks, remoteId, sent } = await forgotten()
    expect((await failure(publisher.check(remoteId, sent, account)))?.kind).toBe('unknown_outcome')
    expect((await failure(publisher.post(sent, account, hooks)))?.kind).toBe('unknown_outcome')
  })

  test('is found by its post id, or by caption, time and length', async () => {
    const { publisher, account, lost, post, platform } = await forgotten()
    const found = { outcome: 'posted', remoteId: `post:${post.id}` }
    await platform.posts.save({ ...post, durationSeconds: 21 })
    expect(await publisher.lookUp(lost, account)).toEqual(found)
    await platform.posts.save({ ...post, durationSeconds: 300 })
    expect(await publisher.lookUp(lost, account)).toMatchObject({ outcome: 'unclear' })
    expect(await publisher.lookUp({ ...lost, postId: post.id }, account)).toEqual(found)
    await platform.posts.save({ ...post, createdAt: post.createdAt - 3600_000 })
    expect(await publisher.lookUp(lost, account)).toMatchObject({ outcome: 'unclear' })
  })
})

test('opens at most six uploads a minute, and a refusal counts as no attempt', async () => {
  const { publisher, account, hooks, platform, posts } = await stage('tiktok')
  const send = () =>
    failure(publisher.post(workOf(film(1000)), account, { ...hooks, opened: async () => {} }))
  for (let i = 0; i < 6; i++) expect(await send()).toBeNull()
  expect(await send()).toMatchObject({ kind: 'retry_after', paced: true, pausesChannel: false })
  platform.clock.ahead += 61_000
  expect(await send()).toBeNull()
  expect(posts()).toHaveLength(7)
})

describe("viewers' interactions and disclosure", () => {
  const sentInfo = async (at: Stage, change: object, settings: object = {}) => {
    const work = workOf(film(1000), {
      metadata: { ...workOf(film(1000)).metadata, privacy: publicLevel, ...change },
    })
    const account = { ...at.account, settings: { ...at.account.settings, ...settings } }
    await at.publisher.post(work, account, at.hooks)
    return at.posts().at(-1)?.metadata
  }
  const allowed = { comment: true, duet: true, stitch: true }

  test('are off by default, and off where the account has switched them off', async () => {
    expect(await sentInfo(await stage('tiktok'), {})).toMatchObject({
      ...{ disable_comment: true, disable_duet: true, disable_stitch: true },
      ...{ brand_content_toggle: false, brand_organic_toggle: false },
    })
    const at = await stage('tiktok')
    at.platform.switches.closed = ['duet']
    const disclosure = { yourBrand: true, brandedContent: true }
    expect(await sentInfo(at, { interactions: allowed, disclosure })).toMatchObject({
      ...{ disable_comment: false, disable_duet: true, disable_stitch: false },
      ...{ brand_content_toggle: true, brand_organic_toggle: true },
    })
  })

  test("use the channel's confirmed defaults when a call doesn't set them", async () => {
    expect(await sentInfo(await stage('tiktok'), {}, { interactions: allowed })).toMatchObject({
      disable_comment: false,
    })
  })

  test('branded content is never private', async () => {
    const at = await stage('tiktok')
    const disclosure = { yourBrand: false, brandedContent: true }
    const work = workOf(film(1000), {
      metadata: { ...workOf(film(1000)).metadata, privacy: 'SELF_ONLY', disclosure },
    })
    const refused = await failure(at.publisher.post(work, at.account, at.hooks))
    expect(refused).toMatchObject({ kind: 'reject', code: 'branded_private' })
    expect(at.steps).toEqual([])
  })

  test('the form has the nickname, the levels and what is off, as sent by TikTok', async () => {
    const at = await stage('tiktok')
    at.platform.switches.closed = ['stitch']
    expect(await at.publisher.form?.(at.account)).toEqual({
      nickname: at.platform.options.accounts[0]?.name,
      privacyOptions: [publicLevel, 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
      closed: ['stitch'],
      longestSeconds: 600,
    })
  })
})
