import { expect, test } from 'vitest'
import { type Platform, platformFacts } from '#contract/publishing/publications.ts'
import type { Post } from '#sandbox/social/platform.ts'
import { bySettings } from '#server/audit/index.ts'
import { AppError } from '#server/core/http/errors.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { settle } from '#test/harness/publishing/settle.ts'
import { type PublishingWorld, publishingWorld } from '#test/harness/publishing/world.ts'
import { changePost, type PostChange } from './change-post.ts'
import { sampleNumbers } from './figures/numbers.ts'
import { scheduleVideo } from './schedule-video.ts'
import { eventsOf, findPublication } from './store.ts'

/** A published post, with the calls that change it. */
async function out(platform: Platform, given?: PublishingWorld) {
  const world = given ?? (await publishingWorld())
  const video = await world.video(2000)
  const { id, kind } = await world.publication(video, platform)
  await settle(world)
  const stored = async () => {
    const row = await findPublication(world.db, id)
    if (!row) throw new Error('No publication')
    return row
  }
  expect(await stored()).toMatchObject({ state: 'published' })
  const there = async (): Promise<Post> => {
    const post = world[kind].platform.posts.get((await stored()).post_id ?? '')
    if (!post) throw new Error('No post')
    return post
  }
  const change = (wanted: PostChange, expected?: number) =>
    changePost(world.deps, { id, by: bySettings, expected }, wanted)
  return { world, video, id, kind, stored, there, change, platform: world[kind].platform }
}
const refusal = (work: Promise<unknown>): Promise<[string, string] | null> =>
  work.then(
    () => null,
    error => {
      if (error instanceof AppError) return [error.code, error.message]
      throw error
    },
  )
const words = { title: 'New title', description: 'New words', tags: ['mud'] }
const named = (can: 'words' | 'hide' | 'remove') =>
  platformFacts.filter(f => f.afterwards[can]).map(({ id }) => id)
const unnamed = (can: 'words' | 'hide' | 'remove') =>
  platformFacts.filter(f => !f.afterwards[can]).map(({ id }) => id)

test.each(named('words'))('texts of a post on %s can be changed, once per version', async platform => {
  const { stored, there, change, id, world } = await out(platform)
  const { version } = await stored()
  await change({ kind: 'edit', words }, version)
  expect(JSON.stringify((await there()).metadata)).toMatch(/New title/)
  expect(JSON.stringify((await there()).metadata)).toMatch(/New words/)
  expect((await stored()).metadata).toMatchObject(words)
  // Repeating it makes no platform call and leaves no second history entry.
  await change({ kind: 'edit', words })
  const events = (await eventsOf(world.db, id)).filter(e => e.kind === 'post_edit')
  expect(events).toHaveLength(1)
  expect(await refusal(change({ kind: 'edit', words: { title: 'Late' } }, version))).toEqual([
    'conflict',
    expect.stringMatching(/while you had it open/),
  ])
  expect(await refusal(change({ kind: 'edit', words: { title: ' ' } }))).toEqual([
    'invalid_input',
    'Enter a title.',
  ])
})

test('changing texts on YouTube, or hiding it, leaves the rest of the video unchanged', async () => {
  const { change, there, platform } = await out('youtube')
  const before = await there()
  const kept = { license: 'creativeCommon', embeddable: false, defaultLanguage: 'en', categoryId: '2' }
  const metadata = { ...(before.metadata as object), ...kept }
  await platform.posts.save({ ...before, metadata })
  await change({ kind: 'edit', words: { title: 'New title' } })
  await change({ kind: 'hide' })
  expect((await there()).metadata).toMatchObject({
    ...kept,
    title: 'New title',
    description: 'What a day',
    privacyStatus: 'private',
    selfDeclaredMadeForKids: false,
  })
  // The marker that identifies the upload is still among the tags.
  expect(JSON.stringify((await there()).metadata)).toMatch(/"tc[0-9a-f]{14}"/)
})

test.each(named('hide'))('a post on %s can be made private and public again', async platform => {
  const { change, stored, there } = await out(platform)
  await change({ kind: 'hide' })
  expect((await stored()).hidden_at).not.toBeNull()
  expect((await there()).metadata).toMatchObject({ privacyStatus: 'private' })
  await change({ kind: 'hide' })
  await change({ kind: 'show' })
  expect(await stored()).toMatchObject({ hidden_at: null, state: 'published' })
  expect((await there()).metadata).toMatchObject({ privacyStatus: 'public' })
})

