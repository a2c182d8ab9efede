import { expect, test } from 'vitest'
import { sandboxPlaylist } from '#sandbox/youtube/extras.ts'
import { bySettings } from '#server/audit/index.ts'
import { textIn } from '#server/core/sentences.ts'
import { alertFailed } from '#server/publishing/attempts/watch.ts'
import { retryPublication } from '#server/publishing/change-publication.ts'
import { sampleNumbers } from '#server/publishing/figures/numbers.ts'
import { PublishingWorker } from '#server/publishing/index.ts'
import { eventsOf, findPublication } from '#server/publishing/store.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { failure, lostOf, sha256, stage, workOf } from '#test/harness/publishing/stage.ts'
import { film, postsOf, publishingWorld } from '#test/harness/publishing/world.ts'
import { YoutubeClient } from './client.ts'
import { youtubeExtras } from './extras.ts'
import { youtubePublisher } from './publisher.ts'
import { captionsOf } from './rules.ts'

const extras = { cover: null, metadata: { title: 'x', description: '', tags: [] }, seconds: 20 }

test('waits for a video that is not listed yet, and leaves it to people after an hour', async () => {
  const at = await stage('youtube')
  at.platform.switches.listLag = 30
  const work = workOf(film(1000))
  const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
  expect(await at.publisher.check(remoteId, work, at.account)).toMatchObject({ state: 'processing' })
  expect(await at.publisher.lookUp(lostOf(work), at.account)).toEqual({ outcome: 'none' })
  const later = { ...work, processingSeconds: 3700 }
  expect(await failure(at.publisher.check(remoteId, later, at.account))).toMatchObject({
    code: 'not_listed',
    startsOver: false,
  })
  at.platform.clock.ahead += 31_000
  expect(await at.publisher.check(remoteId, work, at.account)).toMatchObject({ state: 'live' })
  expect(await at.publisher.lookUp(lostOf(work), at.account)).toMatchObject({ outcome: 'posted' })
})

test.each([
  ['failed', 'codec', /codec/],
  ['failed', 'emptyFile', /empty/],
  ['rejected', 'copyright', /copyright/],
  ['rejected', 'termsOfUse', /terms of use/],
] as const)('explains %s with %s in a sentence', async (status, reason, sentence) => {
  const at = await stage('youtube')
  at.platform.switches.verdict = { status, reason }
  const work = workOf(film(1000))
  const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
  const error = await failure(at.publisher.check(remoteId, work, at.account))
  expect(error).toMatchObject({ kind: 'reject', code: `${status} ${reason}` })
  expect(error?.message).toMatch(sentence)
})

test.each([
  ['at once', null],
  ['at its time', 60],
])('a video scheduled %s and locked to private is reported to staff and sent once', async (_when, after) => {
  const world = await publishingWorld()
  const { platform } = world.youtube
  platform.switches.unreviewed = true
  const now = await world.deps.time(world.db)
  const { id } = await world.publication(
    await world.video(2000),
    'youtube',
    after === null ? {} : { upload_early: true, scheduled_for: new Date(now.getTime() + after * 1000) },
  )
  await settle(world, { rounds: 300 })
  expect(await findPublication(world.db, id)).toMatchObject({ state: 'failed', failure_actor: 'staff' })
  expect(await alertFailed(world.deps)).toBe(1)
  const row = await findPublication(world.db, id)
  expect(textIn(row?.failure_sentence ?? '', 'en')).toMatch(/keeps the video private/)
  expect(postsOf(world, 'youtube')).toHaveLength(1)

  // Made public in YouTube Studio: Retry finds it public.
  const [post] = postsOf(world, 'youtube')
  if (post) await platform.posts.save({ ...post, locked: false })
  await retryPublication(world.deps, { id, by: bySettings })
  await settle(world)
  expect(await findPublication(world.db, id)).toMatchObject({ state: 'published', post_id: post?.id })
  expect(postsOf(world, 'youtube')).toHaveLength(1)
})

