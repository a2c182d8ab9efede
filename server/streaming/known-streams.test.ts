import { expect, test } from 'vitest'
import type { Actor } from '#server/core/http/permission.ts'
import { KnownStreams } from './known-streams.ts'

const person = (id: string, role: Actor['role'] = 'user'): Actor => ({
  id,
  email: `${id}@trailcut.example`,
  emailVerified: true,
  role,
  sessionId: `session of ${id}`,
})

const open = { videoId: 'video', ownerId: 'rider', linkId: null, published: true }

/** Streams that a clock of its own lets expire. */
function known(access: Parameters<KnownStreams['find']>[2] = async () => open) {
  let now = 0
  let lookUps = 0
  const streams = new KnownStreams(() => now)
  return {
    streams,
    wait: (ms: number) => {
      now += ms
    },
    /** how often it was looked up for this person */
    async lookUps(actor: Actor | null = null, streamId = 'stream') {
      const before = lookUps
      await streams.find(streamId, actor, () => {
        lookUps++
        return access()
      })
      return lookUps - before
    },
  }
}

test('looks up a published stream once in five seconds', async () => {
  const { wait, lookUps } = known()
  expect(await lookUps()).toBe(1)
  expect(await lookUps(person('someone'))).toBe(0)
  wait(4999)
  expect(await lookUps()).toBe(0)
  wait(1)
  expect(await lookUps()).toBe(1)
})

test('forgets the videos that changed, and those of a person who did', async () => {
  const { streams, lookUps } = known()
  for (const [id, again] of [
    ['video', 1],
    ['rider', 1],
    [null, 1],
    ['another', 0],
  ] as const) {
    await lookUps()
    streams.forget(id)
    expect(await lookUps(), String(id)).toBe(again)
  }
})

test('keeps nothing that may have changed while it was looked up', async () => {
  const answer = Promise.withResolvers<typeof open>()
  const { streams, lookUps } = known(() => answer.promise)
  const first = lookUps()
  streams.forget('video')
  answer.resolve(open)
  expect(await first).toBe(1)
  expect(await lookUps()).toBe(1)
  expect(await lookUps()).toBe(0)
})

test('shows an unpublished stream to its rider and to staff, and looks it up for everyone else', async () => {
  const { lookUps } = known(async () => ({ ...open, published: false }))
  expect(await lookUps(person('rider'))).toBe(1)
  expect(await lookUps(person('rider'))).toBe(0)
  expect(await lookUps(person('judge', 'moderator'))).toBe(0)
  expect(await lookUps(person('someone'))).toBe(1)
  expect(await lookUps(null)).toBe(1)
})

test('looks up what a share link opens for every request', async () => {
  const { lookUps } = known(async () => ({ ...open, linkId: 'link' }))
  expect([await lookUps(), await lookUps()]).toEqual([1, 1])
})

test('knows a thousand streams at most', async () => {
  const { lookUps } = known()
  for (let i = 0; i <= 1000; i++) await lookUps(null, String(i))
  expect(await lookUps(null, '1')).toBe(0)
  expect(await lookUps(null, '0')).toBe(1)
})
