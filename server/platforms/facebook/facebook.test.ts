import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { watchedMs } from '#sandbox/social/audience.ts'
import { PublishingWorker } from '#server/publishing/attempts/worker.ts'
import { findChannel } from '#server/publishing/channels/store.ts'
import { accountOf } from '#server/publishing/channels/tokens.ts'
import { sampleNumbers } from '#server/publishing/figures/numbers.ts'
import { eventsOf, findPublication } from '#server/publishing/store.ts'
import { film, type PublishingWorld, postsOf, publishingWorld } from '#test/harness/publishing/world.ts'
import type { PublishError } from '../publish-error.ts'
import type { PostHooks, PostWork } from '../publisher.ts'
import { canResumeUpload, facebookError } from './errors.ts'
import { figuresFrom } from './figures.ts'
import { facebookPublisher } from './publisher.ts'
import { type ReelStatus, stateOfReel } from './rules.ts'

const version = 'v25.0'
const systemClock = { now: () => new Date() }

async function stage() {
  const world = await publishingWorld()
  const channel = await findChannel(world.db, world.channels.facebook)
  if (!channel) throw new Error('No channel')
  const account = accountOf(world.deps, channel)
  let session: string | null = null
  const hooks: PostHooks = {
    signal: new AbortController().signal,
    opening: async () => undefined,
    opened: async given => {
      session = given
    },
    progress: () => undefined,
  }
  const work = (bytes: Buffer, change: Partial<PostWork> = {}): PostWork => ({
    publicationId: '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11',
    platform: 'facebook',
    metadata: { title: 'Mud day', description: 'What a day', tags: ['utv'] },
    file: {
      size: bytes.length,
      type: 'video/mp4',
      durationSeconds: 20,
      open: async (start, end) => Readable.from([bytes.subarray(start, end + 1)]),
    },
    session,
    publishAt: null,
    coverAt: null,
    ...change,
  })
  const { publisher } = world.deps.networks.facebook
  return { world, account, publisher, hooks, work, order: world.facebook.platform.faults }
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    error => error as PublishError,
  )

/** Processes the publication until it has ended, advancing the time to each attempt. */
async function settle(world: PublishingWorld, id: string): Promise<void> {
  const worker = new PublishingWorker(world.deps)
  for (let turn = 0; turn < 30; turn++) {
    await worker.fill()
    await worker.idle()
    const row = await findPublication(world.db, id)
    if (!row || ['published', 'failed'].includes(row.state)) return
    const wait = (row.next_at.getTime() - (await world.deps.time(world.db)).getTime()) / 1000
    if (wait > 0) world.advance(wait + 0.001)
  }
}

test.each(['lost', 'answer_lost'] as const)(
  'publishes one reel when the publishing call or its answer is lost: %s',
  async kind => {
    const { world, order } = await stage()
    world.facebook.platform.delays = { processing: 30, moderation: 10 }
    const { id } = await world.publication(await world.video(50_000), 'facebook')
    order.order({ on: 'finish', kind, times: 1 })
    await settle(world, id)
    const row = await findPublication(world.db, id)
    expect(row?.state, JSON.stringify(await eventsOf(world.db, id))).toBe('published')
    expect(postsOf(world, 'facebook')).toHaveLength(1)
    expect(row?.url).toBe(`${world.facebook.url}/reel/${row?.post_id}`)
  },
)

test('resumes at the byte that has arrived, and sends nothing twice', async () => {
  const { account, publisher, hooks, work, order, world } = await stage()
  const bytes = film(900_000)
  order.order({ on: 'upload', kind: 'cut', times: 1, afterBytes: 400_000 })
  const offsets: number[] = []
  const given = work(bytes)
  const open = given.file.open
  given.file.open = (start, end) => {
    offsets.push(start)
    return open(start, end)
  }
  await publisher.post(given, account, hooks)
  expect(offsets).toEqual([0, 400_000])
  expect(postsOf(world, 'facebook')).toHaveLength(1)
})

test('refuses reels shorter than 3 or longer than 90 seconds before calling Facebook', async () => {
  const { account, publisher, hooks, work, world } = await stage()
  for (const durationSeconds of [2.9, 91]) {
    const given = work(film(1000))
    given.file.durationSeconds = durationSeconds
    expect(await failure(publisher.post(given, account, hooks))).toMatchObject({
      kind: 'reject',
      code: 'length',
    })
  }
  expect(postsOf(world, 'facebook')).toHaveLength(0)
})