test.each(named('remove'))(
  'a post on %s can be deleted: its figures end, and the rider is notified',
  async platform => {
    const { world, video, change, stored, there, id } = await out(platform)
    await change({ kind: 'delete' })
    expect((await there()).removed).toBe(true)
    // Repeating it, even with the earlier version: it is already deleted, and no one is notified twice.
    await change({ kind: 'delete' }, 1)
    expect(await stored()).toMatchObject({ state: 'published', next_sample_at: null })
    world.advance(7200)
    expect(await sampleNumbers(world.deps)).toBe(0)
    const news = inEnglish(
      await world.db
        .selectFrom('notifications')
        .select(['type', 'message'])
        .where('user_id', '=', video.userId)
        .where('type', '=', 'video_taken_down')
        .execute(),
    )
    expect(news).toEqual([
      { type: 'video_taken_down', message: expect.stringMatching(/stays yours.*earns nothing new/) },
    ])
    expect((await eventsOf(world.db, id)).map(e => e.kind)).toContain('post_delete')
    expect(await refusal(change({ kind: 'edit', words }))).toEqual([
      'conflict',
      expect.stringMatching(/was deleted/),
    ])
  },
)

test('after a deletion the same content can be published again, and counted views stay', async () => {
  const { world, video, change, stored } = await out('youtube')
  await world.db.updateTable('publications').set({ views: 40 }).execute()
  await change({ kind: 'delete' })
  const { rows } = await scheduleVideo(world.deps, {
    ...{ videoId: video.id, platforms: ['youtube'], immediate: true, useOptimalTiming: false },
    ...{ customSchedule: '', content: { kind: 'video' }, metadata: {}, uploadEarly: false, again: false },
    ...{ zone: 'UTC', by: bySettings },
  })
  expect(rows[0]?.id).not.toBe((await stored()).id)
  expect((await stored()).views).toBe(40)
})

test.each(unnamed('remove'))("%s can't change posts, and a plain sentence says so", async platform => {
  const { change, stored } = await out(platform)
  for (const wanted of [{ kind: 'edit', words }, { kind: 'hide' }, { kind: 'delete' }] as const)
    expect(await refusal(change(wanted))).toEqual(['conflict', expect.stringMatching(/doesn't let apps/)])
  expect((await stored()).version).toBe(1)
})

test('a change without an answer, permission or quota says why, and can be repeated', async () => {
  const { change, stored, there, platform, world, id } = await out('youtube')
  platform.faults.order({ on: 'change', kind: 'answer_lost', times: 1 })
  expect(await refusal(change({ kind: 'edit', words }))).toEqual([
    'unavailable',
    expect.stringMatching(/isn't responding/),
  ])
  await change({ kind: 'edit', words })
  expect(JSON.stringify((await there()).metadata)).toMatch(/New title/)

  platform.switches.dailyUnits = 0
  expect(await refusal(change({ kind: 'hide' }))).toEqual(['unavailable', expect.stringMatching(/quota/)])
  platform.switches.dailyUnits = 10_000
  await platform.grants.revoke(platform.options.accounts[0]?.id ?? '')
  expect(await refusal(change({ kind: 'hide' }))).toEqual([
    'conflict',
    expect.stringMatching(/Connect the channel again/),
  ])
  expect(await stored()).toMatchObject({ hidden_at: null, lease_token: null })
  expect((await eventsOf(world.db, id)).filter(e => e.kind === 'post_refused')).toHaveLength(3)
})

test('while one person changes a post, another gets a conflict', async () => {
  const { world, change, there } = await out('youtube')
  const { changes } = world.deps.networks.youtube.publisher
  const { edit } = changes
  let meanwhile: Awaited<ReturnType<typeof refusal>> = null
  Object.assign(changes, {
    async edit(...given: Parameters<NonNullable<typeof edit>>) {
      meanwhile = await refusal(change({ kind: 'delete' }))
      return edit?.(...given)
    },
  })
  await change({ kind: 'edit', words })
  expect(meanwhile).toEqual(['conflict', expect.stringMatching(/right now/)])
  expect(JSON.stringify((await there()).metadata)).toMatch(/New title/)
  expect((await there()).removed).toBe(false)
})
