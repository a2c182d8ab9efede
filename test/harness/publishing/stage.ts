import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import type { ChannelKind } from '#contract/publishing/publications.ts'
import { PublishError } from '#server/platforms/publish-error.ts'
import type { CheckWork, LookUp, PostHooks, PostWork } from '#server/platforms/publisher.ts'
import { findChannel } from '#server/publishing/channels/store.ts'
import { accountOf } from '#server/publishing/channels/tokens.ts'
import { type PublishingWorld, publishingWorld } from './world.ts'

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
export const publicationId = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'

function* slices(bytes: Buffer, start: number, end: number) {
  for (let at = start; at <= end; at += 65_536) yield bytes.subarray(at, Math.min(end + 1, at + 65_536))
}

/** A post with these bytes, as a publisher receives it for sending and checking. */
export function workOf(bytes: Buffer, change: Partial<PostWork & CheckWork> = {}): PostWork & CheckWork {
  return {
    publicationId,
    platform: 'youtube',
    metadata: { title: 'Mud day', description: 'What a day', tags: ['utv'] },
    file: {
      size: bytes.length,
      type: 'video/mp4',
      durationSeconds: 20,
      open: async (start, end) => Readable.from(slices(bytes, start, end)),
    },
    session: null,
    publishAt: null,
    coverAt: null,
    processingSeconds: 0,
    ...change,
  }
}

/** The lookup for such a post after its answer was lost. */
export const lostOf = (work: PostWork, change: Partial<LookUp> = {}): LookUp => ({
  publicationId,
  platform: work.platform,
  metadata: work.metadata,
  session: null,
  size: 0,
  openedAt: new Date(Date.now() - 1000),
  postId: null,
  durationSeconds: work.file.durationSeconds,
  known: new Set(),
  ...change,
})

/** A publisher with a connected sandbox account. */
export async function stage(kind: ChannelKind) {
  const world: PublishingWorld = await publishingWorld()
  const channel = await findChannel(world.db, world.channels[kind])
  if (!channel) throw new Error('No channel')
  const account = accountOf(world.deps, channel)
  const { publisher } = world.deps.networks[kind]
  const { platform } = world[kind]
  const steps: string[] = []
  let session: string | null = null
  const hooks: PostHooks = {
    signal: new AbortController().signal,
    opening: async () => void steps.push('opening'),
    opened: async s => {
      steps.push('opened')
      // The address is recorded before the platform has a byte.
      expect(platform.posts.all()).toHaveLength(0)
      session = s
    },
    progress: () => undefined,
  }
  const posts = () => platform.posts.all()
  const order = platform.faults.order.bind(platform.faults)
  return { world, account, publisher, platform, hooks, steps, posts, order, session: () => session }
}

/** Why something failed; null when it didn't. */
export const failure = (work: Promise<unknown>): Promise<PublishError | null> =>
  work.then(
    () => null,
    error => {
      if (error instanceof PublishError) return error
      throw error
    },
  )