test('a token that expires during an upload is replaced, and the upload continues', async () => {
  const at = await stage('youtube')
  const who = at.platform.options.accounts[0]?.id ?? ''
  const bytes = film(900_000)
  at.order({ on: 'upload', kind: 'cut', times: 1, afterBytes: 600_000 })
  let revoked: Promise<void> | null = null
  const hooks = {
    ...at.hooks,
    progress: (sent: number) => {
      if (sent > 300_000) revoked ??= at.platform.grants.revoke(who, 'access')
    },
  }
  await at.publisher.post(workOf(bytes), at.account, hooks)
  expect(revoked).not.toBeNull()
  expect(at.posts().map(p => p.sha256)).toEqual([sha256(bytes)])
  expect(at.steps).toEqual(['opening', 'opened'])
})

test('a used-up general quota delays no upload, and uploaded videos go live the next day', async () => {
  const world = await publishingWorld()
  const { platform } = world.youtube
  const video = await world.video(2000)
  platform.switches.dailyUnits = 0
  const made = []
  for (let i = 0; i < 3; i++) made.push(await world.publication(video, 'youtube', { intent: `n:${i}` }))
  const worker = new PublishingWorker(world.deps)
  await worker.fill()
  await worker.idle()
  expect(postsOf(world, 'youtube')).toHaveLength(3)
  const lane = await world.db
    .selectFrom('publishing_lanes')
    .select('closed_until')
    .where('kind', '=', 'youtube')
    .executeTakeFirst()
  expect(lane?.closed_until).toBeNull()
  platform.switches.dailyUnits = 10_000
  await settle(world)
  for (const { id } of made)
    expect(await findPublication(world.db, id)).toMatchObject({ state: 'published', attempts: 0 })
})

test("calls cost Google's published units, and the day ends at midnight in California", async () => {
  const at = await stage('youtube')
  // One for connecting, one for the check, fifty for the picture.
  at.platform.switches.dailyUnits = 52
  const work = workOf(film(1000))
  const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
  await at.publisher.check(remoteId, work, at.account)
  await at.publisher.finalize(remoteId, { ...extras, cover: Buffer.from('a picture') }, at.account)
  const refused = await failure(at.publisher.check(remoteId, work, at.account))
  expect(refused).toMatchObject({ kind: 'retry_after', paced: true, pausesChannel: false })
  expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(86_400)
  at.platform.clock.ahead += ((refused?.retryAfterSeconds ?? 0) + 1) * 1000
  expect((await at.publisher.check(remoteId, work, at.account)).state).toBe('live')
})

test("additions leave a part of the day's units to counting, and counting to posting", async () => {
  const at = await stage('youtube')
  const work = workOf(film(1000))
  const { remoteId } = await at.publisher.post(work, at.account, at.hooks)
  const { url } = at.world.youtube
  const addresses = { apiUrl: url, analyticsUrl: url, watchUrl: '', dailyUnits: 1000 }
  const publisher = youtubePublisher(
    addresses,
    { now: () => new Date() },
    { playlistId: sandboxPlaylist, captions: true },
  )
  const given = {
    cover: Buffer.from('a picture'),
    metadata: { ...extras.metadata, description: chapters },
    seconds: 4000,
  }
  const spend = async (units: number) => expect(await at.account.takeUnits(units, 1000)).toBe(true)
  const states = async () => (await publisher.stats([remoteId], at.account)).map(post => 'unshown' in post)

  // Half of the day is for covers, and a caption's 400 units would pass 70 percent of it.
  await spend(480)
  const missing = (await publisher.finalize(remoteId, given, at.account)).map(String)
  expect(missing).toEqual([expect.stringMatching(/cover/), expect.stringMatching(/captions/)])
  await spend(360)
  expect((await publisher.finalize(remoteId, given, at.account)).map(String)).toHaveLength(3)
  expect(await states()).toEqual([true])
  await spend(40)
  // Counted all the same, by calls with a limit of their own; whether it is shown isn't known.
  expect(await states()).toEqual([false])
  expect((await publisher.check(remoteId, work, at.account)).state).toBe('live')
  await spend(1000 - 480 - 51 - 360 - 1 - 40 - 1)
  expect(await failure(publisher.check(remoteId, work, at.account))).toMatchObject({
    kind: 'retry_after',
    paced: true,
  })
})

