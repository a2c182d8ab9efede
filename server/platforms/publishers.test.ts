import { describe, expect, test } from 'vitest'
import {
  channelKinds,
  type Platform,
  type PlatformFacts,
  platformFacts,
} from '#contract/publishing/publications.ts'
import { watchedMs } from '#sandbox/social/audience.ts'
import { failure, lostOf, sha256, stage, workOf } from '#test/harness/publishing/stage.ts'
import { film } from '#test/harness/publishing/world.ts'
import { traitsOf } from './testing.ts'

/** Connection cuts in one upload: some by default, CUTS=100 for the full proof. */
const cuts = Number(process.env.CUTS ?? 10)
// One suite for every platform: what generic code relies on.
describe.each(channelKinds)('the publisher of %s', kind => {
  const [{ id: name }] = platformFacts.filter(facts => facts.channel.kind === kind) as [
    PlatformFacts<Platform>,
  ]
  const { arrived, bytesFor, countsShares, refusedTitle } = traitsOf[name]
  /** Only YouTube says who can see a post. */
  const shownToEveryone = kind === 'youtube' ? { unshown: null } : {}

  test('posts, is polled until it is live, and stays live after being finalized', async () => {
    const { publisher, account, hooks, steps, posts } = await stage(kind)
    const bytes = film(700_000)
    const work = workOf(bytes)
    const { remoteId } = await publisher.post(work, account, hooks)
    expect(steps).toEqual(['opening', 'opened'])
    const checked = await publisher.check(remoteId, work, account)
    expect(checked).toMatchObject({ state: 'live', postId: posts()[0]?.id })
    expect(checked.url).toContain(posts()[0]?.id)
    await publisher.finalize(
      checked.postId ?? '',
      { ...work, cover: Buffer.from('a picture'), seconds: 20 },
      account,
    )
    expect((await publisher.check(remoteId, work, account)).state).toBe('live')
    expect(posts().map(p => p.sha256)).toEqual([sha256(bytes)])
  })

  test('reports processing while the platform works on it', async () => {
    const { publisher, account, hooks, platform } = await stage(kind)
    platform.delays = { processing: 3600, moderation: 0 }
    const work = workOf(film(1000))
    const { remoteId } = await publisher.post(work, account, hooks)
    expect(await publisher.check(remoteId, work, account)).toMatchObject({ state: 'processing' })
  })

  test("resumes a recorded session; a lost last answer doesn't make a second post", async () => {
    const { publisher, account, hooks, steps, posts, order, session } = await stage(kind)
    const bytes = film(900_000)
    order({ on: 'upload', kind: 'answer_lost', times: 1 })
    order({ on: arrived, kind: 'lost', times: 1 })
    const error = await failure(publisher.post(workOf(bytes), account, hooks))
    expect(error?.kind).toBe('retry_after')
    const again = workOf(bytes, { session: session() })
    const { remoteId } = await publisher.post(again, account, hooks)
    expect(steps).toEqual(['opening', 'opened'])
    expect(await publisher.check(remoteId, again, account)).toMatchObject({ state: 'live' })
    expect(posts()).toHaveLength(1)
  })

  test(`with ${cuts} connection cuts at random bytes it resumes and the bytes are the same`, async () => {
    const { publisher, account, hooks, posts, order, platform, session } = await stage(kind)
    const bytes = film(bytesFor(cuts), 3)
    for (let i = 0; i < cuts; i++)
      order({ on: 'upload', kind: 'cut', times: 1, afterBytes: Math.floor(Math.random() * 560_000) })
    let remoteId: string | null = null
    for (let turn = 0; turn < cuts + 2 && !remoteId; turn++) {
      const work = workOf(bytes, { session: session() })
      const error = await failure(
        publisher.post(work, account, hooks).then(r => {
          remoteId = r.remoteId
        }),
      )
      if (error) expect(error.kind).toBe('retry_after')
    }
    expect(posts().map(p => p.sha256)).toEqual([sha256(bytes)])
    expect(platform.faults.injected.cut).toBe(cuts)
  })

  test.each([
    ['error', 'retry_after'],
    ['throttle', 'retry_after'],
    ['quota', 'retry_after'],
  ] as const)('%s when it is opened: %s, and nothing is there', async (fault, expected) => {
    const { publisher, account, hooks, posts, order } = await stage(kind)
    order({ on: 'open', kind: fault, times: 1 })
    const error = await failure(publisher.post(workOf(film(1000)), account, hooks))
    expect(error).toMatchObject({ kind: expected, pausesChannel: fault === 'quota' })
    expect(error?.message).toMatch(/\.$/)
    expect(posts()).toHaveLength(0)
  })

  test('an opening without an answer is repeated only where that posts nothing', async () => {
    const { publisher, account, hooks, order } = await stage(kind)
    order({ on: 'open', kind: 'answer_lost', times: 1 })
    const error = await failure(publisher.post(workOf(film(1000)), account, hooks))
    expect(error?.kind).toBe(publisher.reopens ? 'retry_after' : 'unknown_outcome')
  })

  test('an expired address is unknown until it is looked up', async () => {
    const { publisher, account, hooks, order, session } = await stage(kind)
    order({ on: 'upload', kind: 'expire', times: 1 })
    const work = workOf(film(1000), { platform: name })
    const error = await failure(publisher.post(work, account, hooks))
    expect(error?.kind).toBe('unknown_outcome')
    const lost = lostOf(work, { session: session(), size: 1000 })
    expect(await publisher.lookUp(lost, account)).toEqual({ outcome: 'none' })
  })

  test("finds its own post by texts or marker, and doesn't take another's for it", async () => {
    const { publisher, account, hooks, posts } = await stage(kind)
    const work = workOf(film(1000), { platform: name })
    await publisher.post(work, account, hooks)
    const lost = lostOf(work)
    const found = await publisher.lookUp(lost, account)
    expect(found).toMatchObject({ outcome: 'posted' })
    const known = new Set(posts().map(p => p.id))
    expect(await publisher.lookUp({ ...lost, known }, account)).toEqual({ outcome: 'none' })
    if (found.outcome !== 'posted') return
    expect(await publisher.check(found.remoteId, work, account)).toMatchObject({
      state: 'live',
      postId: posts()[0]?.id,
    })
  })

  test('replaces a refused token once; a revoked permission requires reconnecting', async () => {
    const { publisher, account, hooks, platform, posts } = await stage(kind)
    const who = platform.options.accounts[0]?.id ?? ''
    await platform.grants.revoke(who, 'access')
    await publisher.post(workOf(film(1000)), account, hooks)
    expect(posts()).toHaveLength(1)
    await platform.grants.revoke(who)
    expect((await failure(publisher.stats(['x'], account)))?.kind).toBe('reconnect')
  })

  test('fetches counters in batches, without posts that are gone', async () => {
    const { publisher, account, hooks, posts, platform } = await stage(kind)
    await publisher.post(workOf(film(1000)), account, hooks)
    const post = posts()[0]
    if (!post) throw new Error('No post')
    post.real = { views: 12, likes: 3, comments: 2, shares: 1 }
    expect(await publisher.stats([post.id, 'gone'], account)).toEqual([
      {
        ...{ postId: post.id, ...post.real, shares: countsShares ? 1 : null, ...shownToEveryone },
        ...(kind === 'facebook' ? { watchedSeconds: watchedMs(post.id) / 1000 } : {}),
      },
    ])
    platform.audience = { on: true, since: platform.now() - 86_400_000 }
    post.createdAt -= 86_400_000
    const [simulated] = await publisher.stats([post.id], account)
    expect(simulated?.views).toBeGreaterThan(12)
  })

  test('a missing or malformed count is null, never 0, and the other counts stay', async () => {
    const { publisher, account, hooks, posts, platform } = await stage(kind)
    await publisher.post(workOf(film(1000)), account, hooks)
    const post = posts()[0]
    if (!post) throw new Error('No post')
    post.real = { views: 12, likes: 3, comments: 2, shares: 1 }
    for (const views of [
      undefined,
      null,
      '',
      'many',
      -1,
      1.5,
      '1.5',
      '1e3',
      2 ** 53,
      '9007199254740993',
      true,
      [],
    ]) {
      platform.sends = { views }
      const [stats] = await publisher.stats([post.id], account)
      expect(stats, String(views)).toMatchObject({ postId: post.id, views: null, likes: 3, comments: 2 })
    }
    platform.sends = { views: 0 }
    expect((await publisher.stats([post.id], account))[0]?.views).toBe(0)
  })

  test('the platform also refuses the texts that our rules refuse', async () => {
    const { publisher, account, hooks, posts } = await stage(kind)
    const title = refusedTitle
    const error = await failure(
      publisher.post(workOf(film(1000), { metadata: { title, description: '', tags: [] } }), account, hooks),
    )
    expect(error?.kind).toBe('reject')
    expect(posts()).toHaveLength(0)
  })
})

test('YouTube makes a video public at its time: hidden before, public afterwards', async () => {
  const { publisher, account, hooks, posts } = await stage('youtube')
  const publishAt = new Date(Date.now() + 3600_000)
  const work = workOf(film(1000), { publishAt })
  const { remoteId } = await publisher.post(work, account, hooks)
  expect(posts()[0]?.metadata).toMatchObject({ privacyStatus: 'private', publishAt: publishAt.toISOString() })
  const checked = await publisher.check(remoteId, work, account)
  expect(checked.state).toBe('processing')
  expect(checked.checkAgainSeconds).toBeGreaterThan(3500)
})