test.each([
  ['a wide one', film(2000, 1, { width: 1920, height: 1080 }), /resolution/],
  ['a small one', film(2000, 1, { width: 360, height: 640 }), /resolution/],
  ['a long one', film(2000, 1, { seconds: 95 }), /length/],
  ['one of 120 frames a second', film(2000, 1, { rate: 120 }), /frame rate/],
  ['one that is no film', Buffer.alloc(2000, 1), /format/],
])('Facebook looks at the film itself: %s is refused with its reason', async (_what, bytes, sentence) => {
  const { account, publisher, hooks, work, world } = await stage()
  const error = await failure(publisher.post(work(bytes), account, hooks))
  expect([error?.kind, error?.message]).toEqual(['reject', expect.stringMatching(sentence)])
  expect(postsOf(world, 'facebook')).toHaveLength(0)
})

test('sends the token only to the configured host', async () => {
  const { account, hooks, work, world } = await stage()
  const { url } = world.facebook
  const addresses = { apiUrl: `${url}/${version}`, uploadUrl: 'https://rupload.facebook.com', watchUrl: url }
  const publisher = facebookPublisher(addresses, systemClock)
  expect(await failure(publisher.post(work(film(1000)), account, hooks))).toMatchObject({
    kind: 'reject',
    code: 'foreign_upload_url',
  })
})