test('notices once when YouTube rejects or loses a published video', async () => {
  const world = await publishingWorld()
  const video = await world.video(2000)
  const rejected = await world.publication(video, 'youtube', { intent: 'a' })
  const removed = await world.publication(video, 'youtube', { intent: 'b' })
  await settle(world)
  const { posts } = world.youtube.platform
  const postOf = async (id: string) => {
    const post = posts.get((await findPublication(world.db, id))?.post_id ?? '')
    if (!post) throw new Error('No post')
    return post
  }
  const verdict = { status: 'rejected', reason: 'copyright' } as const
  await posts.save({ ...(await postOf(rejected.id)), verdict })
  await posts.save({ ...(await postOf(removed.id)), removed: true })
  for (let i = 0; i < 2; i++) {
    world.advance(7200)
    await sampleNumbers(world.deps)
  }
  expect(textIn((await findPublication(world.db, rejected.id))?.note ?? '', 'en')).toMatch(/copyright/)
  expect(textIn((await findPublication(world.db, removed.id))?.note ?? '', 'en')).toMatch(
    /no longer on the platform/,
  )
  for (const { id } of [rejected, removed])
    expect((await eventsOf(world.db, id)).filter(e => e.kind === 'gone')).toHaveLength(1)
})

const chapters = 'A ride.\n\n0:00 Moab\n0:15 Jump, 1.2 s of airtime\n1:02:03 Mud'
test('chapters become captions, each for some seconds and none beyond the video', () => {
  expect(captionsOf(chapters, 4000)).toBe(
    [
      '1\n00:00:00,000 --> 00:00:04,000\nMoab\n',
      '2\n00:00:15,000 --> 00:00:19,000\nJump, 1.2 s of airtime\n',
      '3\n01:02:03,000 --> 01:02:07,000\nMud\n',
    ].join('\n'),
  )
  expect(captionsOf(chapters, 17)).toMatch(/00:00:15,000 --> 00:00:17,000\nJump, 1\.2 s of airtime\n$/)
  expect(captionsOf('0:00 One\n0:20 Two', 60)).toBeNull()
})

test('cover, captions and playlist are added once; failures are reported, and the rest is added', async () => {
  const at = await stage('youtube')
  const { remoteId } = await at.publisher.post(workOf(film(1000)), at.account, at.hooks)
  const client = new YoutubeClient(
    { apiUrl: at.world.youtube.url, analyticsUrl: at.world.youtube.url, watchUrl: '', dailyUnits: 10_000 },
    { now: () => new Date() },
  )
  const given = {
    cover: Buffer.from('a picture'),
    metadata: { ...extras.metadata, description: chapters },
    seconds: 4000,
  }
  const add = youtubeExtras(client, { playlistId: sandboxPlaylist, captions: true })
  for (let i = 0; i < 2; i++) expect(await add(remoteId, given, at.account)).toEqual([])
  const [post] = at.posts()
  expect(post).toMatchObject({ playlists: [sandboxPlaylist], captions: expect.stringContaining('Moab') })
  expect(post?.cover).not.toBeNull()
  const astray = youtubeExtras(client, { playlistId: 'PLnobody', captions: true })
  expect((await astray(remoteId, given, at.account)).map(String)).toEqual([expect.stringMatching(/playlist/)])
  at.platform.switches.dailyUnits = 0
  expect(await add(remoteId, given, at.account)).toHaveLength(3)
})