// What the sandbox refuses, like the vendor.
test("the sandbox refuses bytes without an offset, a reel before its bytes, and a person's token", async () => {
  const { account, world } = await stage()
  const { url } = world.facebook
  const token = await account.token()
  const ask = async (path: string, body: object, bearer = token) => {
    const answer = await fetch(`${url}/${version}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as { video_id: string; upload_url: string } }
  }
  const page = `${account.externalId}/video_reels`
  const { body: begun } = await ask(page, { upload_phase: 'start' })
  const finish = {
    upload_phase: 'finish',
    video_id: begun.video_id,
    video_state: 'PUBLISHED',
    description: '',
  }
  expect(await ask(page, finish)).toMatchObject({ status: 400, body: { error: { code: 100 } } })
  const bytes = film(2000)
  const [half, size, more] = [0.5, 1, 2].map(share => String(share * bytes.length)) as [
    string,
    string,
    string,
  ]
  const send = async (headers: Record<string, string>) => {
    const all = { authorization: `OAuth ${token}`, 'content-type': 'video/mp4', ...headers }
    const answer = await fetch(begun.upload_url, { method: 'POST', headers: all, body: bytes })
    return {
      status: answer.status,
      type: ((await answer.json()) as { debug_info?: { type: string } }).debug_info?.type,
    }
  }
  expect(await send({})).toEqual({ status: 400, type: 'ParameterValidationError' })
  expect(await send({ offset: half, file_size: more })).toEqual({ status: 400, type: 'OffsetInvalidError' })
  expect(await send({ offset: '0', file_size: more })).toEqual({ status: 400, type: 'PartialRequestError' })
  expect(await send({ authorization: `Bearer ${token}`, offset: '0', file_size: size })).toMatchObject({
    status: 401,
  })
  expect(await send({ offset: '0', file_size: size })).toEqual({ status: 200, type: undefined })
  expect(await ask(page, { ...finish, description: 'x'.repeat(2201) })).toMatchObject({ status: 400 })
  expect(await ask(page, finish)).toMatchObject({ status: 200, body: { success: true } })
  expect(await ask(page, finish)).toMatchObject({ status: 400, body: { error: { code: 100 } } })
  expect(await ask('104857600000002/video_reels', { upload_phase: 'start' })).toMatchObject({ status: 400 })
  const back = 'http://127.0.0.1/back'
  const { connector } = world.deps.networks.facebook
  const grant = await connector?.exchange(world.facebook.consent(back, null), '', back)
  const person = grant?.refreshToken?.split(':')[1]
  expect(await ask(page, { upload_phase: 'start' }, person)).toMatchObject({ body: { error: { code: 190 } } })
})

test('at most 30 reels in 24 hours: then the channel pauses', async () => {
  const { account, publisher, hooks, work, world } = await stage()
  world.facebook.platform.throttled = true
  for (let i = 0; i < 30; i++) await publisher.post(work(film(1000), { session: null }), account, hooks)
  const error = await failure(publisher.post(work(film(1000), { session: null }), account, hooks))
  expect(error).toMatchObject({ kind: 'retry_after', pausesChannel: true })
  expect(postsOf(world, 'facebook')).toHaveLength(30)
})

const answer = (status: number, body: object) => ({ status, headers: {}, text: JSON.stringify(body) })

test.each([
  [{ code: 190 }, 'reconnect'],
  [{ code: 10 }, 'reconnect'],
  [{ code: 200 }, 'reconnect'],
  [{ code: 4 }, 'retry_after'],
  [{ code: 32 }, 'retry_after'],
  [{ code: 368 }, 'retry_after'],
  [{ code: 100, is_transient: true }, 'retry_after'],
  [{ code: 2 }, 'retry_after'],
  [{ code: 100 }, 'reject'],
  [{ code: 506 }, 'reject'],
])('%j means %s', (error, kind) => {
  const found = facebookError(answer(400, { error }), new Date())
  expect(found).toMatchObject({ kind, pausesChannel: error.code === 368 })
  expect(found.message).toMatch(/^[A-Z].*\.$/)
})

test('an upload resumes after an incomplete part and after server errors, but not after anything else', () => {
  expect(
    canResumeUpload(answer(400, { debug_info: { retriable: false, type: 'PartialRequestError' } })),
  ).toBe(true)
  expect(canResumeUpload(answer(400, { debug_info: { retriable: true, type: 'x' } }))).toBe(true)
  expect(canResumeUpload(answer(502, {}))).toBe(true)
  expect(
    canResumeUpload(answer(400, { debug_info: { retriable: false, type: 'ProcessingFailedError' } })),
  ).toBe(false)
})

test("derives a reel's state from the phases of its status", () => {
  const of = (change: Partial<ReelStatus> & { up?: string; work?: string; out?: string }): ReelStatus => ({
    video_status: change.video_status ?? 'processing',
    uploading_phase: { status: change.up ?? 'complete', bytes_transfered: 0 },
    processing_phase: { status: change.work ?? 'not_started' },
    publishing_phase: { status: change.out ?? 'not_started' },
  })
  expect(stateOfReel(of({ up: 'in_progress' }))).toBe('uploading')
  expect(stateOfReel(of({}))).toBe('uploaded')
  expect(stateOfReel(of({ work: 'in_progress' }))).toBe('working')
  expect(stateOfReel(of({ work: 'complete', out: 'in_progress' }))).toBe('working')
  expect(stateOfReel(of({ video_status: 'ready', work: 'complete', out: 'complete' }))).toBe('live')
  expect(stateOfReel(of({ work: 'error' }))).toBe('failed')
  expect(stateOfReel(of({ video_status: 'error' }))).toBe('failed')
  expect(stateOfReel(of({ video_status: 'expired', up: 'in_progress' }))).toBe('gone')
})

test('how long a reel is watched comes with its plays, and is kept when they are missing', async () => {
  const { world } = await stage()
  const { platform } = world.facebook
  const { id } = await world.publication(await world.video(1000), 'facebook')
  await settle(world, id)
  const [post] = postsOf(world, 'facebook')
  if (!post) throw new Error('No post')
  const sampled = async () => {
    world.advance(3601)
    expect(await sampleNumbers(world.deps)).toBe(1)
    return (await findPublication(world.db, id))?.watched_seconds
  }
  expect(await sampled()).toBeNull()
  post.real.views = 5
  const seconds = watchedMs(post.id) / 1000
  expect(await sampled()).toBeCloseTo(seconds, 3)
  platform.sends = { views: undefined }
  expect(await sampled()).toBeCloseTo(seconds, 3)
})

test('all kinds of reactions count as likes; a missing metric is null, not 0', () => {
  const metric = (name: string, value: unknown) => ({ name, values: [{ value }] })
  expect(
    figuresFrom({
      data: [
        metric('blue_reels_play_count', 1200),
        metric('post_video_likes_by_reaction_type', { REACTION_LIKE: 4, REACTION_LOVE: 1 }),
        metric('post_video_social_actions', { COMMENT: 5, SHARE: 2 }),
        metric('post_video_avg_time_watched', 8473),
      ],
    }),
  ).toEqual({ views: 1200, likes: 5, comments: 5, shares: 2, watchedSeconds: 8.473 })
  const none = { views: null, likes: null, comments: null, shares: null, watchedSeconds: null }
  expect(figuresFrom({ data: [] })).toEqual(none)
  // A breakdown leaves out kinds with no reactions.
  expect(figuresFrom({ data: [metric('post_video_social_actions', {})] })).toEqual({
    ...none,
    comments: 0,
    shares: 0,
  })
  const odd = metric('post_video_likes_by_reaction_type', { REACTION_LIKE: 4, REACTION_LOVE: -1 })
  const watched = metric('post_video_avg_time_watched', -1)
  expect(figuresFrom({ data: [metric('blue_reels_play_count', 1.5), odd, watched] })).toEqual(none)
})
